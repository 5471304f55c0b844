import Foundation
import Logging
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The log") struct LogTests {
    @Test("A request is one line with its id, and neither token, value, query nor cause of a 4xx is in it")
    func oneLine() async throws {
        let sink = LogSink()
        let logger = Logger(label: "test") { _ in sink.handler }
        try await TestServer.with(MemorySyncStore(), logger: logger) { server in
            _ = try await server.push([record(value: 72.125)], headers: [("X-Request-Id", "push-1")])
            _ = try await server.pull("?cursor=0&limit=7", headers: [("X-Request-Id", "pull-1")])
            _ = try await server.pull("?cursor=0", headers: [("X-Request-Id", "stream-1")])
            _ = try await server.pull("?cursor=secret", headers: [("X-Request-Id", "bad-1")])
            _ = try await server.send("GET", "/sync/pull", token: "some-secret", headers: [("X-Request-Id", "who-1")])
        }
        let lines = sink.lines
        for (id, part) in [
            ("push-1", "method=POST path=/sync/push request_id=push-1 status=200"),
            ("pull-1", "method=GET path=/sync/pull request_id=pull-1 status=200"),
            ("stream-1", "method=GET path=/sync/pull request_id=stream-1 status=200"),
            ("bad-1", "method=GET path=/sync/pull request_id=bad-1 status=400"),
            ("who-1", "method=GET path=/sync/pull request_id=who-1 status=401"),
        ] {
            let own = lines.filter { $0.contains("request_id=\(id) ") }
            expect(own.count, equals: 1, "\(id)")
            expect(own.first?.contains(part) == true, "\(own)")
            expect(own.first?.hasPrefix("request duration_ms=") == true)
        }
        for word in ["72.125", "secret", "dev-token", "cursor"] {
            expect(!lines.contains { $0.contains(word) }, "\(word) is in the log")
        }
    }

    @Test("The cause of a 500 is in the log, under the id that the answer has")
    func cause() async throws {
        let sink = LogSink()
        let logger = Logger(label: "test") { _ in sink.handler }
        try await TestServer.with(FailingStore(.unforeseen), logger: logger) { server in
            let answer = try await server.push([record()])
            let id = try #require(answer["X-Request-Id"])
            expect(sink.lines.contains { $0.hasPrefix("internal ") && $0.contains(id) && $0.contains("Unforeseen") })
        }
    }
}

/// A store of log lines for a test to read.
final class LogSink: Sendable {
    private let box = Mutex<[String]>([])

    var lines: [String] { box.withLock { $0 } }

    var handler: any LogHandler { Handler(sink: self) }

    private struct Handler: LogHandler {
        let sink: LogSink
        var logLevel = Logger.Level.debug
        var metadata: Logger.Metadata = [:]

        init(sink: LogSink) { self.sink = sink }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
            let fields = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            sink.box.withLock { $0.append("\(event.message) " + fields.joined(separator: " ")) }
        }
    }
}
