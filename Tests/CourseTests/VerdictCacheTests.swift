import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("What the proof of the course keeps", .serialized)
struct VerdictCacheTests {
    private let projector: Projector

    init() throws { projector = Projector(course: try Course.load(root: PackageFiles.root)) }

    @Test("a refused answer is acted out once, and again where that is asked or its test said something else")
    func refusals() async throws {
        let answer = try WrongAnswer.all(of: try #require(projector.course.step(2)), root: PackageFiles.root)[0]
        try await Harness.with(projector, step: 2) { harness in
            let cache = try await harness.resources.makeDirectory("vitals-verdicts")
            var verdicts = try VerdictCache(projector: projector, cache: cache)
            for isRemembered in [false, true] {
                let lines = try await harness.prove([answer], verdicts)
                let line = try #require(lines.last)
                expect(line.diagnostics == [] && line.isRemembered == isRemembered, "\(lines)")
            }

            let solution = try projector.tree(after: 2)
            let key = try verdicts.key(answer, reference: solution, step: harness.step)
            var verdict = try #require(verdicts.refusal(key))
            expect(verdict.id == answer.test && verdict.outcome == .wrong)
            verdict.message = "something that its author did not expect"
            try verdicts.keep(verdict, key)
            try await expect(harness.prove([answer], verdicts).last?.isRemembered == false)

            verdicts.recalls = false
            try await expect(harness.prove([answer], verdicts).last?.isRemembered == false)
        }
    }

    @Test("a proof that tests start finds the verdicts of another: its PATH leads to the same programs")
    func samePrograms() throws {
        let path = ExecutableSearch.path()
        let ofTests = try PostgresBinaries.pathWithClient().split(separator: ":").map(String.init)
        // The PATH of these tests may be the one with psql already.
        let own = path.filter { $0 != ofTests.first }
        expect(VerdictCache.installed(on: ofTests), equals: VerdictCache.installed(on: own))
        expect(VerdictCache.installed(on: []) != VerdictCache.installed(on: own))
    }

    @Test("what was judged is another thing when the answer, the test, or the step's own files differ")
    func keys() async throws {
        try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-verdicts")
            let verdicts = try VerdictCache(projector: projector, cache: cache)
            let tree = try projector.tree(after: 9)
            var edited = tree
            edited["Tests/ConvergenceTests/MergeTests.swift"] = TreeFile("")
            var executable = tree
            executable["Tests/ConvergenceTests/MergeTests.swift"]?.isExecutable = true
            var keys = [
                try verdicts.key(tree, reached: StepSet(1...9), subject: "A/a()"),
                try verdicts.key(tree, reached: StepSet(1...9), subject: "A/b()"),
                try verdicts.key(edited, reached: StepSet(1...9), subject: "A/a()"),
                try verdicts.key(executable, reached: StepSet(1...9), subject: "A/a()"),
                try verdicts.key(tree, reached: StepSet(1...10), subject: "A/a()"),
            ]
            // An address would be another one in the next process, and nothing would be found again.
            let changed = try WrongAnswer.all(of: try #require(projector.course.step(2)), root: PackageFiles.root)
            expect(changed.contains { "\($0.parts)".contains("becomes") })
            expect(changed.allSatisfy { !"\($0.parts)".contains("unknown context") })
            let step = try #require(projector.course.step(9))
            keys += try WrongAnswer.all(of: step, root: PackageFiles.root).map {
                try verdicts.key($0, reference: tree, step: step)
            }
            // A clone in which one thing is another one that is not the learner's.
            let clone = try await resources.makeDirectory("vitals-clone")
            for path in SourceFiles.courseParts.flatMap({ SourceFiles.list(PackageFiles.root, $0) }) {
                try projector.files.contents(path).write(to: clone + "/" + path)
            }
            for path in [
                "steps/09-tests/engines/phones-differ.swift", "steps/09-tests/step.yml",
                "Sources/Checkpoint/Check/Checking/Checker.swift", "Tests/StepTests/Step02ModelTests.swift",
            ] {
                let file = try projector.files.contents(path)
                let remark = Data((path.hasSuffix(".yml") ? "# edited\n" : "// edited\n").utf8)
                try TreeFile(file.contents + remark).write(to: clone + "/" + path)
                let other = Projector(course: try Course.load(root: clone))
                let verdicts = try VerdictCache(projector: other, cache: cache)
                keys.append(try verdicts.key(try other.tree(after: 9), reached: StepSet(1...9), subject: "A/a()"))
                try file.write(to: clone + "/" + path)
            }
            expect(Set(keys).count, equals: keys.count)
        }
    }
}
