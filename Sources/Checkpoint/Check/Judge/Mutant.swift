internal import CheckpointSystem
internal import Foundation

/// A mutant of the engine or the server, which a learner's tests should kill: a body that replaces the right one.
///
///     // replaces: merge
///     // symptom: After both phones synced, they show different values.
///
///     local
///
/// The body comes after the first empty line. The symptom is what a user would notice; it mustn't name the cause. A third
/// line such as `// runs: 3` is for a mutant whose fault is a race.
package struct Mutant: Hashable, Sendable {
    /// The file's name without its extension; the tests of steps 9 and 13 look the mutant up by this name.
    package let name: String
    package let region: String
    package let symptom: String
    package let body: [String]
    /// Number of runs in which the tests may kill it. A race may not happen in one of them.
    package let runs: Int

    /// - Throws: `CourseError.courseBroken` that names the file.
    package init(name: String, path: String, text: String) throws {
        var header: [String: String] = [:]
        var body: [String] = []
        var isInHeader = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if isInHeader, let (key, value) = Self.entry(line) { header[key] = value }
            if !isInHeader { body.append(line) }
            if line.isEmpty { isInHeader = false }
        }
        while body.last?.isEmpty == true { body.removeLast() }
        guard let region = header["replaces"], let symptom = header["symptom"] else {
            throw CourseError(.courseBroken, "\(path) must begin with `// replaces:` and `// symptom:`.")
        }
        self.name = name
        self.region = region
        self.symptom = symptom
        self.body = body
        runs = header["runs"].flatMap { Int($0) } ?? 1
    }

    /// Loads the mutants of a folder, sorted by name; files that aren't Swift are ignored.
    package static func load(folder: String) throws -> [Mutant] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return try names.filter { $0.pathEnds(with: ".swift") }.map { name in
            let path = folder + "/" + name
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CourseError(.courseBroken, "\(path) can't be read.")
            }
            return try Mutant(name: String(name.dropLast(".swift".count)), path: path, text: text)
        }
    }

    private static func entry(_ line: String) -> (key: String, value: String)? {
        guard line.hasPrefix("// "), let colon = line.firstIndex(of: ":") else { return nil }
        let key = String(line[..<colon].dropFirst(3))
        guard !key.contains(" ") else { return nil }
        return (key, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
}

/// A mutant, and the number that selects it in the program that holds all of them; numbers begin with 1.
package struct NumberedMutant: Sendable {
    package let number: Int
    package let mutant: Mutant

    package init(_ number: Int, _ mutant: Mutant) { (self.number, self.mutant) = (number, mutant) }
}

/// One run of a learner's tests and its results.
struct MutantRun: Sendable {
    let events: TestEvents
    let ending: LimitedRun.Ending
    /// The end of the output.
    let output: String

    private var run: Set<String> {
        Set(events.started).subtracting(events.skipped.keys).intersection(events.titles.keys)
    }

    /// Tests that reported an issue.
    var complained: Set<String> { run.filter { events.issues[$0] != nil } }
    /// Tests that reported an issue, and those that were running when the process ended.
    var failed: Set<String> { run.filter { events.issues[$0] != nil || !events.ended.contains($0) } }
    var passed: Set<String> { run.subtracting(failed) }
    var hasRun: Bool { !run.isEmpty }

    /// True when the run came to its end by itself.
    var isWhole: Bool { if case .exited = ending { events.hasRunEnded } else { false } }

    /// True when every test that ran passed and no suite reported an issue.
    var isGreen: Bool { isWhole && !passed.isEmpty && failed.isEmpty && events.issues.isEmpty }

    /// The `@@todo` mark of a body that the starter leaves open; nil when everything is written.
    var task: String? {
        let texts = events.issues.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.message) } + [output]
        for text in texts {
            guard NotWrittenMark(in: text) != nil, let mark = text.firstMatch(of: /@@todo [^\n"]+/) else { continue }
            return String(mark.0)
        }
        return nil
    }

    /// A line for each failed test with its first issue, then how the run ended if it was cut short.
    var failures: [String] {
        var lines = failed.sorted().map { id in
            let issue = events.issues[id]?.first
            let place = issue?.place.map { "\($0): " } ?? ""
            let words = issue?.message.replacing("\n", with: " ") ?? "it didn't finish."
            return "“\(events.titles[id] ?? id)” failed: \(place)\(words)"
        }
        switch ending {
        case .exited(let status):
            if !events.hasRunEnded { lines.append("Your tests ended the process with exit status \(status).") }
        case .signalled(let signal): lines.append("Your tests crashed (signal \(signal)).")
        case .silent, .outOfTime: lines.append("Your tests didn't finish in time and were stopped.")
        case .outputLimitExceeded: lines.append("Your tests printed too much and were stopped.")
        case .processLimitExceeded(let count): lines.append("Your tests started \(count) processes and were stopped.")
        case .outOfMemory: lines.append("Your tests took too much memory and were stopped.")
        }
        return lines.isEmpty ? ["The run failed: \(output.split(separator: "\n").last ?? "no output")."] : lines
    }
}
