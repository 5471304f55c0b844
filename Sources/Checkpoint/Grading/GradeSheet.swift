internal import CheckpointSystem
internal import Foundation

/// `grades.csv`: the grades of a class for a spreadsheet, as RFC 4180 defines CSV.
package struct GradeSheet {
    private enum Cell {
        case text(String)
        /// A number that we wrote; a spreadsheet may calculate with it.
        case number(String)
    }

    private let submissions: [ScoredSubmission]
    private let steps: [Int]

    /// - Parameter steps: numbers of the requested steps.
    package init(_ submissions: [ScoredSubmission], steps: [Int]) {
        self.submissions = submissions
        self.steps = steps
    }

    package var text: String {
        let titles =
            ["name", "roster name", "status", "submitted_at", "days_late"]
            + steps.flatMap { ["step \($0)", "step \($0) points"] } + ["total", "max", "note", "revision"]
        let rows = [titles.map(Cell.text)] + submissions.map(row)
        return rows.map { $0.map(Self.written).joined(separator: ",") + "\r\n" }.joined()
    }

    private func row(_ submission: ScoredSubmission) -> [Cell] {
        let found = submission.found
        var cells: [Cell] = [
            .text(submission.name), .text(submission.rosterName ?? ""), .text(submission.status.rawValue),
            .text(found?.submittedAt?.ISO8601Format() ?? ""),
            .number(submission.lateness.map { "\($0.days)" } ?? ""),
        ]
        for number in steps {
            let step = submission.steps.first { $0.number == number }
            cells += [.text(step?.outcome?.rawValue ?? ""), .number(step?.points.text ?? "")]
        }
        return cells + [
            .number(submission.total.text), .number(submission.max.text),
            .text(submission.notes.joined(separator: "; ")), .text(found?.revision ?? ""),
        ]
    }

    private static func written(_ cell: Cell) -> String {
        switch cell {
        case .number(let number): return number
        case .text(let text):
            let harmless = defused(PlainText.line(text))
            let isPlain = !harmless.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
            return isPlain ? harmless : "\"" + harmless.replacing("\"", with: "\"\"") + "\""
        }
    }

    /// Puts an apostrophe before a cell that begins like a formula. Otherwise the spreadsheet that opens it would
    /// compute the formula; the apostrophe makes it text.
    ///
    /// If the system's list separator is a semicolon, as in most of Europe, a spreadsheet begins a new cell after each
    /// semicolon, even inside quotes. So the beginning of anything that a spreadsheet may read as a cell counts.
    private static func defused(_ text: String) -> String {
        var defused = String.UnicodeScalarView()
        var isBeginning = true
        for scalar in text.unicodeScalars {
            if isBeginning, formulas.contains(scalar) { defused.append("'") }
            defused.append(scalar)
            isBeginning =
                separators.contains(scalar) || isBeginning && (scalar.properties.isWhitespace || scalar == "\"")
        }
        // Some spreadsheets skip a tab at the beginning and then look at the next character.
        return (text.unicodeScalars.first == "\t" ? "'" : "") + String(defused)
    }

    private static let formulas = Array("=+-@＝＋－＠".unicodeScalars)
    private static let separators = Array(";,|\t".unicodeScalars)
}
