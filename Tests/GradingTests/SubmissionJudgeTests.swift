import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

/// Tests of a job's findings about a submission, without a sandbox.
@Suite("The judge of a submission", .serialized)
struct SubmissionJudgeTests {
    private static let projector = Result { Projector(course: try Course.load(root: PackageFiles.root)) }

    /// - Parameter cache: the folder for the builds.
    private func judge(
        _ tree: [String: TreeFile], steps: [Int], cache: String = CacheFolder.standard, limits: Limits = Limits()
    ) throws -> SubmissionJudge {
        var checker = Checker(stages: try Stages(projector: try Self.projector.get(), cache: cache))
        checker.limits = limits
        let request = GradingRequest(name: "ada", steps: steps, canary: .random(), bubblewrap: nil, home: nil)
        return SubmissionJudge(request: request, tree: tree, checker: checker)
    }

    @Test("without a Package.swift the first step has failed, whatever the official one would say")
    func noManifest() async throws {
        let projector = try Self.projector.get()
        var tree = try projector.tree(after: 2)
        tree["Package.swift"] = nil
        let passed = GradedStep(number: 1, outcome: .passed, verdicts: [])
        let step = try #require(try await judge(tree, steps: [1, 2]).firstStep(passed))
        expect(step.outcome, equals: .failed)
        expect(step.verdicts.count, equals: projector.course.step(1)?.tests.count)
        expect(step.verdicts.allSatisfy { !$0.passed && $0.message.contains("Package.swift is missing") }, "\(step)")
        try await expect(judge([:], steps: [1]).firstStep(nil) == nil, "nothing at all was not run")
    }

    @Test("a step that's begun and not written takes no point of the step before it")
    func begunStep() async throws {
        let tree = try Self.projector.get().starter(of: 2)
        let finding = try await judge(tree, steps: [1, 2]).finding()
        expect(finding.steps.map(\.outcome), equals: [.passed, .failed], "\(finding)")
        let tasks = Set(finding.steps[1].verdicts.map(\.message))
        expect(tasks.count > 3, "more than one body is to be written: \(tasks)")
    }

    @Test("what the compiler does not come to an end with did not build")
    func endlessBuild() async throws {
        try await Resources.using { resources in
            var limits = Limits()
            limits.buildSeconds = 0.2
            let cache = try await resources.makeDirectory("vitals-endless")
            let tree = try Self.projector.get().tree(after: 1)
            let finding = try await judge(tree, steps: [1], cache: cache, limits: limits).finding()
            expect(finding.steps.map(\.outcome), equals: [.didNotBuild])
            expect(finding.steps.first?.note.contains("didn't finish within") == true, "\(finding)")
        }
    }

    @Test("what asks for more memory than a build may have did not build, and that is a verdict")
    func greedyBuild() async throws {
        try await Resources.using { resources in
            var limits = Limits()
            limits.buildMemoryBytes = 40 << 20
            let cache = try await resources.makeDirectory("vitals-greedy")
            let tree = try Self.projector.get().tree(after: 1)
            let finding = try await judge(tree, steps: [1], cache: cache, limits: limits).finding()
            expect(finding.steps.map(\.outcome), equals: [.didNotBuild])
            expect(finding.steps.first?.note.contains("needed more than 40 MiB") == true, "\(finding)")
            expect(finding.buildNotes.first?.contains("needed more than") == true)
        }
    }

    @Test("a submission that hangs gets the same verdicts each time", .timeLimit(.minutes(10)))
    func hangs() async throws {
        let state = ProjectionState.after([1, 2, 3]).replacing("canonical", with: ["        while true { sleep(1) }"])
        // It sleeps, because a loop that computes would take the processors from the other tests.
        let path = "Sources/Vitals/Units/Measurement+Canonical.swift"
        let solution = try Self.projector.get().tree(in: state)
        let tree = solution.merging([path: TreeFile("import Foundation\n" + (try #require(solution[path]?.text)))]) {
            $1
        }
        // It waits for minutes, and other tests need the usual folder meanwhile.
        let seen = try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-hangs")
            var seen: [[String]] = []
            for _ in 1...2 {
                let steps = try await judge(tree, steps: [3], cache: cache).finding().steps
                seen.append(steps.flatMap(\.verdicts).map { "\($0.id): \($0.outcome) \($0.message)" })
            }
            return seen
        }
        expect(seen[0], equals: seen[1])
        expect(seen[0].contains { $0.contains("was left out") }, "too few hang to tell: \(seen[0])")
    }
}
