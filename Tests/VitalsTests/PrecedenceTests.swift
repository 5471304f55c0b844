import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The order and the merge")
struct PrecedenceTests {
    @Test("Every vector is decided as the rule decides it")
    func vectors() throws {
        let vectors = try PrecedenceVector.all()
        expect(vectors.count >= 3000)
        for vector in vectors {
            let (left, right) = (vector.left, vector.right)
            switch vector.winner {
            case .left: expect(left.beats(right) && !right.beats(left), "\(vector)")
            case .right: expect(right.beats(left) && !left.beats(right), "\(vector)")
            case .equal: expect(left == right && !left.beats(right) && !right.beats(left), "\(vector)")
            }
        }
    }

    @Test("merge is commutative and idempotent on every vector")
    func commutativeAndIdempotent() throws {
        for vector in try PrecedenceVector.all() {
            let merged = merge(vector.left, vector.right)
            expect(merged, equals: merge(vector.right, vector.left), "\(vector)")
            expect(merge(merged, merged), equals: merged)
            expect(merge(merged, vector.left) == merged && merge(merged, vector.right) == merged)
        }
    }

    @Test("merge is associative, and the order transitive, on triples of the vectors' records")
    func associative() throws {
        let records = try PrecedenceVector.all().flatMap { [$0.left, $0.right] }
        var random = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            let (a, b, c) = (
                records.randomElement(using: &random)!, records.randomElement(using: &random)!,
                records.randomElement(using: &random)!
            )
            expect(merge(a, merge(b, c)).precedence, equals: merge(merge(a, b), c).precedence)
        }
    }

    @Test("Texts compare by bytes, not by what they look like")
    func bytes() throws {
        let composed = MetricKind(rawValue: "\u{E9}")
        let decomposed = MetricKind(rawValue: "e\u{301}")
        expect(composed.rawValue, equals: decomposed.rawValue, "Swift calls the two texts equal")
        expect(composed != decomposed)

        let vectors = try PrecedenceVector.all()
        let base = try #require(vectors.first).left
        var (left, right) = (base, base)
        (left.kind, right.kind) = (composed, decomposed)
        expect(left.beats(right))
    }
}
