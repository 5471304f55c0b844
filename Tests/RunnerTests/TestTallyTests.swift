import TestSupport
import Testing

@testable import CheckpointAuthor

@Suite("The count of a test run")
struct TestTallyTests {
    private static let green =
        [test("a"), test("b"), event("testStarted", "a"), event("testEnded", "a"), event("testStarted", "b")]
        + [event("testEnded", "b"), event("runEnded")]

    @Test("counts what started, ended and had no issue")
    func passing() {
        let tally = TestTally(eventStream: Self.green.joined(separator: "\n"), processSucceeded: true)
        expect(tally.summary, equals: "2 passed, 0 failed")
        expect(tally.isGreen)
    }

    @Test("counts a test with an issue as failed, and one with a known issue or a warning as passed")
    func issues() {
        let lines =
            [Self.issue("a", #"{"isKnown":false}"#), Self.issue("b", #"{"isKnown":true}"#)]
            + [Self.issue("b", #"{"isKnown":false,"severity":"warning"}"#)] + Self.green
        let tally = TestTally(eventStream: lines.joined(separator: "\n"), processSucceeded: false)
        expect(tally.summary, equals: "1 passed, 1 failed")
        expect(tally.failures, equals: [TestFailure(test: "a", messages: ["1 == 2"])])
        expect(!tally.isGreen)
    }

    @Test("counts a skipped test apart, and no suite at all")
    func skipped() {
        let lines = [Self.test("c"), Self.test("s", kind: "suite"), Self.event("testSkipped", "c")]
        let suite = [Self.event("testStarted", "s"), Self.event("testEnded", "s")]
        let tally = TestTally(eventStream: (lines + suite + Self.green).joined(separator: "\n"), processSucceeded: true)
        expect(tally.summary, equals: "2 passed, 0 failed, 1 skipped")
        expect(tally.isGreen)
    }

    @Test("counts tests that never ended as one failure, which tells how the process ended")
    func crashed() {
        let lines = Self.green.dropLast(2).joined(separator: "\n")
        let tally = TestTally(eventStream: lines, processSucceeded: false, ending: "signal 4")
        expect(tally.summary, equals: "1 passed, 1 failed")
        expect(tally.failures.map(\.test), equals: ["the run"])
        expect(
            tally.failures.first?.messages, equals: ["Its process ended with signal 4, and 1 test hadn't finished: b"])
        expect(!tally.isGreen)
    }

    @Test(
        "is not green when nothing ran, when the run broke off, or when the process failed",
        arguments: [
            ("", true), (event("runEnded"), true), (green.dropLast().joined(separator: "\n"), true),
            (green.joined(separator: "\n"), false), ("not json\n{}", false),
        ])
    func notGreen(stream: String, succeeded: Bool) {
        let tally = TestTally(eventStream: stream, processSucceeded: succeeded)
        expect(!tally.isGreen)
        expect(tally.failures.count, equals: tally.failed)
    }

    @Test("A test that passes when it runs again, alone, is unstable")
    func unstable() {
        func tally(_ name: String, fails: Bool) -> TestTally {
            let id = "M.S/\(name)()/F.swift:1:2"
            let lines =
                [Self.test(id), Self.event("testStarted", id)] + (fails ? [Self.issue(id, "{}")] : [])
                + [Self.event("testEnded", id), Self.event("runEnded")]
            return TestTally(eventStream: lines.joined(separator: "\n"), processSucceeded: !fails)
        }
        let first = TestTally(of: [tally("a", fails: true), tally("b", fails: false)])
        expect(first.retryable().map(\.test), equals: ["M.S/a()/F.swift:1:2"])
        let both = first.afterRetry(tally("a", fails: false))
        expect(both.isGreen)
        expect(both.summary, equals: "2 passed, 0 failed, 1 unstable")
        expect(both.unstable, equals: first.failures)
        expect(first.afterRetry(tally("a", fails: true)), equals: first)
        expect(first.afterRetry(TestTally(eventStream: "", processSucceeded: true)), equals: first)
    }

    @Test("A crash and many failures get no second try")
    func noRetry() {
        let crashed = TestTally(eventStream: Self.green.dropLast(2).joined(separator: "\n"), processSucceeded: false)
        expect(crashed.retryable().isEmpty)
        let failed = TestTally(
            eventStream: (Self.green + [Self.issue("a", "{}"), Self.issue("b", "{}")]).joined(separator: "\n"),
            processSucceeded: false)
        expect(failed.retryable(most: 1).isEmpty)
    }

    private static func test(_ id: String, kind: String = "function") -> String {
        #"{"kind":"test","payload":{"id":"\#(id)","kind":"\#(kind)","name":"\#(id)"},"version":0}"#
    }

    private static func event(_ kind: String, _ id: String? = nil) -> String {
        let test = id.map { #","testID":"\#($0)""# } ?? ""
        return #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[]\#(test)},"version":0}"#
    }

    private static func issue(_ id: String, _ issue: String) -> String {
        #"{"kind":"event","payload":{"issue":\#(issue),"kind":"issueRecorded","messages":[{"symbol":"fail","text":"1 == 2"}],"testID":"\#(id)"},"version":0}"#
    }

    @Test("Several runs count as one, and one that ran nothing spoils them")
    func combined() {
        let green = TestTally(eventStream: Self.green.joined(separator: "\n"), processSucceeded: true)
        let both = TestTally(of: [green, green])
        expect(both.isGreen)
        expect(both.passed, equals: 2 * green.passed)
        let empty = TestTally(eventStream: "", processSucceeded: true)
        expect(!TestTally(of: [green, empty]).isGreen)
        expect(TestTally(of: [green, empty]).failures, equals: empty.failures)
        expect(!TestTally(of: []).isGreen)
    }
}
