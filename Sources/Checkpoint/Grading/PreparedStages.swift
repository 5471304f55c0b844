internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Builds the parts that all submissions need, once for each set of packages: dependencies, official tests, and the
/// mutants for the steps that judge tests.
actor PreparedStages {
    nonisolated let canary = CanaryTest.random()
    private let run: GradingRun
    private var prepared: [String: Task<Stage, any Error>] = [:]

    init(run: GradingRun) { self.run = run }

    /// Cancelling one caller ends the preparation for all: only the end of the whole grading cancels any.
    ///
    func stage(reaching steps: StepSet, progress: @escaping @Sendable (String) -> Void) async throws -> Stage {
        let stages = try Stages(projector: run.projector)
        let stage = try stages.stage(for: steps)
        let task = prepared[stage.folder] ?? Task { try await prepare(stages, steps, progress) }
        prepared[stage.folder] = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Builds and judges the reference like a submission. If it fails, no learner is at fault.
    private func prepare(
        _ stages: Stages, _ steps: StepSet, _ progress: @escaping @Sendable (String) -> Void
    ) async throws -> Stage {
        var checker = Checker(stages: stages)
        checker.progress = { progress("Preparing: " + $0) }
        let course = run.projector.course
        let step = steps.max ?? 1
        let judged = course.judgedSteps.filter(steps.contains) + [step]
        var request = Checker.Request(tree: try run.projector.tree(in: .after(steps)), step: step, of: course)
        (request.reached, request.judged) = (steps, steps)
        request.only = Set(judged.flatMap { course.step($0)?.tests.map(\.id) ?? [] })
        request.canary = canary
        let (finished, ready) = (request, checker)
        let stage = try stages.stage(for: steps)
        let report: CheckReport
        do {
            report = try await stage.exclusively(waiting: progress) {
                try await Resources.using { try await ready.check(finished, in: $0) }
            }
        } catch let refusal as InterfaceRefusal {
            throw CourseError(
                .courseBroken, "The reference itself would be refused, so no submission can be graded.",
                lastLines: refusal.reasons.map { "\($0.path):\($0.line): \($0.message)" })
        }
        guard report.passed else {
            let words = report.failures.prefix(5).map { "\($0.id): \($0.message)" }
            throw CourseError(
                .courseBroken,
                "The reference itself doesn't pass step \(step) on this machine, so no submission can be graded. "
                    + "vitals-course doctor may say why.",
                lastLines: words + report.errors.map { "\($0.path):\($0.line): \($0.message)" } + report.buildOutput)
        }
        return stage
    }
}
