import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// A real server in this process on a free port, which checks every response against `openapi.yaml`.
struct TestServer: Sendable {
    let port: Int
    let store: any SyncStore
    let lacksAccountSupport: Bool

    /// Runs a server as long as the body runs; its store is closed with it.
    static func with(
        _ store: any SyncStore, _ change: (inout HTTPConfiguration) -> Void = { _ in },
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var configuration = HTTPConfiguration()
        change(&configuration)
        let settings = configuration
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await serve(store: store, configuration: settings, logger: logger, stopsOnSignals: false) {
                    continuation.yield($1)
                }
            }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else {
                try await group.waitForAll()
                return
            }
            let server = TestServer(port: port, store: store, lacksAccountSupport: !settings.sendsIdentity)
            do {
                try await body(server)
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            while let result = await group.nextResult() { _ = result }  // cancellation is how it ends here
        }
    }

    func send(
        _ method: String, _ path: String, token: String? = DevelopmentUser.token, headers: [(String, String)] = [],
        body: [UInt8]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawResponse {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body {
            head += "Content-Length: \(body.count)\r\n"
            let hasType = headers.contains { $0.0.lowercased() == "content-type" }
            if !hasType { head += "Content-Type: application/json\r\n" }
        }
        let response = try await RawConnection.exchange(port: port, Array((head + "\r\n").utf8) + (body ?? []))
        expectDocumented(response, method, path, sourceLocation: sourceLocation)
        return response
    }

    func push(
        _ records: [Vitals.Measurement], token: String = DevelopmentUser.token, headers: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawResponse {
        let body = #"{"records":["# + records.map(\.json).joined(separator: ",") + "]}"
        return try await send(
            "POST", "/sync/push", token: token, headers: headers, body: Array(body.utf8),
            sourceLocation: sourceLocation)
    }

    func pull(
        _ query: String = "", token: String = DevelopmentUser.token, headers: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawResponse {
        try await send(
            "GET", "/sync/pull" + query, token: token, headers: headers, sourceLocation: sourceLocation)
    }

    func expectDocumented(
        _ response: RawResponse, _ method: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problems = OpenAPIValidator.shared.problems(
            of: response, method: method, path: path, lacksAccountSupport: lacksAccountSupport)
        expect(problems.isEmpty, "\(method) \(path) is not as openapi.yaml has it", sourceLocation: sourceLocation)
    }
}

extension RawResponse {
    var json: JSONValue? { try? JSONValue(parsing: body) }

    var code: String? { json?["code"]?.string }

    /// Returns the texts of an array member, such as `acceptedIds`.
    func texts(_ name: String) -> [String] { json?[name]?.array?.compactMap(\.string) ?? [] }

    func records(_ name: String = "records") -> [Vitals.Measurement] {
        json?[name]?.array?.compactMap { try? Vitals.Measurement(json: $0) } ?? []
    }

    var nextCursor: Int64? {
        guard case .number(let number)? = json?["nextCursor"] else { return nil }
        return Int64(number)
    }
}
