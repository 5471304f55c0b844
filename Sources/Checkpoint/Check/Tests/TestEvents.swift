package import Foundation

/// The event stream of a Swift Testing run, sorted by test.
///
/// Version 0 of the stream. Ids are kept as `Suite/function()`, without the module before and the place behind.
///
/// An event's time is the time at which it was read. The stream has times too, but those come from the judged process
/// and can't be trusted.
package struct TestEvents: Sendable {
    package struct Issue: Hashable, Sendable {
        /// The message for the learner: the test's comments, or else the expectation.
        package let message: String
        /// The mark of the body that isn't written yet, even when the test meant to catch another kind of error.
        package let mark: NotWrittenMark?
        /// File and line, such as `MergeTests.swift:12`.
        package var place: String?

        fileprivate init(_ payload: TestRecord.Payload) {
            let texts = payload.messages ?? []
            let details = texts.filter { $0.symbol == "details" }.map(\.text)
            let first = texts.first { $0.symbol != "details" }?.text ?? "An issue was recorded."
            message = details.isEmpty ? first : details.joined(separator: "\n")
            mark = texts.lazy.compactMap { NotWrittenMark(in: $0.text) }.first
            place = payload.issue?.sourceLocation?.description
        }
    }

    package private(set) var started: [String] = []
    package private(set) var ended: Set<String> = []
    package private(set) var issues: [String: [Issue]] = [:]
    /// Issues that tests expected, so that they are no failures.
    private(set) var knownIssues: [String: [Issue]] = [:]
    /// True when anything failed, in whatever test or outside of one. Swift Testing's exit status is then 1, otherwise 0.
    package private(set) var hasFailures = false
    package private(set) var skipped: [String: String] = [:]
    /// Tests whose own task was cancelled. Swift Testing reports no issue for them.
    private(set) var cancelled: Set<String> = []
    package private(set) var titles: [String: String] = [:]
    /// Instants at which each test began and ended.
    package private(set) var began: [String: ContinuousClock.Instant] = [:]
    package private(set) var over: [String: ContinuousClock.Instant] = [:]
    private(set) var hasRunEnded = false
    /// True when the stream contains events that a run of tests can't produce.
    private(set) var isContradictory = false

    init() {}

    init(stream: String) {
        self.init()
        for record in TestRecord.all(in: stream) { take(record) }
    }

    /// Tests that began and didn't end; the latest is last.
    package var running: [String] { started.filter { !ended.contains($0) && skipped[$0] == nil } }

    /// The time that a test took, or has taken so far; nil if it hasn't begun.
    package func time(of id: String) -> Range<ContinuousClock.Instant>? {
        guard let begin = began[id] else { return nil }
        return begin..<max(begin, over[id] ?? .now)
    }

    package mutating func take(_ line: Data) {
        if let record = TestRecord(line: line) { take(record) }
    }

    private mutating func take(_ record: TestRecord) {
        let payload = record.payload
        if record.kind == "test" {
            guard payload.kind == "function", let id = payload.id.flatMap(Self.shortened) else { return }
            titles[id] = payload.displayName ?? id
            return
        }
        if hasRunEnded { isContradictory = true }
        if payload.kind == "runEnded" { hasRunEnded = true }
        if payload.kind == "issueRecorded", payload.isFailure { hasFailures = true }
        guard let id = payload.testID.flatMap(Self.shortened) else { return }
        switch payload.kind {
        case "testStarted":
            started.append(id)
            began[id] = .now
        case "testEnded":
            if ended.contains(id) || !started.contains(id) { isContradictory = true }
            ended.insert(id)
            over[id] = .now
        case "testCancelled", "testCaseCancelled": cancelled.insert(id)
        case "testSkipped": skipped[id] = payload.messages?.first?.text ?? ""
        case "issueRecorded" where payload.isFailure:
            issues[id, default: []].append(Issue(payload))
        case "issueRecorded" where payload.issue?.isKnown == true:
            knownIssues[id, default: []].append(Issue(payload))
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
}

/// The line that marks a body that isn't written yet: `@@todo STEP FILE:LINE TASK`.
package struct NotWrittenMark: Hashable, Sendable {
    package let step: Int
    /// Path relative to the package's root.
    package let path: String
    package let line: Int
    package let task: String

    /// Finds the first mark in a text; nil if there is none.
    init?(in text: String) {
        guard let begin = text.range(of: "@@todo ") else { return nil }
        // Swift Testing quotes the error that it caught, and more text follows.
        let rest = text[begin.upperBound...].prefix { $0 != "\n" && $0 != "\"" }
        let words = rest.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let step = Int(words[0]) else { return nil }
        let place = words[1].split(separator: ":")
        guard place.count == 2, let line = Int(place[1]) else { return nil }
        self.step = step
        self.line = line
        path = String(place[0])
        task = String(words[2])
    }
}
