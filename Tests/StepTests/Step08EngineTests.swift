import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of the order, the merge, the effects of the server's responses on the store, and the engine that connects
/// them.
@Suite("Step 8: the sync engine")
struct Step08EngineTests {
    // MARK: The order

    @Test("the order decides each shared vector as every other build does")
    func vectors() throws {
        for vector in try PrecedenceVector.all() {
            let (left, right) = (vector.left, vector.right)
            let seen = (left.beats(right), right.beats(left))
            let expected = (vector.winner == .left, vector.winner == .right)
            guard seen != expected else { continue }
            let what =
                switch seen {
                case (true, true): "each of them beats the other"
                case (false, false): "neither beats the other"
                case (true, false): "the left one wins"
                case (false, true): "the right one wins"
                }
            let field = left.firstDifference(from: right) ?? "nothing"
            let greater = vector.winner == .equal ? "neither is greater" : "the \(vector.winner) one is greater"
            let problem =
                if let strings = Self.orderOfStrings(left, right, in: field), strings == seen {
                    "By the bytes of \(field), \(greater); here \(what), as in Swift's own order of strings."
                } else {
                    "These two differ first in \(field), and there \(greater); here \(what)."
                }
            Issue.record(
                """
                \(problem)
                left:  \(left.json)
                right: \(right.json)
                """)
            return
        }
    }

    /// True for the left and for the right record where it would beat the other by Swift's order of strings in that field;
    /// nil for a field that isn't a text.
    private static func orderOfStrings(
        _ left: Vitals.Measurement, _ right: Vitals.Measurement, in field: String
    ) -> (Bool, Bool)? {
        let text: (Vitals.Measurement) -> String
        switch field {
        case "kind": text = { $0.kind.rawValue }
        case "unit": text = { $0.unit.rawValue }
        case "extra": text = { $0.extra.text }
        default: return nil
        }
        return (text(right) < text(left), text(left) < text(right))
    }

    @Test("two records with the same id are either equal, or one of them wins")
    func total() throws {
        try check(#function, recordCount: 2) { records in
            let (a, b) = (records[0], records[1])
            try Cases.expect(!a.beats(a), "A record beats itself: of two equal keys, neither is less.")
            try Cases.expect(
                !(a.beats(b) && b.beats(a)), "Each of the two beats the other: two phones would swap them for ever.")
            try Cases.expect(
                a == b || a.beats(b) || b.beats(a),
                """
                The two records differ, in \(a.firstDifference(from: b) ?? ""), and neither beats the other: each phone \
                would keep its own for ever.
                """)
        }
    }

    @Test("if one record beats a second, and that one a third, the first beats the third")
    func transitive() throws {
        try check(#function, recordCount: 3, count: 2_000) { records in
            let (a, b, c) = (records[0], records[1], records[2])
            try Cases.expect(
                !(a.beats(b) && b.beats(c)) || a.beats(c),
                "The first record beats the second and the second the third, but the first doesn't beat the third.")
        }
    }

    @Test("texts compare by their UTF-8 bytes, not by what they look like")
    func bytes() throws {
        let fields: [(name: String, set: (inout Vitals.Measurement, String) -> Void)] = [
            ("kind", { $0.kind = MetricKind(rawValue: $1) }), ("unit", { $0.unit = MetricUnit(rawValue: $1) }),
            ("label in extra", { $0.extra = UnknownMembers(unchecked: "{\"label\":\"\($1)\"}") }),
        ]
        for (name, set) in fields {
            // Swift considers the second pair equal; Postgres, SQLite and every other build don't.
            for (less, greater) in [
                ("a", "b"), ("e\u{301}", "\u{E9}"), ("Z", "a"), ("a", "\u{E9}"), ("\u{FFFD}", "\u{1F600}"),
            ] {
                var (left, right) = (Records.weight(70), Records.weight(70))
                set(&left, less)
                set(&right, greater)
                guard !right.beats(left) || left.beats(right) else { continue }
                let reason =
                    greater == "b"
                    ? "All three texts decide, each in its turn."
                    : "The server compares bytes; a phone that compares in any other way never agrees with it."
                Issue.record(
                    """
                    The \(name) \(greater.debugDescription) is \(Array(greater.utf8)) and the \(name) \
                    \(less.debugDescription) is \(Array(less.utf8)) in UTF-8, so the first is the greater one; here it \
                    doesn't win. \(reason)
                    """)
                break
            }
        }
    }

