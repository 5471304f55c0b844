internal import CheckpointCheck
internal import CheckpointCourse
internal import Foundation

/// `grades.json`: all results, for programs to read.
package struct GradeDocument: Encodable {
    struct Rules: Encodable {
        let frontend: Frontend?
        let due: String?
        let late: String
        let percentPerDay: Hundredths?
        let per: GradingConfig.Unit
        let each: Hundredths
        let steps: [String: Hundredths]
        let tests: [String: Hundredths]
    }

    /// Version of this format; a reader should refuse any other. CHANGELOG.md lists the changes.
    package let version = 2
    package let course: String
    let rules: Rules
    package let submissions: [ScoredSubmission]

    /// - Parameter courseVersion: version of the tests that judged the submissions.
    package init(_ submissions: [ScoredSubmission], _ config: GradingConfig, courseVersion: String) {
        course = courseVersion
        rules = Rules(config)
        self.submissions = submissions
    }

    /// The document as JSON, with sorted keys so that the same grades give the same bytes.
    package var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}

extension GradeDocument.Rules {
    fileprivate init(_ config: GradingConfig) {
        frontend = config.frontend
        due = config.due?.ISO8601Format()
        switch config.late {
        case .none: (late, percentPerDay) = ("none", nil)
        case .zero: (late, percentPerDay) = ("zero", nil)
        case .linear(let percent): (late, percentPerDay) = ("linear", percent)
        }
        per = config.unit
        each = config.each
        steps = Dictionary(uniqueKeysWithValues: config.steps.map { ("\($0)", $1) })
        tests = config.tests
    }
}

extension ScoredSubmission: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, rosterName, isOnRoster, status, problem, revision, submittedAt, secondsLate, daysLate, percentLeft
        case reached, earned, total, max, notes, steps, errors, buildNotes, editedCopies, flags, hints
        case appliedSolutions
    }

    package func encode(to encoder: any Encoder) throws {
        let found = found ?? GradedSubmission(name: name)
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(name, forKey: .name)
        try row.encodeIfPresent(rosterName, forKey: .rosterName)
        try row.encodeIfPresent(isOnRoster, forKey: .isOnRoster)
        try row.encode(status, forKey: .status)
        try row.encodeIfPresent(found.problem, forKey: .problem)
        try row.encodeIfPresent(found.revision, forKey: .revision)
        try row.encodeIfPresent(found.submittedAt?.ISO8601Format(), forKey: .submittedAt)
        try row.encodeIfPresent(lateness?.seconds, forKey: .secondsLate)
        try row.encodeIfPresent(lateness?.days, forKey: .daysLate)
        try row.encodeIfPresent(lateness?.percent, forKey: .percentLeft)
        try row.encodeIfPresent(self.found?.reached, forKey: .reached)
        try row.encode(earned, forKey: .earned)
        try row.encode(total, forKey: .total)
        try row.encode(max, forKey: .max)
        try row.encode(notes, forKey: .notes)
        try row.encode(steps, forKey: .steps)
        try row.encode(found.errors, forKey: .errors)
        try row.encode(found.buildNotes, forKey: .buildNotes)
        try row.encode(found.editedCopies, forKey: .editedCopies)
        try row.encode(found.flags, forKey: .flags)
        try row.encode(Dictionary(uniqueKeysWithValues: found.hints.map { ("\($0)", $1) }), forKey: .hints)
        try row.encode(found.appliedSolutions, forKey: .appliedSolutions)
    }
}
