internal import CheckpointSystem

extension ScoredSubmission {
    /// Notes for the instructor in addition to the points, for the table and the spreadsheet.
    package var notes: [String] {
        guard let found else { return ["nothing handed in"] }
        var notes: [String] = []
        if let problem = found.problem { notes.append(PlainText.line(problem)) }
        if isOnRoster == false { notes.append("not on the roster") }
        if !found.errors.isEmpty || !found.buildNotes.isEmpty { notes.append("does not compile as a whole") }
        let tampered = steps.filter { $0.outcome == .tampered }.map { "\($0.number)" }
        if !tampered.isEmpty { notes.append("tampered: \(Self.list(tampered, "step", "steps"))") }
        if let lateness, lateness.seconds > 0 {
            notes.append("\(Self.count(lateness.days, "day")) late: \(lateness.percent.text) % of the points")
        }
        if isTimeUnknown { notes.append("no time known") }
        if flagCount > 0 { notes.append("\(Self.count(flagCount, "line")) to look at") }
        if !found.editedCopies.isEmpty {
            notes.append("\(Self.count(found.editedCopies.count, "file")) not as the course has it")
        }
        if !found.appliedSolutions.isEmpty {
            notes.append("solution applied: \(Self.list(found.appliedSolutions.map(String.init), "step", "steps"))")
        }
        return notes
    }

    /// Returns a count such as `1 day` or `2 days`.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns a list such as `step 3` or `steps 3, 4`.
    package static func list(_ names: [String], _ one: String, _ several: String) -> String {
        "\(names.count == 1 ? one : several) \(names.joined(separator: ", "))"
    }
}