    // MARK: The merge

    @Test("merge returns the greater record, whichever of the two is local")
    func greaterWins() throws {
        if let side = Self.sideThatMergeTakes {
            Issue.record(
                """
                merge returned the \(side) one of two records each time, whichever was greater. A phone that has one of \
                them and a phone that has the other would never agree.
                """)
            return
        }
        try check(#function, recordCount: 2) { records in
            let (a, b) = (records[0], records[1])
            // The order that merge asks is the learner's own. Other tests are about that.
            guard a.beats(b) != b.beats(a) else { return }
            let greater = b.beats(a) ? b : a
            for (local, remote) in [(a, b), (b, a)] {
                let merged = merge(local, remote)
                try Cases.expect(
                    merged == local || merged == remote,
                    """
                    merge returned a record that's neither of the two it was given: \(merged.json). No phone wrote it. \
                    Return one of the two as it is.
                    """)
                try Cases.expect(
                    merged == greater,
                    """
                    Given a local and a remote record, merge should return the greater record, by your order the \
                    \(greater == local ? "local" : "remote") one, but it returned the other.
                    """)
            }
        }
    }

    /// "local" or "remote" when merge always takes that side; otherwise nil.
    private static var sideThatMergeTakes: String? {
        let old = Records.weight(70)
        let new = Records.weight(70, version: 2, recordedAt: 1_781_940_060_000, updatedAt: 1_781_940_060_125)
        // The greater version, written by a clock that is a minute slow.
        let slow = Records.weight(70, version: 2, recordedAt: 1_781_939_940_000, updatedAt: 1_781_939_940_125)
        let pairs = [(old, new), (new, old), (old, slow), (slow, old)]
        guard pairs.allSatisfy({ $0.beats($1) != $1.beats($0) }) else { return nil }
        if pairs.allSatisfy({ merge($0, $1) == $0 }) { return "local" }
        return pairs.allSatisfy { merge($0, $1) == $1 } ? "remote" : nil
    }

    @Test("merge is commutative, associative and idempotent")
    func mergeLaws() throws {
        try check(#function, recordCount: 3) { records in
            let (a, b, c) = (records[0], records[1], records[2])
            try Cases.expect(
                merge(a, b) == merge(b, a),
                "merge(a, b) and merge(b, a) differ: the phone that has a and the one that has b would never agree.")
            try Cases.expect(
                merge(a, merge(b, c)) == merge(merge(a, b), c),
                "merge(a, merge(b, c)) and merge(merge(a, b), c) differ: what a phone shows would depend on who synced first."
            )
            try Cases.expect(
                merge(a, a) == a, "merge(a, a) is not a: a record that comes twice would change something.")
        }
    }

    /// Checks records of one id. Half the time they also have one version, so that most comparisons are ties.
    private func check(
        _ function: String, recordCount: Int, count: UInt64 = 400, holds: ([Vitals.Measurement]) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try Cases(test: "Step08EngineTests/\(function)", step: 8, count: count).check(
            generate: { generator in
                var records: [Vitals.Measurement] = []
                let isTie = generator.once(in: 2)
                for _ in 0..<recordCount {
                    var record = Vitals.Measurement.generated(by: &generator, id: Records.id(1))
                    if isTie { record.version = 2 }
                    records.append(record)
                }
                return records
            },
            shrink: { records in
                records.indices.flatMap { index in
                    records[index].plainer.map { plainer in
                        var smaller = records
                        smaller[index] = plainer
                        return smaller
                    }
                }
            },
            describe: { $0.map(\.json).joined(separator: "\n    ") }, holds: holds, sourceLocation: sourceLocation)
    }
}
