/// Whether a learner may work on a step. It is worked out each time, from what has passed or was skipped on purpose.
package enum StepAccess: Hashable, Sendable {
    /// Its files are in the workspace.
    case started
    /// Nothing stands before it, but its files have not been brought yet.
    case open
    /// These must pass first.
    case locked(by: [Int])
    /// It is announced, and not there yet.
    case coming
}

extension CourseProgress {
    package func isDone(_ step: Step) -> Bool { self[step].passedAt != nil || self[step].skippedAt != nil }

    /// The step that the learner is at.
    ///
    /// - Throws: `CourseError` when the course has no such step, or has it no more.
    package func currentStep(in course: Course) throws -> Step {
        guard let step = course.steps.first(where: { $0.id == current && !$0.isComing }) else {
            throw CourseError(
                .failed,
                "This workspace is at step \"\(current)\", which the course does not have. Is its clone the right one? "
                    + "vitals-course doctor says which it is.")
        }
        return step
    }

    package func access(to step: Step, in course: Course) throws -> StepAccess {
        if step.isComing { return .coming }
        let blocking = step.requires.filter { number in course.step(number).map { !isDone($0) } ?? false }
        if try step.number <= currentStep(in: course).number { return .started }
        return blocking.isEmpty ? .open : .locked(by: blocking)
    }

    /// - Throws: `CourseError.locked` that says why, and which command opens the step.
    package func requireStarted(_ step: Step, in course: Course) throws {
        switch try access(to: step, in: course) {
        case .started: return
        case .coming: throw CourseError(.locked, "Step \(step.number) (\(step.title)) is coming; it is not there yet.")
        case .open:
            let current = try currentStep(in: course)
            let command = current.number + 1 == step.number && isDone(current) ? "next" : "jump \(step.number)"
            throw CourseError(
                .locked,
                "Step \(step.number) (\(step.title)) is open, but its files are not in your workspace yet: "
                    + "vitals-course \(command) brings them.")
        case .locked(let blocking):
            throw CourseError(.locked, try reason(step, blocking, in: course))
        }
    }

    /// Why a step is locked, and what opens it.
    func reason(_ step: Step, _ blocking: [Int], in course: Course) throws -> String {
        let names = blocking.map { number in "step \(number) (\(course.step(number)?.title ?? "?"))" }
        let current = try currentStep(in: course)
        let way = isDone(current) ? "vitals-course next" : "vitals-course check \(current.number)"
        return """
            Step \(step.number) (\(step.title)) is locked: \(names.joined(separator: " and ")) has not passed. \
            You are at step \(current.number); \(way) is the way on. To begin at step \(step.number) all the same: \
            vitals-course jump \(step.number) (those before it then count as skipped).
            """
    }
}
