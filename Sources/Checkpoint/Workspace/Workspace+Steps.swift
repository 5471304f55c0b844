package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// Commands that move through the course.
extension Workspace {
    /// Adds the next step's files; the learner's files aren't changed. A step that was begun before becomes the present
    /// one again.
    ///
    /// - Parameter named: the step to bring, such as a chapter; nil for the next one of the first part.
    /// - Returns: the step that the learner is at now, and a report of the changes.
    /// - Throws: `CourseError.locked` if the step isn't open, or if the files have changed since the current step passed.
    package func next(
        _ projector: Projector, to named: Step? = nil, at now: Date
    ) async throws -> (step: Step, report: WorkspaceReport) {
        let course = projector.course
        let next = try nextStep(named, course, try progress())
        try requireAsChecked(projector, try progress())
        let report = try await perform(named.map { "next \($0.word)" } ?? "next", at: now) { progress in
            guard try nextStep(named, course, progress) == next else {
                throw CourseError(
                    .failed, "Another vitals-course has just moved on. To see where you are: vitals-course")
            }
            let isNew = try !progress.begunSteps(in: course).contains(next.number)
            var plan = isNew ? try plan(toBring: next, projector, progress) : WorkspacePlan()
            let moved = try progress.moved(to: next, in: course)
            plan.progress = { progress in
                (progress.current, progress.begun) = (moved.current, moved.begun)
                progress.courseVersion = course.version
            }
            return plan
        }
        return (next, report)
    }

    private func nextStep(_ named: Step?, _ course: Course, _ progress: CourseProgress) throws -> Step {
        guard let named else { return try progress.nextStep(in: course) }
        try progress.requireNext(named, in: course)
        return named
    }

    /// Plans the runner's files of the workspace with this step, and the starter's files that are the learner's.
    private func plan(
        toBring step: Step, _ projector: Projector, _ progress: CourseProgress
    ) throws -> WorkspacePlan {
        let state = try progress.starterState(of: step, in: projector.course)
        let starter = try projector.tree(in: state)
        var plan = runnerPlan(projector, starter, at: state.reached.max ?? step.number, progress)
        for path in projector.learnerPaths(ownedBy: step.number) {
            if let file = starter[path] { plan.offer(path, file, in: self) }
        }
        return plan
    }

    /// Refuses to move on from files that differ from those that passed: they may not even compile.
    private func requireAsChecked(_ projector: Projector, _ progress: CourseProgress) throws {
        let course = projector.course
        let current = try progress.currentStep(in: course)
        // Only `next` with a step's name leaves an unfinished step, and of that no check could tell anything.
        guard progress.isDone(current) else { return }
        let begun = try progress.begunSteps(in: course)
        let changed = course.writtenSteps.filter { begun.contains($0.number) && progress[$0].passedAt != nil }
            .flatMap { changes(since: progress[$0]) }
            .filter { !projector.isRunnerOwned($0, at: begun.max ?? current.number) }
        let isSame = try progress[current].passedTree.map {
            try $0 == projector.ownFingerprint(of: LearnerTree.read(root))
        }
        guard let what = Set(changed).sorted().first ?? (isSame == false ? "Something in your files" : nil) else {
            return
        }
        throw CourseError(
            .locked,
            "\(what) has changed since step \(current.number) (\(current.title)) passed, so the next step's files might not fit "
                + "it. Check once more, then go on: vitals-course check \(current.number)")
    }

    /// Writes the reference through step N-1 and the starter of step N. Steps that haven't passed count as skipped.
    ///
    /// For a chapter, the reference is written only for those steps that the chapter builds on and that haven't passed.
    package func jump(
        to step: Step, _ projector: Projector, at now: Date
    ) async throws -> WorkspaceReport {
        let course = projector.course
        guard !step.isComing else { throw CourseError.coming(step) }
        guard !step.isChapter else { return try await jump(toChapter: step, projector, at: now) }
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
                progress.begin(atOnly: step)
                progress.courseVersion = course.version
            }
            return plan
        }
    }

    private func jump(
        toChapter step: Step, _ projector: Projector, at now: Date
    ) async throws -> WorkspaceReport {
        let course = projector.course
        return try await perform("jump \(step.word)", at: now) { progress in
            let begun = try progress.begunSteps(in: course)
            guard !begun.contains(step.number) else {
                throw CourseError(
                    .locked,
                    "Step \(step.number) (\(step.title)) is in your workspace already. To begin it anew: "
                        + "vitals-course reset \(step.number)")
            }
            let needed = course.closure(of: step.number).subtracting([step.number])
            let missing = needed.filter { course.step($0).map { !progress.isDone($0) } ?? false }
            let solution = try projector.tree(in: try progress.starterState(of: step, in: course))
            var plan = try plan(toBring: step, projector, progress)
            let last = needed.union(begun).union([step.number]).max ?? step.number
            for number in missing.union(needed.subtracting(begun)).numbers {
                for path in try projector.workPaths(of: number, at: last) {
                    if let file = solution[path] { plan.write(path, file, in: self, progress) }
                }
            }
            let moved = try progress.moved(to: step, in: course)
            plan.progress = { progress in
                for skipped in course.steps where missing.contains(skipped.number) { progress[skipped].skippedAt = now }
                progress[step].skippedAt = nil
                (progress.current, progress.begun) = (moved.current, moved.begun)
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
            let current = try progress.currentStep(in: course)
            let begun = try progress.begunSteps(in: course)
            let starter = try projector.tree(in: try progress.starterState(of: current, in: course))
            var plan = runnerPlan(projector, starter, at: begun.max ?? current.number, progress)
            // Files that the course has added to a step since the learner started it.
            for step in course.writtenSteps where begun.contains(step.number) {
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
