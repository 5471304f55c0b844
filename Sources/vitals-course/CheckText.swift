internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// A check's results, formatted for the learner.
struct CheckText {
    let outcome: WorkspaceCheck.Outcome
    let step: Step
    /// The part of the step that was judged; nil for the whole step.
    var part: StepPart?
    let course: Course
    let style: TextStyle
    /// The width to break lines at, in characters; nil to break none.
    var width: Int?
    /// The number of tests that newly pass that are named.
    private let shownAsNew = 8
    /// The number of failing tests that are shown in full; the others are only named.
    private let shownInFull = 5

    private var report: CheckReport { outcome.report }

    var lines: [String] {
        allLines.flatMap { line in
            width.map { isInOnePiece(line) ? [line] : HangingLine(line).broken(at: $0) } ?? [line]
        }
    }

    /// True for a command, so that it can be copied, and for a line of a drawing, which a test indents by four spaces.
    private func isInOnePiece(_ line: String) -> Bool {
        line.contains("vitals-course ") || line.hasPrefix(messageIndentation + "    ")
    }

    /// The indentation of a test's message.
    private let messageIndentation = String(repeating: " ", count: 13)

    private var allLines: [String] {
        let title =
            part.map { "Step \(step.number), part \($0.number): \($0.title)" } ?? "Step \(step.number): \(step.title)"
        var lines = [style(title, .title), ""]
        lines += edited + standIns
        if !report.didBuild { return lines + build + missing + [""] + ending + outdated }
        lines += earlier
        lines += own
        return lines + parts + [""] + ending + outdated
    }

    /// The name of what was judged in commands, such as `8` or `8.1`.
    private var name: String { part.map(step.name) ?? "\(step.number)" }

    /// The kind of what was judged.
    private var kind: String { part == nil ? "step" : "part" }

    private var edited: [String] {
        guard !report.editedCopies.isEmpty else { return [] }
        let names = report.editedCopies.prefix(3).joined(separator: ", ")
        return [
            style("! differs", .yellow)
                + "  \(names): not as the course has it now. The check used the course's own; vitals-course update brings it.",
            "",
        ]
    }

    private var outdated: [String] {
        guard outcome.isOutdated else { return [] }
        return [
            style("Your files have changed since this check began.", .yellow)
                + " Check again: vitals-course check \(name)"
        ]
    }

    private var standIns: [String] {
        guard !report.standIns.isEmpty else { return [] }
        return [
            style("· given", .dim)
                + "    the course's code stands in for what you haven't begun yet: \(report.standIns.joined(separator: ", "))"
        ]
    }

    // MARK: What does not compile

    private var build: [String] {
        if !report.errors.isEmpty {
            let shown = report.errors.prefix(5).flatMap { ["  \($0.path):\($0.line)", "      \($0.message)"] }
            let rest = report.errors.count > 5 ? ["  and \(report.errors.count - 5) more"] : []
            return [style("✗ does not compile", .red)] + shown + rest
        }
        if !report.interfaceErrors.isEmpty {
            return [
                style("✗ does not fit", .red)
                    + "   Your code compiles, but it lacks something that the checkpoint uses."
            ] + interface + ["  The lesson gives the interface: vitals-course read \(name)"]
        }
        return [style("✗ does not build", .red)] + report.buildOutput.map { "  " + $0 }
    }

    /// The given files that are missing. The compiler reports only the names that it doesn't find.
    private var missing: [String] {
        guard !report.missingFiles.isEmpty else { return [] }
        let shown = report.missingFiles.prefix(3).flatMap {
            ["  \($0)", "      vitals-course reset --file \(ShellWord.quoted($0))"]
        }
        let rest = report.missingFiles.count > 3 ? ["  and \(report.missingFiles.count - 3) more"] : []
        let count = report.missingFiles.count
        return [
            "",
            style("! missing", .yellow) + "   \(count == 1 ? "a file" : "files") that the course gave; this brings "
                + "\(count == 1 ? "it" : "each") back:",
        ] + shown + rest
    }

    private var interface: [String] {
        guard report.missingDeclarations.isEmpty else {
            return ["  Your code is missing these declarations:"]
                + report.missingDeclarations.prefix(5).flatMap { ["      \($0.text)", "          in \($0.path)"] }
        }
        return report.interfaceErrors.prefix(5).map { "      \($0.message)  (\($0.path):\($0.line))" }
    }

