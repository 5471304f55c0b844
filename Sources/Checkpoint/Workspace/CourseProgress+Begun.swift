package import CheckpointCourse
internal import CheckpointSystem

/// The steps that a workspace has, and the states of the course that follow from them.
extension CourseProgress {
    /// Returns the steps whose files are in the workspace.
    ///
    /// - Throws: `CourseError` if the course doesn't have one of them, or no longer has it.
    package func begunSteps(in course: Course) throws -> StepSet {
        let present = try currentStep(in: course)
        let others = try (begun ?? []).map { try Self.step($0, in: course).number }
        return course.closure(of: StepSet(others + [present.number]))
    }

    /// Returns the progress at a step of a workspace that keeps what it has.
    func moved(to step: Step, in course: Course) throws -> CourseProgress {
        var moved = self
        moved.begin(atOnly: step)
        var covered = course.closure(of: step.number)
        // Only the steps that no other one brings with it are noted.
        for number in try begunSteps(in: course).numbers.reversed() where !covered.contains(number) {
            covered = covered.union(course.closure(of: number))
            moved.begun = (course.step(number).map { [$0.id] } ?? []) + (moved.begun ?? [])
        }
        return moved
    }

    /// Moves to a step of a workspace that has that step and what it builds on, and nothing else.
    mutating func begin(atOnly step: Step) {
        current = step.id
        begun = nil
    }

    /// Returns the last step of the first part that the workspace has.
    package func furthestLinearStep(in course: Course) throws -> Step? {
        let begun = try begunSteps(in: course)
        return course.linearSteps.last { begun.contains($0.number) }
    }

    /// Returns the state of the course with which a step begins in this workspace. Other work that the learner has done
    /// is solved in it, except for what builds on the step.
    func starterState(of step: Step, in course: Course) throws -> ProjectionState {
        let needed = course.closure(of: step.number)
        let steps = try begunSteps(in: course).union(needed)
        let solved = try solved(needed, in: course).filter { !course.closure(of: $0).contains(step.number) }
        return ProjectionState(reached: steps, solved: solved)
    }

    /// Returns the state of the course with which the learner's files of a step are compared.
    ///
    /// A file may hold the work of several steps. So the reference includes the other work that the learner has done,
    /// and doesn't reveal the bodies that are still to be written.
    package func reference(for step: Step, in course: Course) throws -> ProjectionState {
        let needed = course.closure(of: step.number)
        return ProjectionState(
            reached: try begunSteps(in: course).union(needed), solved: try solved(needed, in: course))
    }

    /// Returns these steps, and those of the workspace that the learner is done with.
    private func solved(_ steps: StepSet, in course: Course) throws -> StepSet {
        let present = try currentStep(in: course)
        let done = try begunSteps(in: course).filter { number in
            guard let step = course.step(number) else { return false }
            return step == present ? self[step].passedAt != nil : isDone(step)
        }
        return steps.union(done)
    }

    static func step(_ id: String, in course: Course) throws -> Step {
        guard let step = course.steps.first(where: { $0.id == id && !$0.isComing }) else {
            throw CourseError(
                .failed,
                "This workspace is at step \"\(id)\", which the course does not have. Is its clone the right one? "
                    + "vitals-course doctor says which it is.")
        }
        return step
    }
}
