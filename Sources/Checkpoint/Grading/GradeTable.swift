package import CheckpointSystem

/// The grades of a class for the terminal.
package struct GradeTable {
    private let submissions: [ScoredSubmission]
    private let style: TextStyle
    /// Width in characters; longer notes are cut off.
    private let width: Int

    package init(_ submissions: [ScoredSubmission], style: TextStyle, width: Int = .max) {
        self.submissions = submissions
        self.style = style
        self.width = width
    }

    package var lines: [String] {
        guard let first = submissions.first else { return ["No submissions."] }
        let names = submissions.map { Self.cut(PlainText.line($0.name), to: 32) }
        let nameWidth = max(4, names.map(\.count).max() ?? 0)
        let totals = submissions.map { "\($0.total.text) / \($0.max.text)" }
        let totalWidth = max(5, totals.map(\.count).max() ?? 0)
        let columns = first.steps.map { max(2, "\($0.number)".count) }
        let numbers = zip(first.steps, columns).map { "\($0.number)".paddedLeft(to: $1) }
        let head =
            "name".padded(to: nameWidth) + "  " + numbers.joined(separator: " ") + "  "
            + "total".paddedLeft(to: totalWidth)
        var lines = [style(head, .bold)]
        for (submission, (name, total)) in zip(submissions, zip(names, totals)) {
            let marks = zip(submission.steps, columns).map { mark($0.outcome, width: $1) }
            let line =
                name.padded(to: nameWidth) + "  " + marks.joined(separator: " ") + "  "
                + total.paddedLeft(to: totalWidth)
            lines.append(line + note(submission, room: width - head.count - 2))
        }
        return lines + ["", summary] + legend
    }

    private func note(_ submission: ScoredSubmission, room: Int) -> String {
        let note = submission.notes.joined(separator: "; ")
        guard !note.isEmpty, room >= 8 else { return "" }
        return "  " + style(Self.cut(note, to: room), submission.status == .graded ? .yellow : .red)
    }

    private var summary: String {
        let statuses: [ScoredSubmission.Status] = [.graded, .missing, .notReadable, .notJudged]
        let counts = statuses.compactMap { status -> String? in
            let count = submissions.count { $0.status == status }
            return count == 0 ? nil : "\(count) \(status.rawValue)"
        }
        return counts.joined(separator: ", ")
    }

    /// Explains the marks that occur in the table.
    private var legend: [String] {
        let occurring = Set(submissions.flatMap(\.steps).compactMap(\.outcome))
        let words = GradedStep.Outcome.allCases.filter(occurring.contains).map {
            mark($0, width: 1) + " " + $0.rawValue
        }
        return words.isEmpty ? [] : [words.joined(separator: "   ")]
    }

    private func mark(_ outcome: GradedStep.Outcome?, width: Int) -> String {
        guard let outcome else { return "-".paddedLeft(to: width) }
        return style(outcome.symbol.paddedLeft(to: width), outcome.mark)
    }

    private static func cut(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1) + "…"
    }
}

extension GradedStep.Outcome {
    fileprivate var symbol: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .timedOut: "t"
        case .crashed: "c"
        case .didNotBuild: "b"
        case .didNotRun: "·"
        case .tampered: "!"
        }
    }

    fileprivate var mark: TextStyle.Mark {
        switch self {
        case .passed: .green
        case .failed, .crashed, .tampered: .red
        case .timedOut, .didNotBuild: .yellow
        case .didNotRun: .dim
        }
    }
}
