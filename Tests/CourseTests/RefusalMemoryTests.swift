import Foundation
import StepSupport
import Testing

@testable import Checkpoint

@Suite("What dev check remembers of wrong answers", .serialized)
struct RefusalMemoryTests {
    private let projector: Projector

    init() throws { projector = Projector(course: try Course.load(root: PackageFiles.root)) }

    @Test("one that was refused is acted out once, and again where that is asked or its test said something else")
    func remembers() async throws {
        let checker = Checker(stages: try Stages(projector: projector))
        try await checker.stages.stage(at: 2).exclusively(waiting: { _ in }) {
            try await Resources.using { resources in
                var memory = try RefusalMemory(
                    projector: projector, cache: try await resources.makeDirectory("vitals-refusals"))
                let step = try #require(projector.course.step(2))
                var proof = StepProof(checker: checker, step: step, resources: resources)
                proof.memory = memory
                for isRemembered in [false, true] {
                    let found = try await proof.wrongAnswers[0].prove()
                    #expect(found.faults == [] && found.isRemembered == isRemembered, "\(found)")
                }

                let answer = try WrongAnswer.all(of: step, root: projector.course.root)[0]
                let tree = try projector.tree(in: projector.state(after: 2, with: answer))
                let key = try memory.key(tree, step: step, test: answer.test)
                var verdict = try #require(memory.verdict(key))
                #expect(verdict.id == answer.test && verdict.outcome == .wrong)
                verdict.message = "something that its author did not expect"
                try memory.keep(verdict, key)
                #expect(try await proof.wrongAnswers[0].prove().isRemembered == false)

                memory.recalls = false
                proof.memory = memory
                #expect(try await proof.wrongAnswers[0].prove().isRemembered == false)
            }
        }
    }

    @Test("what was refused is another thing when the answer, the test, or the step's own files differ")
    func keys() async throws {
        try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-refusals")
            let memory = try RefusalMemory(projector: projector, cache: cache)
            let step = try #require(projector.course.step(9))
            let tree = try projector.tree(after: 9)
            var edited = tree
            edited["Tests/ConvergenceTests/MergeTests.swift"] = TreeFile("")
            var keys = [
                try memory.key(tree, step: step, test: "A/a()"), try memory.key(tree, step: step, test: "A/b()"),
                try memory.key(edited, step: step, test: "A/a()"),
                try memory.key(tree, step: try #require(projector.course.step(10)), test: "A/a()"),
            ]
            // A clone in which one thing is another one that is not the learner's.
            let clone = try await resources.makeDirectory("vitals-clone")
            for path in SourceFiles.courseParts.flatMap({ SourceFiles.list(PackageFiles.root, $0) }) {
                try projector.files.contents(path).write(to: clone + "/" + path)
            }
            for path in [
                "steps/09-tests/engines/phones-differ.swift", "steps/09-tests/step.yml",
                "Sources/Checkpoint/Check/Checker.swift", "Tests/StepTests/Step02ModelTests.swift",
            ] {
                let file = try projector.files.contents(path)
                let remark = Data((path.hasSuffix(".yml") ? "# edited\n" : "// edited\n").utf8)
                try TreeFile(file.contents + remark).write(to: clone + "/" + path)
                let other = Projector(course: try Course.load(root: clone))
                let memory = try RefusalMemory(projector: other, cache: cache)
                let step = try #require(other.course.step(9))
                keys.append(try memory.key(try other.tree(after: 9), step: step, test: "A/a()"))
                try file.write(to: clone + "/" + path)
            }
            #expect(Set(keys).count == keys.count)
        }
    }
}
