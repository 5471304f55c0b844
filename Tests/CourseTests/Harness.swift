import Foundation
import StepSupport
import Synchronization

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

/// A verifier for the wrong answers of one step, which holds its stage.
struct Harness: Sendable {
    let step: Step
    let resources: Resources
    let checker: Checker

    static func with(
        _ projector: Projector, step number: Int, _ body: @Sendable (Harness) async throws -> Void
    ) async throws {
        let checker = Checker(stages: try Stages(projector: projector))
        guard let step = projector.course.step(number) else { throw CourseError(.usage, "There is no step \(number).") }
        try await checker.stages.stage(at: number).exclusively(waiting: { _ in }) {
            try await Resources.using { try await body(Harness(step: step, resources: $0, checker: checker)) }
        }
    }

    /// - Returns: the lines that were reported.
    func prove(_ answers: [WrongAnswer], _ verdicts: VerdictCache? = nil) async throws -> [CourseVerifier.Line] {
        var proof = StepVerifier(checker: checker, step: step, resources: resources)
        proof.verdicts = verdicts
        let lines = Mutex<[CourseVerifier.Line]>([])
        var stepProof = StepVerification(proof) { line in lines.withLock { $0.append(line) } }
        _ = try await stepProof.refuse(answers)
        return lines.withLock { $0 }
    }
}
