import Foundation
import StepSupport
import TestSupport
import Vitals
import VitalsFeatures

/// A server that a test answers for, a function call away.
struct FakeServer: HTTPTransport {
    typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    let answer = Locked<Answer>(FakeServer.accepting)
    let requests = Locked<[HTTPRequest]>([])

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.withLock { $0.append(request) }
        let answer = self.answer.withLock { $0 }
        return try await answer(request)
    }

    func answers(_ body: @escaping Answer) { answer.withLock { $0 = body } }

    /// Takes all that is pushed, and has nothing to pull.
    static let accepting: Answer = { request in
        guard request.url.contains("/sync/") else { return HTTPResponse(status: 404) }
        guard request.method == "POST" else { return json(#"{"records":[],"nextCursor":7}"#) }
        let sent = (try JSONValue(parsing: request.body ?? []))["records"]?.array ?? []
        let ids = sent.compactMap { $0["id"] }
        return json(CanonicalJSON.text(.object([.init("acceptedIds", .array(ids))])))
    }

    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> HTTPResponse {
        let named = [
            "vitals-account": "a", "vitals-receipt": "7.c0ffee", "vitals-features": "base,devices",
            "x-request-id": "req-1",
        ]
        return HTTPResponse(status: status, headers: named.merging(headers) { $1 }, body: Array(text.utf8))
    }

    /// A device in memory that is logged in.
    func device(origin: String = "https://vitals.example.com", clock: ManualClock = ManualClock()) throws -> Device {
        let device = try Device.inMemory(
            transport: self, clock: { Timestamp(clamping: clock.read()) }, features: .all)
        try device.login(to: ServerOrigin(origin), token: "token-1")
        return device
    }
}
