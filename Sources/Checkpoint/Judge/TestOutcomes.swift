internal import Foundation

/// What one run of a learner's tests said, from the event stream of Swift Testing.
struct TestOutcomes: Sendable {
    struct Test: Sendable {
        /// What the learner called it.
        var title: String
        var hasStarted = false
        var hasEnded = false
        var isSkipped = false
        /// What it complained of, in the words of the run.
        var complaints: [String] = []

        var hasFailed: Bool { hasStarted && !isSkipped && (!complaints.isEmpty || !hasEnded) }
        var hasPassed: Bool { hasStarted && !isSkipped && !hasFailed }
    }

    /// How the process of the tests ended.
    enum Ending: Hashable, Sendable {
        case whole
        /// Such as `signal 4`.
        case died(String)
        case timedOut
        /// It wrote more than anybody would read.
        case flooded
    }

    /// By id, without the place in the file.
    private(set) var tests: [String: Test] = [:]
    private(set) var ending: Ending
    /// What the process wrote last.
    let lastLines: [String]
    private var runEnded = false
    private var strayComplaints = 0

    /// - Parameter ending: how the process ended; a process that ended by itself counts as whole only if its run did.
    init(eventStream: String, ending: Ending, lastLines: [String] = []) {
        self.ending = ending
        self.lastLines = lastLines
        for line in eventStream.split(separator: "\n") {
            guard let record = try? JSONDecoder().decode(Record.self, from: Data(line.utf8)) else { continue }
            let payload = record.payload
            if record.kind == "test", payload.kind == "function", let id = payload.id {
                tests[Self.plain(id)] = Test(title: payload.displayName ?? payload.name ?? Self.plain(id))
            }
            guard record.kind == "event" else { continue }
            if payload.kind == "runEnded" { runEnded = true }
            guard let id = payload.testID.map(Self.plain) else { continue }
            switch payload.kind {
            case "testStarted": tests[id]?.hasStarted = true
            case "testEnded": tests[id]?.hasEnded = true
            case "testSkipped": tests[id]?.isSkipped = true
            case "issueRecorded" where payload.isFault:
                if tests[id] == nil { strayComplaints += 1 }
                tests[id]?.complaints.append(payload.words)
            default: break
            }
        }
        if case .whole = ending, !runEnded { self.ending = .died("no word") }
    }

    /// Ids of the tests that failed; one that was under way when the process died or was stopped is among them.
    var failed: Set<String> { Set(tests.filter { $0.value.hasFailed }.keys) }
    var passed: Set<String> { Set(tests.filter { $0.value.hasPassed }.keys) }
    var hasRun: Bool { tests.values.contains { $0.hasStarted && !$0.isSkipped } }

    /// Every test that ran passed, and the run came to its end.
    var isGreen: Bool { ending == .whole && failed.isEmpty && strayComplaints == 0 && !passed.isEmpty }

    /// `Suite/test()` of `Module.Suite/test()/File.swift:12:4`.
    private static func plain(_ id: String) -> String {
        var parts = id.split(separator: "/").map(String.init)
        if parts.count > 1, parts[parts.count - 1].contains(".swift:") { parts.removeLast() }
        if let dot = parts[0].firstIndex(of: ".") { parts[0] = String(parts[0][parts[0].index(after: dot)...]) }
        return parts.joined(separator: "/")
    }

    private struct Record: Decodable {
        let kind: String
        let payload: Payload
    }

    private struct Payload: Decodable {
        let kind: String
        let id: String?
        let name: String?
        let displayName: String?
        let testID: String?
        let issue: Issue?
        let messages: [Message]?

        var isFault: Bool { issue.map { $0.isKnown != true && $0.severity != "warning" } ?? true }

        /// The place in the learner's file and what was said.
        var words: String {
            let text = (messages ?? []).map(\.text).joined(separator: " ").split(separator: "\n").joined(separator: " ")
            guard let place = issue?.sourceLocation else { return text }
            return "\(place.fileName):\(place.line): \(text)"
        }
    }

    private struct Issue: Decodable {
        let isKnown: Bool?
        let severity: String?
        let sourceLocation: Place?
    }

    private struct Place: Decodable {
        let fileID: String
        let line: Int

        var fileName: String { fileID.split(separator: "/").last.map(String.init) ?? fileID }
    }

    private struct Message: Decodable {
        let text: String
    }
}
