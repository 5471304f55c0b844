package import CheckpointCourse
internal import CheckpointSystem

/// A learner's access to a step, derived each time from the steps that have passed or were skipped on purpose.
package enum StepAccess: Hashable, Sendable {
    /// The step's files are in the workspace.
    case started
    /// The step is available, but its files aren't in the workspace yet.
    case open
    /// The step is locked until these steps pass.
    case locked(by: [Int])
    /// The step is announced, but not written yet.
    case coming
}

extension CourseProgress {
    package func isDone(_ step: Step) -> Bool { self[step].passedAt != nil || self[step].skippedAt != nil }

    /// Returns the step that the learner is at.
    ///
    /// - Throws: `CourseError` if the course doesn't have that step, or no longer has it.
    package func currentStep(in course: Course) throws -> Step {
        try Self.step(current, in: course)
    }

    package func access(to step: Step, in course: Course) throws -> StepAccess {
        if step.isComing { return .coming }
        let blocking = step.requires.filter { number in course.step(number).map { !isDone($0) } ?? false }
        if try begunSteps(in: course).contains(step.number) { return .started }
        return blocking.isEmpty ? .open : .locked(by: blocking)
    }

    /// - Throws: `CourseError.locked` with the reason and the command that opens the step.
    package func requireStarted(_ step: Step, in course: Course) throws {
        switch try access(to: step, in: course) {
        case .started: return
        case .coming: throw CourseError.coming(step)
        case .open:
            let current = try currentStep(in: course)
            let isNext = current.number + 1 == step.number && isDone(current)
            let command = step.isChapter ? "next \(step.name)" : isNext ? "next" : "jump \(step.number)"
            throw CourseError(
                .locked,
                "Step \(step.number) (\(step.title)) is open, but its files aren't in your workspace yet: "
                    + "vitals-course \(command) brings them.")
        case .locked(let blocking):
            throw CourseError(.locked, try reason(step, blocking, in: course))
        }
    }

    /// Returns the step that must pass before the learner may read a page, because the page shows its solution; nil if
    /// they may.
    package func lock(of page: PageID, in course: Course) -> Step? {
        guard let step = page.opensAfter.flatMap(course.step), !isDone(step) else { return nil }
        return step
    }

    /// Returns a sentence that says why a step is locked and how to open it.
    package func reason(_ step: Step, _ blocking: [Int], in course: Course) throws -> String {
        let names = blocking.map { number in "step \(number) (\(course.step(number)?.title ?? "?"))" }
        let current = try currentStep(in: course)
        let way = isDone(current) ? "vitals-course next" : "vitals-course check \(current.number)"
        return """
            Step \(step.number) (\(step.title)) is locked: \(names.joined(separator: " and ")) \
            \(names.count == 1 ? "hasn't" : "haven't") passed. \
            You are at step \(current.number); \(way) is the way on. To begin at step \(step.number) all the same: \
            vitals-course jump \(step.word) (\(step.isChapter ? "what it builds on" : "those before it") then \
            \(step.isChapter ? "counts" : "count") as skipped).
            """
    }
}
