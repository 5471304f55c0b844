package import CheckpointCheck
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

    package struct Row: Encodable {
        package let name: String
        let rosterName: String?
        let isOnRoster: Bool?
        package let status: ScoredSubmission.Status
        package let problem: String?
        package let revision: String?
        package let submittedAt: String?
        let secondsLate: Int?
        let daysLate: Int?
        let percentLeft: Hundredths?
        package let reached: Int?
        let earned: Hundredths
        let total: Hundredths
        package let max: Hundredths
        package let notes: [String]
        package let steps: [StepRow]
        package let errors: [CompilerDiagnostic]
        let buildNotes: [String]
        package let editedCopies: [String]
        package let flags: [SourceFlag]
        package let hints: [String: [String: Int]]
        let appliedSolutions: [Int]
    }

    package struct StepRow: Encodable {
        package let step: Int
        package let title: String
        package let outcome: GradedStep.Outcome?
        package let points: Hundredths
        package let max: Hundredths
        package let passedCount: Int
        package let tests: [TestRow]
        package let note: String
        package let seconds: Double?
    }

    package struct TestRow: Encodable {
        package let id: String
        package let counts: Bool
        package let points: Hundredths?
        package let max: Hundredths?
        package let verdict: Verdict?
    }

    /// Version of this format; a reader should refuse any other. CHANGELOG.md lists the changes.
    package let version = 2
    package let course: String
    let rules: Rules
    package let submissions: [Row]

    /// - Parameter courseVersion: version of the tests that judged the submissions.
    package init(_ submissions: [ScoredSubmission], _ config: GradingConfig, courseVersion: String) {
        course = courseVersion
        rules = Rules(config)
        self.submissions = submissions.map(Row.init)
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
        due = config.due.map(ZonedTime.text)
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

extension GradeDocument.Row {
    fileprivate init(_ scored: ScoredSubmission) {
        let found = scored.found
        self.init(
            name: scored.name, rosterName: scored.rosterName, isOnRoster: scored.isOnRoster, status: scored.status,
            problem: found?.problem, revision: found?.revision,
            submittedAt: found?.submittedAt.map(ZonedTime.text), secondsLate: scored.lateness?.seconds,
            daysLate: scored.lateness?.days, percentLeft: scored.lateness?.percent, reached: found?.reached,
            earned: scored.earned, total: scored.total, max: scored.max, notes: scored.notes,
            steps: scored.steps.map(GradeDocument.StepRow.init), errors: found?.errors ?? [],
            buildNotes: found?.buildNotes ?? [], editedCopies: found?.editedCopies ?? [], flags: found?.flags ?? [],
            hints: Dictionary(uniqueKeysWithValues: (found?.hints ?? [:]).map { ("\($0)", $1) }),
            appliedSolutions: found?.appliedSolutions ?? [])
    }
}

extension GradeDocument.StepRow {
    fileprivate init(_ scored: ScoredStep) {
        self.init(
            step: scored.number, title: scored.title, outcome: scored.outcome, points: scored.points, max: scored.max,
            passedCount: scored.passedCount,
            tests: scored.tests.map {
                GradeDocument.TestRow(
                    id: $0.id, counts: $0.counts, points: $0.points, max: $0.max, verdict: $0.verdict)
            },
            note: scored.note, seconds: scored.seconds)
    }
}
