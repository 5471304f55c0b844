package import CheckpointCourse

/// The learner's position in the course: every step with its state. It's read from step.yml, the progress and the
/// learner's own files, so that it appears at once.
package struct StepMap: Sendable {
    package enum State: String, Encodable, Sendable {
        case passed, changed, skipped, now, started, open, locked, coming
    }

    package struct Row: Sendable {
        package let step: Step
        package let state: State
        package let progress: StepProgress
        /// Files that have changed since the step last passed.
        package let changedFiles: [String]
        /// Steps that lock this one.
        package let lockedBy: [Int]
        /// The parts of the step that the learner works on; empty for a step that isn't divided.
        package let parts: [Part]
    }

    /// A part of a step. It's passed if its tests passed when they last ran.
    package struct Part: Sendable {
        package let part: StepPart
        package let state: State
        package let progress: PartProgress
    }

    package let rows: [Row]
    package let current: Step
    package let advice: String
    /// The learner's place in words, such as `Step 2 of 16`.
    package let place: String

    package init(_ course: Course, _ workspace: Workspace, _ progress: CourseProgress) throws {
        let current = try progress.currentStep(in: course)
        let last = try progress.begunSteps(in: course).max ?? current.number
        rows = try course.steps.map { step in
            let known = progress[step]
            // Package.swift was the learner's in step 1 only, so a change by the runner since then isn't the learner's.
            let changed = (known.passedAt == nil ? [] : workspace.changes(since: known))
                .filter { !course.isRunnerOwned($0, at: last) }
            let access = try progress.access(to: step, in: course)
            var blocking: [Int] = []
            if case .locked(let steps) = access { blocking = steps }
            func state() -> State {
                if known.passedAt != nil { return changed.isEmpty ? .passed : .changed }
                if step == current { return .now }
                return known.skippedAt != nil ? .skipped : Self.state(of: access)
            }
            let present = state()
            return Row(
                step: step, state: present, progress: known, changedFiles: changed, lockedBy: blocking,
                parts: Self.parts(of: step, known, isHere: [.now, .started].contains(present)))
        }
        self.current = current
        advice = try Self.advice(current, progress, course)
        place =
            current.isChapter
            ? "Chapter \(current.number)" : "Step \(current.number) of \(course.linearSteps.count)"
    }

    private static func state(of access: StepAccess) -> State {
        switch access {
        case .started: .started
        case .open: .open
        case .locked: .locked
        case .coming: .coming
        }
    }

    /// - Parameter isHere: true if the learner can work on the step, so that its first part to do is marked.
    private static func parts(of step: Step, _ progress: StepProgress, isHere: Bool) -> [Part] {
        let next = isHere ? progress.nextPart(of: step) : nil
        return step.ownParts.map { part in
            let known = progress[part]
            let state: State = known.isGreen ? .passed : part == next ? .now : .open
            return Part(part: part, state: state, progress: known)
        }
    }

    /// Returns the next thing to do, in one line.
    private static func advice(_ current: Step, _ progress: CourseProgress, _ course: Course) throws -> String {
        guard progress.isDone(current) else { return advice(within: current, progress[current]) }
        let furthest = try progress.furthestLinearStep(in: course) ?? current
        guard progress.isDone(furthest) else {
            return "vitals-course next \(furthest.word) takes you back to step \(furthest.number) (\(furthest.title))"
        }
        let demo = "vitals-course demo shows your own build at work"
        if let chapter = try progress.chapter(following: current, in: course) {
            return "vitals-course next \(chapter.name) brings chapter \(chapter.number) (\(chapter.title))"
        }
        let next = course.linearSteps.first { $0.number > furthest.number }
        if let next, !next.isComing { return "vitals-course next brings step \(next.number) (\(next.title))" }
        let open = try progress.openChapters(in: course)
        if open.count > 1 { return "\(demo); vitals-course next lists the chapters that are open" }
        if let chapter = open.first {
            return "\(demo); vitals-course next \(chapter.name) brings chapter \(chapter.number) (\(chapter.title))"
        }
        guard let coming = course.steps.first(where: { $0.isComing }) else { return demo }
        return "\(demo); step \(coming.number) (\(coming.title)) is coming"
    }
}

