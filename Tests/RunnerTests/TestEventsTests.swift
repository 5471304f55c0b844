import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck

@Suite("The event stream, test by test")
struct TestEventsTests {
    @Test(
        "an id is kept without its module and its place; suites have none",
        arguments: [
            ("StepTests.Step08Tests/merges()/Step08Tests.swift:12:6", "Step08Tests/merges()"),
            ("StepTests.Step08Tests/Inner/merges(_:)/A.swift:1:1", "Step08Tests/Inner/merges(_:)"),
            ("StepTests.Step08Tests", nil),
        ] as [(String, String?)])
    func ids(id: String, short: String?) {
        expect(TestEvents.shortened(id), equals: short)
    }

    @Test("a stream with the line ends of Windows is read line by line")
    func lineEndsOfWindows() {
        let id = "\"testID\":\"StepTests.Step08Tests/a()/A.swift:1:1\""
        let lines = ["testStarted", "testEnded"].map {
            "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"\($0)\",\(id)}}\r\n"
        }
        let events = TestEvents(stream: lines.joined())
        expect(events.started == ["Step08Tests/a()"] && events.running.isEmpty)
    }

    @Test("a line counts once it's whole, in however many pieces it comes, and one of megabytes is a line too")
    func pieces() throws {
        let path = NSTemporaryDirectory() + "vitals-events-\(UUID().uuidString)"
        defer { unlink(path) }
        let log = try EventLog(path: path)
        let writer = try #require(FileHandle(forWritingAtPath: path))
        func line(_ kind: String, _ name: String, _ rest: String = "") -> Data {
            let id = "\"testID\":\"StepTests.Step08Tests/\(name)()/A.swift:1:1\""
            return Data("{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"\(kind)\",\(id)\(rest)}}\n".utf8)
        }
        let first = line("testStarted", "a")
        try writer.write(contentsOf: first.prefix(20))
        expect(log.read().started, equals: [])
        try writer.write(contentsOf: first.dropFirst(20) + line("testStarted", "b") + line("testEnded", "a").dropLast())
        expect(log.read().started, equals: ["Step08Tests/a()", "Step08Tests/b()"])
        expect(log.read().ended, equals: [])
        try writer.write(contentsOf: Data("\n".utf8))
        expect(log.read().ended, equals: ["Step08Tests/a()"])
        let long = line("testStarted", "c", ",\"about\":\"" + String(repeating: "x", count: 3 << 20) + "\"")
        for begin in stride(from: 0, to: long.count, by: 60_000) {
            try writer.write(contentsOf: long[begin..<min(long.count, begin + 60_000)])
            log.read()
        }
        expect(log.read().started.last, equals: "Step08Tests/c()")
    }

