package import CheckpointCourse
internal import Foundation

/// The end of a mutant: killed, or not.
package struct MutantVerdict: Hashable, Sendable, Codable {
    package enum Outcome: String, Sendable, Codable {
        case killed
        /// Killed by a time limit: it loops, or waits for what never comes.
        case timedOut
        case survived
        /// The compiler refuses it, so that nobody could make this mistake and run it.
        case uncompiled
    }

    package let outcome: Outcome
    /// The test that refused it; empty for a survivor.
    package var test = ""
    /// That test's message.
    package var message = ""
    package var seconds = 0.0

    package var isKilled: Bool { outcome == .killed || outcome == .timedOut }
}

/// The verdicts in a file, so that a run that was interrupted goes on where it stopped.
///
/// A kill depends on the code and on the file of the test that refused the mutant; any other verdict depends on the code
/// and on all tests. So a new test has only survivors judged again.
package struct MutantVerdicts {
    private struct Entry: Codable {
        let content: String
        let verdict: MutantVerdict
    }

    private let path: String
    private var entries: [String: Entry]
    private let code: String
    private let tests: [String: TreeFile]

    /// - Parameters:
    ///   - path: the file; created when the first verdict comes.
    ///   - code: the files under test, and what tests share.
    ///   - tests: the files with tests.
    package init(path: String, code: [String: TreeFile], tests: [String: TreeFile]) {
        self.path = path
        self.code = Fingerprint.of(code)
        self.tests = tests
        entries =
            FileManager.default.contents(atPath: path)
            .flatMap { try? JSONDecoder().decode([String: Entry].self, from: $0) } ?? [:]
    }

    /// Returns the verdict on a mutant; nil when there is none, or something it depends on has changed.
    package subscript(mutant: MechanicalMutant) -> MutantVerdict? {
        guard let entry = entries[mutant.id], entry.content == content(entry.verdict) else { return nil }
        return entry.verdict
    }

    package mutating func keep(_ verdict: MutantVerdict, on mutant: MechanicalMutant) throws {
        entries[mutant.id] = Entry(content: content(verdict), verdict: verdict)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try CacheFolder.write(try encoder.encode(entries), to: path)
    }

    private func content(_ verdict: MutantVerdict) -> String {
        // Of `Suite/name()`, because a suite may have several files.
        let name = verdict.test.split(separator: "/").last?.prefix { $0 != "(" } ?? ""
        let own = name.isEmpty ? [:] : tests.filter { $0.value.text?.contains("func \(name)(") == true }
        var fingerprint = Fingerprint()
        fingerprint.add(code)
        fingerprint.add(Fingerprint.of(own.isEmpty ? tests : own))
        return fingerprint.hex
    }
}
