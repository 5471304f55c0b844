internal import CheckpointCheck
internal import CheckpointCourse
internal import Foundation

/// The report on a submission for its learner, in Markdown.
package struct LearnerReport {
    private let scored: ScoredSubmission
    private let config: GradingConfig
    private let shownErrors = 10

    package init(_ scored: ScoredSubmission, _ config: GradingConfig) {
        self.scored = scored
        self.config = config
    }

    package var text: String {
        guard let found = scored.found else { return "" }
        let head = ["# Vitals: \(MarkdownQuote.text(scored.rosterName ?? scored.name))", ""] + points(found)
        if found.isGraderError {
            return Self.joined(
                head + [
                    "", "Your submission couldn't be judged. That isn't your fault; ask for it to be graded again.",
                ])
        }
        if let problem = found.problem {
            let words = ["", "Your submission couldn't be read, so it wasn't graded:", ""]
            return Self.joined(head + words + MarkdownQuote.block(problem))
        }
        let steps = scored.steps.filter { $0.outcome != .passed }.flatMap { LearnerReportStep($0).lines }
        return Self.joined(head + table + errors(found) + steps + copies(found) + help(found))
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

    // MARK: Points

    private func points(_ found: GradedSubmission) -> [String] {
        let total = "**\(scored.total.text) of \(scored.max.text) points**"
        var lines = [scored.passed ? total + ". Every step passed." : total]
        if let lateness = scored.lateness, lateness.seconds > 0, let due = config.due, let at = found.submittedAt {
            let cost =
                switch config.late {
                case .none: "that costs nothing."
                case .zero, .linear:
                    "\(lateness.percent.text) % of the \(scored.earned.text) points that you earned are left."
                }
            let days = ScoredSubmission.count(lateness.days, "day")
            lines += [
                "",
                "It was due at \(due.ISO8601Format()) and handed in at \(at.ISO8601Format()), \(days) late; \(cost)",
            ]
        }
        if let revision = found.revision { lines += ["", "Graded: commit \(MarkdownQuote.code(revision))."] }
        return lines
    }

    private var table: [String] {
        let rows = scored.steps.map { step in
            let title = "\(step.number). \(MarkdownQuote.text(step.title))"
            let tests = step.outcome?.isBelieved == true ? "\(step.passedCount) of \(step.tests.count)" : "–"
            return
                "| \(title) | \(step.outcome?.rawValue ?? "–") | \(tests) | \(step.points.text) of \(step.max.text) |"
        }
        return ["", "| step | result | tests passed | points |", "|---|---|---|---|"] + rows
    }

    // MARK: All steps

    private func errors(_ found: GradedSubmission) -> [String] {
        guard !found.errors.isEmpty || !found.buildNotes.isEmpty else { return [] }
        var lines = ["", "## What doesn't compile", ""]
        for error in found.errors.prefix(shownErrors) {
            lines.append("- \(MarkdownQuote.code("\(error.path):\(error.line)"))")
            lines += [""] + MarkdownQuote.block(error.message, indentation: 2)
        }
        if found.errors.count > shownErrors { lines.append("- and \(found.errors.count - shownErrors) more") }
        guard !found.buildNotes.isEmpty else { return lines }
        let words =
            found.errors.isEmpty
            ? ["The official tests don't fit your files:", ""] : ["", "The build also says:", ""]
        return lines + words + MarkdownQuote.block(found.buildNotes.prefix(30).joined(separator: "\n"))
    }

    private func copies(_ found: GradedSubmission) -> [String] {
        guard !found.editedCopies.isEmpty else { return [] }
        let files = found.editedCopies.prefix(shownErrors).map { "- \(MarkdownQuote.code($0))" }
        let rest =
            found.editedCopies.count > shownErrors ? ["- and \(found.editedCopies.count - shownErrors) more"] : []
        let words = "These files of yours differ from the course's own. You were graded with the official ones:"
        return ["", "## Files of the course", "", words, ""] + files + rest
    }

    private func help(_ found: GradedSubmission) -> [String] {
        var lines = found.hints.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { step, hints in
            let regions = hints.sorted { ClassEntry.precedes($0.key, $1.key) }.map { region, level in
                "\(MarkdownQuote.code(region)) up to hint \(level)"
            }
            return "- Step \(step): \(regions.joined(separator: ", "))"
        }
        if !found.appliedSolutions.isEmpty {
            let steps = ScoredSubmission.list(found.appliedSolutions.map(String.init), "step", "steps")
            lines.append("- The course's solution was applied to the files of \(steps).")
        }
        return lines.isEmpty ? [] : ["", "## Help you used", ""] + lines
    }
}