    // MARK: Tests

    private var earlier: [String] {
        let earlier = report.verdicts.filter { $0.step != step.number }
        guard !earlier.isEmpty else { return [] }
        let failed = earlier.filter { !$0.passed }
        guard !failed.isEmpty else {
            return [style("✓ passed", .green) + "   the \(earlier.count) tests of the steps before"]
        }
        var lines: [String] = []
        for number in Set(failed.map(\.step)).sorted() {
            guard let broken = course.step(number) else { continue }
            lines.append(style("✗ broken", .red) + "   step \(number), \(broken.title)\(since(broken))")
            for verdict in failed.filter({ $0.step == number }) { lines += full(verdict) }
        }
        return lines
    }

    /// Returns the time when an earlier step last passed.
    private func since(_ broken: Step) -> String {
        let before = outcome.before[broken]
        guard let time = before.lastPassedAt ?? before.passedAt else { return "" }
        return ", which still passed at \(Self.time(time))"
    }

    private static func time(_ date: Date) -> String {
        date.formatted(
            Date.VerbatimFormatStyle(
                format:
                    "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
                timeZone: .current, calendar: .init(identifier: .gregorian)))
    }

    private var own: [String] {
        let own = report.verdicts.filter { $0.step == step.number }
        let failed = own.filter { !$0.passed && $0.outcome != .notWritten }
        let unwritten = own.filter { $0.outcome == .notWritten }
        var lines: [String] = []
        let passed = own.count - failed.count - unwritten.count
        if passed > 0 { lines.append(style("✓ passed", .green) + "   \(passed) of this \(kind)'s \(own.count) tests") }
        if passed < own.count { lines += new(own) }
        // Tests that fail with the same message have the same cause, so the message is shown once.
        let reasons = failed.reduce(into: [Verdict]()) { found, verdict in
            if !found.contains(where: { $0.message == verdict.message }) { found.append(verdict) }
        }
        for verdict in reasons.prefix(shownInFull) {
            lines += full(verdict)
            let others = failed.filter { $0.message == verdict.message }.count - 1
            if others > 0 { lines.append("             \(others) more for the same reason") }
        }
        if reasons.count > shownInFull {
            lines.append(style("✗ and", .red) + "      \(reasons.count - shownInFull) more:")
            lines += reasons.dropFirst(shownInFull).map { "             \($0.title)" }
        }
        return lines + toWrite(unwritten)
    }

    /// Names the tests that the last change turned green.
    private func new(_ own: [Verdict]) -> [String] {
        let titles = own.filter { report.newlyPassed.contains($0.id) }.map(\.title)
        let rest = titles.count > shownAsNew ? ["             and \(titles.count - shownAsNew) more"] : []
        return titles.prefix(shownAsNew).map { style("+ new".padded(to: 11), .green) + $0 } + rest
    }

    private func full(_ verdict: Verdict) -> [String] {
        var lines = [style("✗ \(verdict.outcome.word)".padded(to: 11), .red) + verdict.title]
        if report.newlyFailed.contains(verdict.id) { lines.append("             It passed before your last change.") }
        lines += verdict.message.split(separator: "\n").map { messageIndentation + $0 }
        if let place = verdict.place {
            lines.append(
                "           " + style("look at", .dim) + "  \(place)\(verdict.region.map { "  (\($0))" } ?? "")")
        }
        if let clause = verdict.clause {
            lines.append("           " + style("breaks", .dim) + "   \(clause.id): \(clause.text)")
        }
        if let mistake = verdict.mistake {
            lines.append(
                "           " + style("lesson", .dim) + "   “\(mistake.title)”: vitals-course read \(verdict.step) "
                    + "--mistake \(mistake.number)")
        }
        if verdict.id == report.failedHistory(of: step.number)?.test {
            lines.append("           " + style("replay", .dim) + "   vitals-course read --web \(verdict.step)")
        }
        if let region = verdict.region {
            lines.append("           " + style("hint", .dim) + "     vitals-course hint \(verdict.step) \(region)")
        }
        lines.append(
            "           " + style("again", .dim) + "    vitals-course check \(name) --test '\(verdict.id)'")
        return lines
    }

