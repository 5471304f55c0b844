package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// The learner's progress in a workspace: `.vitals/progress.json`.
///
/// Locks aren't stored: they follow from the steps that have passed. Hints and solutions are recorded only as the
/// learner's own runner saw them.
package struct CourseProgress: Codable, Hashable, Sendable {
    /// The version of the file's format, raised whenever an older runner couldn't read the file any more.
    package static let currentFormat = 1

    package private(set) var format = CourseProgress.currentFormat
    /// The version of the course that last wrote into the workspace.
    package var courseVersion: String
    package var frontend: Frontend
    /// The id of the step that the learner is at. Only `next` and `jump` change it.
    package var current: String
    /// Ids of steps that the workspace has besides the present one and what that builds on; nil if there are none. So a
    /// workspace without chapters has the same file as before there were any.
    package var begun: [String]?
    package var steps: [String: StepProgress] = [:]
    /// Every file that the course put into the workspace, with the hash of its contents at that time.
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

    /// The progress of a step. A step without progress isn't stored in the file.
    package subscript(id id: String) -> StepProgress {
        get { steps[id] ?? StepProgress() }
        set { steps[id] = newValue == StepProgress() ? nil : newValue }
    }

    /// Records the outcome of a check.
    ///
    /// A skipped step stays skipped until it's checked itself and its files differ from those that the course provided.
    ///
    /// - Parameters:
    ///   - files: the learner's files of this step as they were checked, by path.
    ///   - isAsked: false if a later step was checked, which includes this one.
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

    /// Returns true if the same outcome is recorded already, ignoring its time.
    package func knows(_ check: CheckRecord, of step: Step) -> Bool {
        let last = self[step].lastCheck
        guard last?.verdict == check.verdict, last?.passedCount == check.passedCount else { return false }
        return check.verdict != .passed || self[step].passedAt != nil || self[step].skippedAt != nil
    }

    /// Returns true if all these files still have the contents that the course put there.
    package func isAsGiven(_ files: [String: FileFingerprint]) -> Bool {
        files.allSatisfy { given[$0.key] == $0.value.hash }
    }
}

/// The progress in one step.
package struct StepProgress: Codable, Hashable, Sendable {
    /// The time when the step first passed; it's never removed.
    package var passedAt: Date?
    /// The learner's files of the step when it last passed, by path.
    package var passedFiles: [String: FileFingerprint] = [:]
    /// A fingerprint of all the learner's files when the step last passed; nil if an older runner checked it.
    package var passedTree: String?
    package var skippedAt: Date?
    package var lastCheck: CheckRecord?
    /// The time when a check last passed.
    package var lastPassedAt: Date?
    /// The highest hint that was read in each region: 1, 2 or 3.
    package var hints: [String: Int] = [:]
    package var solutionShownAt: Date?
    package var solutionAppliedAt: Date?
    /// The progress in the parts of the step, by their numbers; nil for a step in which no part was checked.
    package var parts: [String: PartProgress]?

    /// The names in the file. They stay even when a property is renamed, so that old workspaces remain readable.
    private enum CodingKeys: String, CodingKey {
        case passedAt, passedFiles, passedTree, skippedAt, lastCheck, hints, solutionShownAt, solutionAppliedAt, parts
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
        parts = try values.decodeIfPresent([String: PartProgress].self, forKey: .parts)
    }
}

/// The progress in one part of a step.
package struct PartProgress: Codable, Hashable, Sendable {
    /// The time when the part first passed; it's never removed. It opens nothing: only the whole step does.
    package var passedAt: Date?
    package var lastCheck: CheckRecord?

    package init() {}

    /// True if the part's tests passed when they last ran.
    package var isGreen: Bool { lastCheck?.verdict == .passed }
}

extension StepProgress {
    package subscript(part: StepPart) -> PartProgress { parts?["\(part.number)"] ?? PartProgress() }

    /// Records the outcome of a check of a part, or that of the part in a check of the whole step.
    ///
    /// - Parameter isNew: false if the report is the last check's, so that only a pass that isn't recorded counts.
    package mutating func note(_ check: CheckRecord, of part: StepPart, isNew: Bool) {
        var progress = self[part]
        if isNew || progress.lastCheck == nil { progress.lastCheck = check }
        if check.verdict == .passed, progress.passedAt == nil { progress.passedAt = check.at }
        parts = (parts ?? [:]).merging(["\(part.number)": progress]) { $1 }
    }
}

/// The outcome of a check of one step.
package struct CheckRecord: Codable, Hashable, Sendable {
    package enum Verdict: String, Codable, Sendable {
        case passed
        /// A test failed.
        case wrong
        /// No written code is wrong: the failing tests wait for bodies that aren't written yet.
        case unwritten
        case doesNotCompile
        case outOfTime
    }

    package let at: Date
    package let verdict: Verdict
    /// The number of this step's tests that passed.
    package let passedCount: Int
    package let tests: Int
    /// The regions that the failing tests point to, the first failure's first; nil if there are none.
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

extension Course {
    /// Advice about a workspace of another version; nil where it has this one.
    package func advice(for progress: CourseProgress) -> String? {
        guard progress.courseVersion != version else { return nil }
        do {
            try requireCompatible(progress)
            return "The course has version \(version), your workspace \(progress.courseVersion): "
                + "vitals-course update updates its tests"
        } catch {
            return String(describing: error)
        }
    }

    /// Refuses a workspace started with an older course if names that the learner's code uses have changed since.
    ///
    /// - Throws: `CourseError.failed` with the tag of the version to stay on.
    package func requireCompatible(_ progress: CourseProgress) throws {
        guard let oldest = compatibleSince,
            progress.courseVersion.compare(oldest, options: .numeric) == .orderedAscending
        else { return }
        throw CourseError(
            .failed,
            """
            This workspace was begun with version \(progress.courseVersion) of the course, and \(oldest) renamed things that your \
            code uses. Nothing was changed. Go on with the course as it was: git -C '\(root)' checkout \
            v\(progress.courseVersion). Or begin a new workspace with this one (vitals-course start ../new) and bring your code \
            over: CHANGELOG.md lists the old names and the new.
            """)
    }
}
