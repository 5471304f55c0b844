package import CheckpointCourse
package import CheckpointSystem

/// The steps that `next` and `jump` lead to.
extension CourseProgress {
    /// Returns the step that `next` leads to.
    ///
    /// - Throws: `CourseError.locked` if the present step hasn't passed, and after the last step of the first part, with
    ///   the chapters that are open.
    package func nextStep(in course: Course) throws -> Step {
        let current = try currentStep(in: course)
        let furthest = try furthestLinearStep(in: course) ?? current
        let next = course.linearSteps.first { $0.number > furthest.number }
        guard isDone(current) else {
            let command = next.map { current.isChapter ? "next \($0.word)" : "jump \($0.word)" }
            throw CourseError(
                .locked,
                "Step \(current.number) (\(current.title)) hasn't passed yet: vitals-course check \(current.number) tells "
                    + "you what is missing." + (command.map { " To go on without it: vitals-course \($0)" } ?? ""))
        }
        guard isDone(furthest) else {
            throw CourseError(
                .locked,
                "Step \(furthest.number) (\(furthest.title)), which you began before, hasn't passed yet. "
                    + "To go on with it: vitals-course next \(furthest.word)")
        }
        guard let next else {
            throw CourseError(.locked, try lastWords(furthest, in: course))
        }
        guard !next.isComing else { throw CourseError.coming(next) }
        if case .locked(let blocking) = try access(to: next, in: course) {
            throw CourseError(.locked, try reason(next, blocking, in: course))
        }
        return next
    }

    /// Checks that `next` may lead to a step that was named.
    ///
    /// - Throws: `CourseError.locked` with the command that leads there.
    package func requireNext(_ step: Step, in course: Course) throws {
        switch try access(to: step, in: course) {
        case .coming: throw CourseError.coming(step)
        case .locked(let blocking): throw CourseError(.locked, try reason(step, blocking, in: course))
        case .started:
            guard isDone(step) || step.id == current else { return }
            throw CourseError(
                .locked,
                "Step \(step.number) (\(step.title)) is in your workspace already: vitals-course check \(step.number)")
        case .open:
            if !step.isChapter, let last = try furthestLinearStep(in: course), !isDone(last) {
                throw CourseError(
                    .locked,
                    "Step \(step.number) (\(step.title)) comes after step \(last.number) (\(last.title)), which hasn't passed "
                        + "yet. To begin at step \(step.number) all the same: vitals-course jump \(step.number)")
            }
            let missing = course.closure(of: step.number).subtracting(try begunSteps(in: course).union([step.number]))
            guard missing.isEmpty else {
                throw CourseError(
                    .locked,
                    "Step \(step.number) (\(step.title)) builds on files that your workspace doesn't have, of step "
                        + "\(missing). This brings them: vitals-course jump \(step.word)")
            }
        }
    }

    /// Returns the chapters that `next` can bring, in order.
    package func openChapters(in course: Course) throws -> [Step] {
        try course.chapters.filter { try access(to: $0, in: course) == .open }
    }

    /// Returns the chapter to name after a chapter has passed: the first open one that builds on it. Nil if there's none, and
    /// after a step of the first part, which the next one follows.
    package func chapter(following step: Step, in course: Course) throws -> Step? {
        guard step.isChapter else { return nil }
        return try openChapters(in: course).first { $0.requires.contains(step.number) }
    }

    private func lastWords(_ last: Step, in course: Course) throws -> String {
        let open = try openChapters(in: course)
        guard !open.isEmpty else {
            return "Step \(last.number) is the last one. See it run: vitals-course demo"
        }
        let list = open.map { "\n  vitals-course next \($0.name)   chapter \($0.number), \($0.title)" }
        return "\(last.title) was the last step of “\(course.parts[0].title)”. What comes now is yours to choose. "
            + "Chapters that are open:" + list.joined()
    }
}

extension Step {
    /// The word by which commands that people are shown name the step: a chapter's name, another step's number.
    package var word: String { isChapter ? name : "\(number)" }
}

extension CourseError {
    package static func coming(_ step: Step) -> CourseError {
        CourseError(.locked, "Step \(step.number) (\(step.title)) isn't published yet.")
    }
}