extension StepMap {
    /// Returns the next thing to do in a step that hasn't passed.
    private static func advice(within step: Step, _ progress: StepProgress) -> String {
        let part = progress.nextPart(of: step)
        if part == nil, !step.ownParts.isEmpty {
            return
                "the parts of step \(step.number) are green; vitals-course check \(step.number) judges the whole step"
        }
        let name = part.map(step.name) ?? "\(step.number)"
        guard (part.map { progress[$0].lastCheck } ?? progress.lastCheck) == nil else {
            return "edit, then vitals-course check \(name); vitals-course hint \(name) if you are stuck"
        }
        let isFirst = part != nil && progress.parts == nil && progress.lastCheck == nil
        let frame = isFirst ? "vitals-course read \(step.number), " : ""
        return frame + "vitals-course read \(name), then edit, then vitals-course check \(name)"
    }
}

extension StepProgress {
    /// Returns the first part whose tests didn't pass when they last ran, or never ran; nil if there's none.
    package func nextPart(of step: Step) -> StepPart? { step.ownParts.first { !self[$0].isGreen } }

    /// Returns what to do next in a step that hasn't passed, after one of its parts has.
    package func advice(after part: StepPart, of step: Step) -> String {
        let open = step.ownParts.filter { $0 != part && !self[$0].isGreen }
        guard let next = open.first else {
            return "The step passes once all of it is yours: vitals-course check \(step.number)"
        }
        let name = step.name(of: next)
        // A learner who began in the middle is told first that this leads back.
        let isBack = next.number < part.number
        let list = isBack ? "Still to do in step \(step.number): \(open.map(step.name).joined(separator: ", ")). " : ""
        switch self[next].lastCheck?.verdict {
        case nil, .passed, .unwritten:
            return list + (isBack ? "The first of them" : "On to the next part") + ": vitals-course read \(name)"
        case .wrong, .doesNotCompile, .outOfTime:
            return list + "Part \(name) isn't yet: vitals-course check \(name)"
        }
    }
}

extension StepMap.State {
    package var symbol: String {
        switch self {
        case .passed: "✓"
        case .changed: "≈"
        case .skipped: "»"
        case .now: "▶"
        case .started, .open: "○"
        case .locked: "·"
        case .coming: " "
        }
    }

    package var word: String { self == .started ? "begun" : rawValue }
}

extension StepMap.Row {
    /// More about the step, such as why it's locked; empty if there's nothing more to say.
    package var note: String {
        var notes: [String] = []
        if !changedFiles.isEmpty {
            let more = changedFiles.count > 1 ? " and \(changedFiles.count - 1) more" : ""
            notes.append("changed since it passed: \(changedFiles[0])\(more)")
        }
        if !lockedBy.isEmpty { notes.append("needs step \(lockedBy.map(String.init).joined(separator: " and "))") }
        if let check = progress.lastCheck.map(Self.note(failed:)), !check.isEmpty { notes.append(check) }
        if progress.solutionAppliedAt != nil {
            notes.append("with the solution")
        } else if progress.solutionShownAt != nil {
            notes.append("solution looked at")
        }
        let hints = progress.hints.values.reduce(0, +)
        if hints > 0 { notes.append(hints == 1 ? "1 hint" : "\(hints) hints") }
        return notes.joined(separator: "; ")
    }

    /// Returns the outcome of a check in words; empty if it passed.
    package static func note(failed check: CheckRecord) -> String {
        switch check.verdict {
        case .passed: ""
        case .wrong: "\(check.passedCount) of \(check.tests) tests pass"
        case .unwritten: "\(check.passedCount) of \(check.tests) tests pass, the rest isn't written yet"
        case .doesNotCompile: "did not compile"
        case .outOfTime: "the last check ran out of time"
        }
    }
}
