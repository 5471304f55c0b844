package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// Commands that compare the learner's files of a step with the course's, or replace them.
extension Workspace {
    /// Resets the files of a step to their state at the start of the step.
    package func reset(_ step: Step, _ projector: Projector, at now: Date) async throws -> WorkspaceReport {
        try await perform("reset \(step.number)", at: now) { progress in
            try progress.requireStarted(step, in: projector.course)
            let starter = try projector.starter(of: step.number)
            return try plan(step, projector, progress, from: starter)
        }
    }

    /// Resets one file of the course's to its state at the start of the latest step with a body in that file, or else
    /// of the present step.
    ///
    /// - Parameter path: relative to the workspace.
    /// - Throws: `CourseError.usage` for a file that the course hasn't provided, or that the runner owns.
    package func reset(file path: String, _ projector: Projector, at now: Date) async throws -> WorkspaceReport {
        try await perform("reset --file \(path)", at: now) { progress in
            let current = try progress.currentStep(in: projector.course).number
            let bodies = try projector.regions().filter { $0.file.isPath(path) && $0.step <= current }.map(\.step)
            guard let file = try projector.starter(of: bodies.max() ?? current)[path] else {
                throw CourseError(
                    .usage,
                    "The course has no file \(PlainText.quoted(path)) in the steps up to \(current). Give its path from the "
                        + "top of the workspace, such as Package.swift.")
            }
            guard !projector.isRunnerOwned(path, at: current) else {
                throw CourseError(
                    .usage, "\(path) is the course's own, and no work of yours: vitals-course update brings it back.")
            }
            var plan = WorkspacePlan()
            plan.write(path, file)
            return plan
        }
    }

    /// Writes the reference's files of a step, and records that.
    package func applySolution(
        of step: Step, _ projector: Projector, at now: Date
    ) async throws -> WorkspaceReport {
        try await perform("solution \(step.number) --apply", at: now) { progress in
            try progress.requireStarted(step, in: projector.course)
            let state = try progress.reference(for: step, in: projector.course)
            var plan = try plan(step, projector, progress, from: try projector.tree(in: state))
            plan.progress = { $0[step].solutionAppliedAt = now }
            return plan
        }
    }

    private func plan(
        _ step: Step, _ projector: Projector, _ progress: CourseProgress, from tree: [String: TreeFile]
    ) throws -> WorkspacePlan {
        var plan = WorkspacePlan()
        let current = try progress.currentStep(in: projector.course).number
        for path in try projector.workPaths(of: step.number, at: current) {
            if let file = tree[path] { plan.write(path, file) }
        }
        return plan
    }
}

extension CourseProgress {
    /// Returns the state of the course with which the learner's files of a step are compared.
    ///
    /// A file may hold the work of several steps. So for an earlier step the reference is the start of the learner's
    /// present step: it includes the later work in the file and doesn't reveal the bodies that are still to be written.
    package func reference(for step: Step, in course: Course) throws -> ProjectionState {
        let current = try currentStep(in: course)
        if step.number >= current.number { return .after(step.number) }
        return self[current].passedAt == nil ? .starter(of: current.number) : .after(current.number)
    }
}

extension Projector {
    /// Returns the learner's files that a step is about: those that it adds, and those that contain one of its bodies.
    ///
    /// - Parameter current: the step that the learner is at, which decides whether `Package.swift` is still theirs.
    package func workPaths(of step: Int, at current: Int) throws -> [String] {
        let bodies = try regions().filter { $0.step == step }.map(\.file)
        let paths = Set(learnerPaths(ownedBy: step) + bodies)
        return paths.filter { !isRunnerOwned($0, at: max(step, current)) }.sorted()
    }
}
