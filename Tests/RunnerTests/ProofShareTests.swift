import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("The share of the proof that CI does")
struct ProofShareTests {
    private static func share(
        _ changed: [String] = [], seconds: Double = 3_600, proved: ProofDates = ProofDates(), turn: Int = 0
    ) throws -> ProofShare {
        try ProofShare(of: projector, changed: changed, seconds: seconds, proved: proved, turn: turn)
    }

    private static var projector: Projector {
        get throws { Projector(course: try Course.load(root: TestPaths.root)) }
    }

    @Test(
        "begins with the steps whose files have changed",
        arguments: [
            ("Sources/Vitals/Precedence/Merge.swift", [8]), ("steps/05-secure-store/lesson.md", [5]),
            ("Tests/StepTests/Step09ConvergenceTests.swift", [9]),
            ("Sources/Checkpoint/Check/Judge/Judge.swift", [1, 8, 12, 17]),
            ("vitals-course", [1, 8, 12, 17]), ("docs/protocol.md", []), ("steps/gone/lesson.md", []),
        ])
    func touched(path: String, steps: [Int]) throws {
        let share = try Self.share([path])
        expect(share.touched, equals: steps)
        expect(Array(share.chosen.prefix(steps.count)), equals: steps)
    }

    @Test("takes every step once if there is time, and names what doesn't fit")
    func whole() throws {
        let written = try Self.projector.course.writtenSteps.map(\.number)
        expect(try Self.share(seconds: 1e6).chosen.sorted(), equals: written)
        for seconds in [0, 60, 300] {
            let share = try Self.share(["steps/05-secure-store/lesson.md"], seconds: Double(seconds))
            expect((share.chosen + share.left).sorted(), equals: written)
            expect(share.chosen.first, equals: 5)
            expect(share.chosen.count == 1 || share.seconds <= Double(seconds))
            expect(!share.left.isEmpty)
        }
    }

    @Test("goes on where it stopped, and then with what was proved longest ago")
    func due() async throws {
        try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-proved")
            var seen: Set<Int> = []
            let course = try Self.projector.course
            let all = Set(course.writtenSteps.map(\.number))
            for run in 0..<30 where seen != all {
                let share = try Self.share(seconds: 300, proved: ProofDates.read(cache: cache))
                let again = share.chosen.drop { !seen.contains($0) }
                expect(seen.isSuperset(of: again), "run \(run) proves \(share.chosen) after \(seen.sorted())")
                for number in share.chosen {
                    let id = try #require(course.step(number)).id
                    try ProofDates.note(id, at: Date(timeIntervalSince1970: Double(run)), cache: cache)
                }
                seen.formUnion(share.chosen)
            }
            expect(seen, equals: all)
            let proved = ProofDates.read(cache: cache)
            let oldest = try #require(course.writtenSteps.compactMap { proved[$0.id] }.min())
            let next = try #require(try Self.share(seconds: 0, proved: proved).chosen.first)
            expect(proved[try #require(course.step(next)).id], equals: oldest)
        }
    }

    @Test("on a machine that has proved nothing begins at another step each time")
    func turns() throws {
        let count = try Self.projector.course.writtenSteps.count
        let firsts = try (0..<count).map { try Self.share(seconds: 0, turn: $0).chosen }
        expect(Set(firsts).count, equals: count)
    }
}
