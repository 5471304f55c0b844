package import CheckpointCourse
package import CheckpointSystem
package import Foundation

/// Commands that move through the course.
extension Workspace {
    /// Adds the next step's files; the learner's files aren't changed.
    ///
    /// - Returns: the step that the learner is at now, and a report of the changes.
    /// - Throws: `CourseError.locked` if the current step hasn't passed, or if the files have changed since it passed.
    package func next(_ projector: Projector, at now: Date) async throws -> (step: Step, report: WorkspaceReport) {
        let course = projector.course
        let next = try progress().nextStep(in: course)
        try requireAsChecked(projector, try progress())
        let report = try await perform("next", at: now) { progress in
            guard try progress.nextStep(in: course) == next else {
                throw CourseError(.failed, "Another vitals-course has just moved on; look where you are: vitals-course")
            }
            let starter = try projector.starter(of: next.number)
            var plan = runnerPlan(projector, starter, at: next.number, progress)
            for path in projector.learnerPaths(ownedBy: next.number) {
                if let file = starter[path] { plan.offer(path, file, in: self) }
            }
            plan.progress = { progress in
                progress.current = next.id
                progress.courseVersion = course.version
            }
            return plan
        }
        return (next, report)
    }

    /// Refuses to move on from files that differ from those that passed: they may not even compile.
    private func requireAsChecked(_ projector: Projector, _ progress: CourseProgress) throws {
        let course = projector.course
        let current = try progress.currentStep(in: course)
        let changed = course.writtenSteps.filter { $0.number <= current.number && progress[$0].passedAt != nil }
            .flatMap { changes(since: progress[$0]) }
            .filter { !projector.isRunnerOwned($0, at: current.number) }
        let isSame = try progress[current].passedTree.map {
            try $0 == projector.ownFingerprint(of: LearnerTree.read(root))
        }
        guard let what = Set(changed).sorted().first ?? (isSame == false ? "Something in your files" : nil) else {
            return
        }
        throw CourseError(
            .locked,
            "\(what) has changed since step \(current.number) (\(current.title)) passed, so the next step's files might not go with "
                + "it. Check once more, then go on: vitals-course check \(current.number)")
    }

    /// Writes the reference through step N-1 and the starter of step N. Steps that haven't passed count as skipped.
    package func jump(
        to step: Step, _ projector: Projector, at now: Date
    ) async throws -> WorkspaceReport {
        let course = projector.course
        guard !step.isComing else { throw CourseError.coming(step) }
        return try await perform("jump \(step.number)", at: now) { progress in
            let starter = try projector.starter(of: step.number)
            var plan = WorkspacePlan()
            for (path, file) in starter { plan.write(path, file, in: self, progress) }
            // Files that the course added with a later step, or no longer has; the learner's own files aren't among
            // them.
            plan.removals = progress.given.keys.filter { starter[$0] == nil }
            plan.progress = { progress in
                for earlier in course.steps where earlier.number < step.number && !progress.isDone(earlier) {
                    progress[earlier].skippedAt = now
                }
                progress[step].skippedAt = nil
                progress.current = step.id
                progress.courseVersion = course.version
            }
            return plan
        }
    }

    /// Replaces the tests, the manifest and everything else that the runner owns with the course's present versions.
    ///
    /// - Parameter frontend: the new choice of front end; nil to keep the old one.
    package func update(
        _ projector: Projector, frontend: Frontend? = nil, at now: Date
    ) async throws -> WorkspaceReport {
        let course = projector.course
        let report = try await perform("update", at: now) { progress in
            let current = try progress.currentStep(in: course).number
            let starter = try projector.starter(of: current)
            var plan = runnerPlan(projector, starter, at: current, progress)
            // Files that the course has added to a step since the learner started it.
            for step in course.writtenSteps where step.number <= current {
                for path in projector.learnerPaths(ownedBy: step.number) where progress.given[path] == nil {
                    if let file = starter[path], plan.given[path] == nil { plan.offer(path, file, in: self) }
                }
            }
            plan.writes[Shim.name] = Shim.file
            plan.progress = { progress in
                progress.courseVersion = course.version
                if let frontend { progress.frontend = frontend }
            }
            return plan
        }
        try rememberCourse(course.root)
        return report
    }

    /// Plans the files that the runner owns at a step, and the removal of those that it no longer has.
    private func runnerPlan(
        _ projector: Projector, _ tree: [String: TreeFile], at step: Int, _ progress: CourseProgress
    ) -> WorkspacePlan {
        var plan = WorkspacePlan()
        for (path, file) in tree where projector.isRunnerOwned(path, at: step) {
            plan.write(path, file, in: self, progress)
        }
        plan.removals = progress.given.keys.filter { tree[$0] == nil && projector.isRunnerOwned($0, at: step) }
        return plan
    }
}

extension CourseProgress {
    /// Returns the step that `next` leads to.
    package func nextStep(in course: Course) throws -> Step {
        let current = try currentStep(in: course)
        guard isDone(current) else {
            throw CourseError(
                .locked,
                "Step \(current.number) (\(current.title)) has not passed yet: vitals-course check \(current.number) tells "
                    + "you what is missing. To go on without it: vitals-course jump \(current.number + 1)")
        }
        guard let next = course.step(current.number + 1) else {
            throw CourseError(.locked, "Step \(current.number) is the last one. See it run: vitals-course demo")
        }
        guard !next.isComing else { throw CourseError.coming(next) }
        if case .locked(let blocking) = try access(to: next, in: course) {
            throw CourseError(.locked, try reason(next, blocking, in: course))
        }
        return next
    }
}

extension CourseError {
    package static func coming(_ step: Step) -> CourseError {
        CourseError(.locked, "Step \(step.number) (\(step.title)) is coming; it is not there yet.")
    }
}
