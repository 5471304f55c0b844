internal import CheckpointSystem

/// A line of the grades: a submission, or a learner who handed in nothing.
package struct ClassEntry: Hashable, Sendable {
    /// Name of the submission, by which the roster lists its learner.
    package let name: String
    package var rosterName: String?
    /// True when the roster lists the name; nil when there is no roster.
    package var isOnRoster: Bool?
    /// The graded submission; nil when nothing was handed in.
    package var submission: GradedSubmission?

    package init(_ submission: GradedSubmission) {
        name = submission.name
        self.submission = submission
    }

    package init(missing name: String, rosterName: String) {
        self.name = name
        self.rosterName = rosterName
        isOnRoster = true
    }

    /// Returns the entries of a class, sorted by name.
    ///
    /// - Parameter roster: the learners' names, keyed by the names of their submissions; nil when there is no roster.
    /// - Throws: `CourseError.usage` when two submissions have the same name; see `requireDistinct`.
    package static func all(_ submissions: [GradedSubmission], roster: [String: String]?) throws -> [ClassEntry] {
        try requireDistinct(submissions.map(\.name))
        var entries = submissions.map { submission in
            var entry = ClassEntry(submission)
            entry.rosterName = roster?[submission.name]
            entry.isOnRoster = roster.map { $0[submission.name] != nil }
            return entry
        }
        let handedIn = Set(submissions.map(\.name))
        for (id, name) in roster ?? [:] where !handedIn.contains(id) {
            entries.append(ClassEntry(missing: id, rosterName: name))
        }
        return entries.sorted { precedes($0.name, $1.name) }
    }

    /// Checks the names before grading begins: two submissions of the same name would share their files.
    package static func requireDistinct(_ names: [String]) throws {
        var seen: Set<String> = []
        for name in names.sorted(by: precedes) where !seen.insert(name).inserted {
            throw CourseError(.usage, "Two submissions are called \(name). Rename one: the name says whose it is.")
        }
    }

    /// The order of all outputs: by code points, independent of language.
    package static func precedes(_ first: String, _ second: String) -> Bool {
        first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
    }
}
