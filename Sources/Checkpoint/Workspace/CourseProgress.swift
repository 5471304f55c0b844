package import Foundation

/// What a workspace knows of its learner: `.vitals/progress.json`.
///
/// Locks are not in it: they are worked out from what has passed. Hints and solutions are what the learner's own runner
/// noted, no more.
package struct CourseProgress: Codable, Hashable, Sendable {
    /// Of the file; raised when an older runner could no longer read it.
    package static let currentFormat = 1

    package private(set) var format = CourseProgress.currentFormat
    /// Of the course that last wrote into the workspace.
    package var courseVersion: String
    package var frontend: Frontend
    /// The id of the step that the learner is at. It moves on by `next` and `jump` alone.
    package var current: String
    package var steps: [String: StepProgress] = [:]
    /// Every file that the course has put into the workspace, with a hash of what it held then.
    package var given: [String: String] = [:]

    package init(courseVersion: String, frontend: Frontend, current: String) {
        self.courseVersion = courseVersion
        self.frontend = frontend
        self.current = current
    }

    package subscript(step: Step) -> StepProgress {
        get { self[id: step.id] }
        set { self[id: step.id] = newValue }
    }

    /// A step of which nothing is known is not in the file.
    subscript(id id: String) -> StepProgress {
        get { steps[id] ?? StepProgress() }
        set { steps[id] = newValue == StepProgress() ? nil : newValue }
    }

    /// Notes the outcome of a check.
    ///
    /// A step that was skipped stays so while its files are those that the course brought, and until it is checked itself.
    ///
    /// - Parameters:
    ///   - files: the learner's files of this step as they were checked, by path.
    ///   - isAsked: false where a later step was checked, and this one with it.
    package mutating func record(
        _ check: CheckRecord, of step: Step, files: [String: FileFingerprint], isAsked: Bool = true
    ) {
        self[step].lastCheck = check
        guard check.verdict == .passed else { return }
        self[step].lastPassedAt = check.at
        if self[step].passedAt == nil {
            guard self[step].skippedAt == nil || isAsked && !isAsGiven(files) else { return }
            self[step].passedAt = check.at
        }
        self[step].passedFiles = files
    }

    /// The same outcome stands here already, but for its time.
    func knows(_ check: CheckRecord, of step: Step) -> Bool {
        let last = self[step].lastCheck
        guard last?.verdict == check.verdict, last?.passedCount == check.passedCount else { return false }
        return check.verdict != .passed || self[step].passedAt != nil || self[step].skippedAt != nil
    }

    /// These files hold what the course put there, all of them.
    func isAsGiven(_ files: [String: FileFingerprint]) -> Bool {
        files.allSatisfy { given[$0.key] == $0.value.hash }
    }
}

/// Which face the learner builds in the front-end step.
package enum Frontend: String, Codable, CaseIterable, Sendable {
    case web, swiftui
}

/// What is known of one step.
package struct StepProgress: Codable, Hashable, Sendable {
    /// The first time; it is never taken back.
    package var passedAt: Date?
    /// The learner's files of the step when it last passed, by path.
    package var passedFiles: [String: FileFingerprint] = [:]
    /// Of everything of the learner's that was checked when it last passed; nil where an older runner checked it.
    package var passedTree: String?
    package var skippedAt: Date?
    package var lastCheck: CheckRecord?
    /// When a check last passed.
    package var lastPassedAt: Date?
    /// The highest hint that was read, by region: 1, 2 or 3.
    package var hints: [String: Int] = [:]
    package var solutionShownAt: Date?
    package var solutionAppliedAt: Date?

    /// As the file has them, also where a property has another name by now: old workspaces are read too.
    private enum CodingKeys: String, CodingKey {
        case passedAt, passedFiles, passedTree, skippedAt, lastCheck, hints, solutionShownAt, solutionAppliedAt
        case lastPassedAt = "heldAt"
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        passedAt = try values.decodeIfPresent(Date.self, forKey: .passedAt)
        passedFiles = try values.decodeIfPresent([String: FileFingerprint].self, forKey: .passedFiles) ?? [:]
        passedTree = try values.decodeIfPresent(String.self, forKey: .passedTree)
        skippedAt = try values.decodeIfPresent(Date.self, forKey: .skippedAt)
        lastCheck = try values.decodeIfPresent(CheckRecord.self, forKey: .lastCheck)
        lastPassedAt = try values.decodeIfPresent(Date.self, forKey: .lastPassedAt)
        hints = try values.decodeIfPresent([String: Int].self, forKey: .hints) ?? [:]
        solutionShownAt = try values.decodeIfPresent(Date.self, forKey: .solutionShownAt)
        solutionAppliedAt = try values.decodeIfPresent(Date.self, forKey: .solutionAppliedAt)
    }
}

/// How a check of one step ended.
package struct CheckRecord: Codable, Hashable, Sendable {
    package enum Verdict: String, Codable, Sendable {
        case passed
        /// Some test does not hold.
        case wrong
        /// Nothing is wrong yet: what fails is still to be written.
        case unwritten
        case doesNotCompile
        case outOfTime
    }

    package let at: Date
    package let verdict: Verdict
    /// Tests of this step that passed, and all of them.
    package let passedCount: Int
    package let tests: Int
    /// The regions that the failing tests point at, the first failure's first; nil where there are none.
    package let regions: [String]?

    private enum CodingKeys: String, CodingKey {
        case at, verdict, tests
        case passedCount = "held"
        case regions = "looks"
    }

    package init(at: Date, verdict: Verdict, passedCount: Int, tests: Int, regions: [String] = []) {
        self.at = at
        self.verdict = verdict
        self.passedCount = passedCount
        self.tests = tests
        self.regions = regions.isEmpty ? nil : regions
    }
}
