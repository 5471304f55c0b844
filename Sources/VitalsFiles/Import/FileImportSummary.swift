package import Vitals

/// The result of a file's import: what was found, and how much of it was new.
package struct FileImportSummary: Hashable, Sendable {
    /// Something that can't be read, or breaks a rule. It costs only itself.
    package struct Problem: Hashable, Sendable {
        /// Of the file, counted from 1; nil where there are no lines to go by.
        package let line: Int?
        package let reason: String
    }

    /// Counts of one sort of thing.
    package struct Counts: Hashable, Sendable {
        package var added = 0
        /// Here already, in whatever version, or deleted here.
        package var present = 0
    }

    package var measurements = Counts()
    /// By type, such as `note`.
    package var entities: [String: Counts] = [:]
    package var samples = Counts()
    package var problemCount = 0
    /// The first of them.
    package var problems: [Problem] = []
    /// The first records as they'd be stored, for a preview.
    package var firstRecords: [Measurement] = []

    package init() {}

    package static let maximumProblems = 10

    package var acceptedCount: Int {
        ([measurements, samples] + entities.values).reduce(0) { $0 + $1.added + $1.present }
    }

    package var addedCount: Int { ([measurements, samples] + entities.values).reduce(0) { $0 + $1.added } }

    mutating func add(problem reason: String, line: Int?) {
        problemCount += 1
        if problems.count < Self.maximumProblems { problems.append(Problem(line: line, reason: reason)) }
    }

    /// Adds what another part of the same import counted.
    mutating func countEntity(_ type: String, isNew: Bool) {
        if isNew {
            entities[type, default: Counts()].added += 1
        } else {
            entities[type, default: Counts()].present += 1
        }
    }
}
