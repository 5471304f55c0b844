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
        if let check = progress.lastCheck, check.verdict != .passed { notes.append(Self.words(check)) }
        if progress.solutionAppliedAt != nil {
            notes.append("with the solution")
        } else if progress.solutionShownAt != nil {
            notes.append("solution looked at")
        }
        let hints = progress.hints.values.reduce(0, +)
        if hints > 0 { notes.append(hints == 1 ? "1 hint" : "\(hints) hints") }
        return notes.joined(separator: "; ")
    }

    private static func words(_ check: CheckRecord) -> String {
        switch check.verdict {
        case .passed, .wrong: "\(check.passedCount) of \(check.tests) tests hold"
        case .unwritten: "\(check.passedCount) of \(check.tests) tests hold, the rest is not written yet"
        case .doesNotCompile: "did not compile"
        case .outOfTime: "the last check ran out of time"
        }
    }
}