    /// Returns the tasks that are still to be written, each once.
    private func toWrite(_ unwritten: [Verdict]) -> [String] {
        var lines: [String] = []
        var seen: Set<String> = []
        for verdict in unwritten where seen.insert(verdict.message).inserted {
            let task = verdict.message.split(separator: "\n")
            lines.append(style("○ to write", .yellow) + " \(task.first ?? "")")
            lines += task.dropFirst().map { "             " + $0 }
            if let place = verdict.place {
                lines.append(
                    "           " + style("in", .dim) + "       \(place)\(verdict.region.map { "  (\($0))" } ?? "")")
            }
        }
        guard !unwritten.isEmpty else { return lines }
        if !report.unreached.isEmpty {
            lines.append("           and, which no test has come to yet: \(report.unreached.joined(separator: ", "))")
        }
        return lines + ["           \(unwritten.count) of this \(kind)'s tests wait for that."]
    }

    // MARK: Parts

    /// The results of the step's parts, after a check of the whole step.
    private var parts: [String] {
        guard part == nil else { return [] }
        let results = report.results(forPartsOf: step)
        guard results.count > 1 else { return [] }
        return [""]
            + results.map { result in
                let count = "\(result.passedCount) of \(result.tests) tests"
                let mark = result.passed ? style("✓", .green) : style("○", .yellow)
                return "  \(mark) part \(step.number).\(result.part), \(result.title): \(count)"
            }
    }

    /// The next command after a part has passed.
    private func way(after part: StepPart) -> [String] {
        let green = style("Part \(step.name(of: part)) is green.", .green)
        let progress = outcome.after[step]
        guard progress.passedAt == nil else { return [green] }
        return [green + " " + progress.advice(after: part, of: step)]
    }

    // MARK: What now

    /// The next command after a step has passed.
    private var way: String {
        guard let current = try? outcome.after.currentStep(in: course) else { return "" }
        if step != current { return " You are at step \(current.number): vitals-course check \(current.number)" }
        guard outcome.after.isDone(current) else { return "" }
        if let chapter = try? outcome.after.chapter(following: current, in: course) {
            return " On to a chapter that builds on it: vitals-course next \(chapter.name)"
        }
        if (try? outcome.after.nextStep(in: course)) != nil { return " On to the next: vitals-course next" }
        let open = (try? outcome.after.openChapters(in: course)) ?? []
        return open.isEmpty ? "" : " Chapters are open now: vitals-course next lists them"
    }

    /// The name of the lesson with the task: that of the first part to do, in a step that is divided.
    private var taskName: String {
        part != nil ? name : outcome.after[step].nextPart(of: step).map(step.name) ?? name
    }

    /// The meaning of the check's result, and the next command.
    var ending: [String] {
        let unchanged =
            if report.isUnchanged {
                ["Nothing has changed since the last check; --again runs the tests again."]
            } else {
                [String]()
            }
        if report.passed {
            if report.isPartial { return [style("It holds.", .green)] + unchanged }
            if let part { return way(after: part) + unchanged }
            return [style("Step \(step.number) holds.", .green) + way] + unchanged
        }
        if report.isOutOfTime {
            return ["The check ran out of time. Above is what it found until then."]
        }
        let failures = report.failures
        let isNew = report.didBuild && failures.allSatisfy { $0.outcome == .notWritten && $0.step == step.number }
        if isNew {
            return [
                "Nothing is wrong: every \(kind) starts red. The task: vitals-course read \(taskName)"
            ] + unchanged
        }
        let passed = report.verdicts.count - failures.count
        let count = report.didBuild ? "\(passed) of \(report.verdicts.count) tests pass. " : ""
        return [count + "Not there yet. Fix it and check again: vitals-course check \(name)"] + unchanged
    }
}

extension Verdict.Outcome {
    /// The outcome in one word.
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .wrong: "wrong"
        case .notWritten: "to write"
        case .crashed: "crashed"
        case .exited: "exited"
        case .timedOut: "time out"
        case .outputLimitExceeded: "output"
        case .processLimitExceeded: "processes"
        case .outOfMemory: "memory"
        case .skipped: "skipped"
        case .didNotRun: "not run"
        }
    }
}
