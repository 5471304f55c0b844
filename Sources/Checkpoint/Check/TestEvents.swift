internal import Foundation

/// What the event stream of one run of Swift Testing says, test by test.
///
/// Version 0 of the stream. Ids are kept as `Suite/function()`: without the module before and the place behind.
///
/// The time of an event is that at which it was taken: what the stream itself says of times is the judged process's word.
struct TestEvents: Sendable {
    struct Issue: Hashable, Sendable {
        /// What the test says to the learner: its comments, else what was expected.
        let message: String
        /// The body that it waits for, also where the test meant to catch an error of another kind.
        let mark: NotWrittenMark?
        /// Such as `MergeTests.swift:12`.
        var place: String?
    }

    private(set) var started: [String] = []
    private(set) var ended: Set<String> = []
    private(set) var issues: [String: [Issue]] = [:]
    private(set) var skipped: [String: String] = [:]
    private(set) var titles: [String: String] = [:]
    /// When each began, and ended.
    private(set) var began: [String: ContinuousClock.Instant] = [:]
    private(set) var over: [String: ContinuousClock.Instant] = [:]
    private(set) var hasRunEnded = false
    /// Something was said that a run of tests cannot say.
    private(set) var isContradictory = false

    init() {}

    init(stream: String) {
        self.init()
        let decoder = JSONDecoder()
        for line in stream.split(separator: "\n") {
            if let record = try? decoder.decode(Record.self, from: Data(line.utf8)) { take(record) }
        }
    }

    /// Tests that began and did not end, the latest last.
    var running: [String] { started.filter { !ended.contains($0) && skipped[$0] == nil } }

    /// How long a test took, or has taken so far; nil where it has not begun.
    func time(of id: String) -> Range<ContinuousClock.Instant>? {
        guard let begin = began[id] else { return nil }
        return begin..<max(begin, over[id] ?? .now)
    }

    mutating func take(_ line: Data) {
        if let record = try? JSONDecoder().decode(Record.self, from: line) { take(record) }
    }

    private mutating func take(_ record: Record) {
        let payload = record.payload
        if record.kind == "test" {
            guard payload.kind == "function", let id = payload.id.flatMap(Self.shortened) else { return }
            titles[id] = payload.displayName ?? id
            return
        }
        if hasRunEnded { isContradictory = true }
        if payload.kind == "runEnded" { hasRunEnded = true }
        guard let id = payload.testID.flatMap(Self.shortened) else { return }
        switch payload.kind {
        case "testStarted":
            started.append(id)
            began[id] = .now
        case "testEnded":
            if ended.contains(id) || !started.contains(id) { isContradictory = true }
            ended.insert(id)
            over[id] = .now
        case "testSkipped": skipped[id] = payload.messages?.first?.text ?? ""
        case "issueRecorded" where payload.issue?.isFault ?? true:
            issues[id, default: []].append(payload.issueForLearner)
        default: break
        }
    }

    /// `StepTests.Step08Tests/merges()/File.swift:1:2` becomes `Step08Tests/merges()`; nil for suites.
    static func shortened(_ id: String) -> String? {
        let parts = id.split(separator: "/")
        guard parts.count >= 2, let last = parts.last, last.contains(".swift:"),
            let module = parts[0].firstIndex(of: ".")
        else { return nil }
        let suite = parts[0][parts[0].index(after: module)...]
        return ([suite] + parts.dropFirst().dropLast()).joined(separator: "/")
    }

    private struct Record: Decodable {
        let kind: String
        let payload: Payload
    }

    private struct Payload: Decodable {
        let kind: String
        let id: String?
        let displayName: String?
        let testID: String?
        let messages: [Message]?
        let issue: Details?

        var issueForLearner: Issue {
            let texts = messages ?? []
            let details = texts.filter { $0.symbol == "details" }.map(\.text)
            let first = texts.first { $0.symbol != "details" }?.text ?? "An issue was recorded."
            let message = details.isEmpty ? first : details.joined(separator: "\n")
            return Issue(
                message: message, mark: texts.lazy.compactMap { NotWrittenMark(in: $0.text) }.first,
                place: issue?.sourceLocation?.description)
        }
    }

    private struct Message: Decodable {
        let symbol: String
        let text: String
    }

    private struct Details: Decodable {
        let isKnown: Bool?
        let severity: String?
        let sourceLocation: Place?
        var isFault: Bool { isKnown != true && severity != "warning" }
    }

    private struct Place: Decodable, CustomStringConvertible {
        let fileID: String
        let line: Int
        var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
    }
}