    @Test("a long line of combining marks costs no time, and its failure counts", .timeLimit(.minutes(1)))
    func combiningMarks() {
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)
        let escaped = String(repeating: "\\u0301\\u0323", count: 100_000)
        let id = "\"testID\":\"StepTests.Step08Tests/a()/A.swift:1:1\""
        for text in [marks, escaped, "\\\\u0301 " + marks] {
            let events = TestEvents(
                stream: """
                    {"kind":"event","version":0,"payload":{"kind":"issueRecorded",\(id),"\(text)":1,"\(text)":"\(text)",\
                    "messages":[{"symbol":"details","text":"@@todo 8 A.swift:3 \(text)"}],"issue":{"isKnown":false}}}
                    """)
            expect(events.hasFailures)
            expect(events.issues["Step08Tests/a()"]?.first?.mark?.line, equals: 3)
        }
    }

    @Test("a known issue and a warning are no faults; comments come before what was expected")
    func issues() {
        let id = "\"testID\":\"StepTests.Step08Tests/a()/A.swift:1:1\""
        func issue(_ details: String, _ messages: String) -> String {
            "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"issueRecorded\",\(id),\"issue\":{\(details)},\"messages\":[\(messages)]}}\n"
        }
        let fail = "{\"symbol\":\"fail\",\"text\":\"Expectation failed: 1 == 2\"}"
        let comment = "{\"symbol\":\"details\",\"text\":\"A shows 1 and B 2.\"}"
        let stream =
            issue("\"isKnown\":true", fail) + issue("\"isKnown\":false,\"severity\":\"warning\"", fail)
            + issue("\"isKnown\":false", fail + "," + comment) + issue("\"isKnown\":false", fail)
        let events = TestEvents(stream: stream)
        expect(
            events.issues["Step08Tests/a()"]?.map(\.message),
            equals: ["A shows 1 and B 2.", "Expectation failed: 1 == 2"])
    }

    @Test("what is still to be written says where and what")
    func notWritten() throws {
        let mark = try #require(
            NotWrittenMark(in: "noise\n@@todo 8 Vitals/Merge.swift:6 return the greater record\nmore"))
        expect(mark.step, equals: 8)
        expect(mark.path, equals: "Vitals/Merge.swift")
        expect(mark.line, equals: 6)
        expect(mark.task, equals: "return the greater record")
        expect(NotWrittenMark(in: "@@todo soon") == nil)
        let caught = NotWrittenMark(in: "but \"@@todo 4 Vitals/Store.swift:9 store it\" of type NotWritten was thrown")
        expect(caught?.task, equals: "store it")
    }

    @Test("a test that caught the error of a body that is not written waits for it, whatever its comment says")
    func caughtNotWritten() {
        let id = "\"testID\":\"StepTests.Step08Tests/a()/A.swift:1:1\""
        let fail = "{\"symbol\":\"fail\",\"text\":\"expected StoreError, but @@todo 8 Vitals/A.swift:6 look\"}"
        let comment = "{\"symbol\":\"details\",\"text\":\"It should be refused.\"}"
        let events = TestEvents(
            stream: "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"issueRecorded\",\(id),"
                + "\"issue\":{\"isKnown\":false},\"messages\":[\(fail),\(comment)]}}\n")
        let issue = events.issues["Step08Tests/a()"]?.first
        expect(issue?.mark?.task == "look" && issue?.message == "It should be refused.")
    }

    @Test("errors of the compiler are told once each, with the paths of the package")
    func diagnostics() {
        let output = """
            /stage/Sources/Vitals/A.swift:3:9: error: cannot find 'x' in scope
              3 | x
            /stage/Sources/Vitals/A.swift:3:9: error: cannot find 'x' in scope
            /stage/Sources/Vitals/A.swift:4:9: warning: never used
            /elsewhere/B.swift:1:1: error: no
            """
        expect(
            CompilerDiagnostic.all(in: output, root: "/stage"),
            equals: [
                CompilerDiagnostic(
                    path: "Sources/Vitals/A.swift", line: 3, column: 9, message: "cannot find 'x' in scope"),
                CompilerDiagnostic(path: "/elsewhere/B.swift", line: 1, column: 1, message: "no"),
            ])
    }

    @Test("of a backtrace the innermost line of the package's own sources is told")
    func backtrace() {
        let report = """
            {"threads":[{"frames":[{"sourceLocation":{"file":"/stage/Sources/Vitals/Z.swift","line":9}}]},
            {"crashed":true,"frames":[{},{"sourceLocation":{"file":"/stage/Sources/Vitals/A.swift","line":0}},
            {"sourceLocation":{"file":"/stage/Sources/Vitals/B.swift","line":7}},
            {"sourceLocation":{"file":"/stage/Tests/StepTests/T.swift","line":3}}]}]}
            """
        expect(Backtrace.place(in: Data(report.utf8), root: "/stage"), equals: "Sources/Vitals/B.swift:7")
        expect(Backtrace.place(in: Data("{}".utf8), root: "/stage") == nil)
    }
}
