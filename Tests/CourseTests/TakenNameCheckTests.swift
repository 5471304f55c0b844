import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests that a learner hears of a name that grading would refuse, before anything is handed in.
@Suite("A check of names that the tests use")
struct TakenNameCheckTests {
    @Test("says which line takes a name of the official tests, and what to do")
    func learner() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            let path = learner.workspace + "/Sources/Vitals/Units/Own.swift"
            let text = "\npublic func expect(_ isTrue: Bool, _ words: String) {}\n"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let refused = try await learner.run("check")
            expect(refused.status, equals: 1, "\(refused.text)")
            expect(refused.text.contains("Sources/Vitals/Units/Own.swift:2"), "\(refused.text)")
            expect(refused.text.contains("would use this `expect` where they mean another one"), "\(refused.text)")
            try text.replacing("public ", with: "").write(toFile: path, atomically: true, encoding: .utf8)
            let passed = try await learner.run("check")
            expect(passed.status, equals: 0, "\(passed.text)")
        }
    }
}
