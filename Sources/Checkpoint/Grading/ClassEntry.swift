/// One line of the grades: a submission, or somebody who handed nothing in.
package struct ClassEntry: Hashable, Sendable {
    /// Of the submission, and of its learner on the roster.
    package let name: String
    package var rosterName: String?
    /// Nil where there is no roster.
    package var isOnRoster: Bool?
    /// Nil where nothing was handed in.
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

    /// All of a class, in the order of their names.
    ///
    /// - Parameter roster: the learners' names by the names of their submissions; nil where there is none.
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

    /// To be asked before anything is graded: two submissions of one name would share their files.
    package static func requireDistinct(_ names: [String]) throws {
        var seen: Set<String> = []
        for name in names.sorted(by: precedes) where !seen.insert(name).inserted {
            throw CourseError(.usage, "Two submissions are called \(name). Rename one: the name tells whose it is.")
        }
    }

    /// The order of all outputs: by code points, in no language.
    static func precedes(_ first: String, _ second: String) -> Bool {
        first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
    }
}
