package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// Commands that compare the learner's files of a step with the course's, or replace them.
extension Workspace {
    /// Resets the files of a step to their state at the start of the step.
    package func reset(_ step: Step, _ projector: Projector, at now: Date) async throws -> WorkspaceReport {
        try await perform("reset \(step.number)", at: now) { progress in
            try progress.requireStarted(step, in: projector.course)
            let starter = try projector.tree(in: try progress.starterState(of: step, in: projector.course))
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
            let course = projector.course
            let (present, begun) = (try progress.currentStep(in: course), try progress.begunSteps(in: course))
            let last = begun.max ?? present.number
            let bodies = try projector.regions().filter { $0.file.isPath(path) && begun.contains($0.step) }.map(\.step)
            let latest = bodies.max().flatMap { course.step($0) } ?? present
            guard let file = try projector.tree(in: try progress.starterState(of: latest, in: course))[path] else {
                throw CourseError(
                    .usage,
                    "The course has no file \(PlainText.quoted(path)) in the steps up to \(last). Give its path from the "
                        + "top of the workspace, such as Package.swift.")
            }
            guard !projector.isRunnerOwned(path, at: last) else {
                throw CourseError(
                    .usage, "\(path) belongs to the course, not to you: vitals-course update restores it.")
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
        let begun = try progress.begunSteps(in: projector.course)
        for path in try projector.workPaths(of: step.number, at: begun.max ?? step.number) {
            if let file = tree[path] { plan.write(path, file) }
        }
        return plan
    }
}

extension Projector {
    /// Returns the learner's files that a step is about: those that it adds, and those that contain one of its bodies.
    ///
    /// - Parameter current: the last step that the workspace has, which decides whether `Package.swift` is still theirs.
    package func workPaths(of step: Int, at current: Int) throws -> [String] {
        let bodies = try regions().filter { $0.step == step }.map(\.file)
        let paths = Set(learnerPaths(ownedBy: step) + bodies)
        return paths.filter { !isRunnerOwned($0, at: max(step, current)) }.sorted()
    }
}
