import Foundation
import StepSupport
import Synchronization

@testable import Vitals

/// A server that gives access tokens, a function call away. Its clock is its own, so that a phone's can be a day off.
final class SessionTestServer: HTTPTransport {
    struct State: Sendable {
        var features: String? = "base,sessions"
        var lifeSeconds: Int64 = 900
        /// The devices' own tokens.
        var devices: Set<String> = ["own"]
        var expiries: [String: Int64] = [:]
        /// The answer to `POST /session` instead of a token; nil to give one.
        var refusal: HTTPResponse?
        var isUnreachable = false
        var sendsDate = true
        var requests: [HTTPRequest] = []
    }

    let clock = StepClock()
    let state = Mutex(State())
    /// Runs in the middle of each exchange.
    let duringExchange: @Sendable () async -> Void

    init(duringExchange: @escaping @Sendable () async -> Void = {}) { self.duringExchange = duringExchange }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Method, path and token of each request, such as `POST /session own`.
    var log: [String] {
        state.withLock { state in
            state.requests.map { request in
                let path = request.url.replacing("https://server.test/vitals", with: "").prefix { $0 != "?" }
                return "\(request.method) \(path) \(request.bearer ?? "-")"
            }
        }
    }

    var exchangeCount: Int { log.count { $0.hasPrefix("POST /session") } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        state.withLock { $0.requests.append(request) }
        guard !state.withLock({ $0.isUnreachable }) else { throw HTTPTransportError.unreachable("no network") }
        guard request.url.hasSuffix("/session") else { return answer(to: request) }
        await duringExchange()
        try Task.checkCancellation()
        return request.method == "POST" ? opened(request) : ended(request)
    }

    private func answer(to request: HTTPRequest) -> HTTPResponse {
        let isKnown = state.withLock { state in
            let token = request.bearer ?? ""
            return state.devices.contains(token) || (state.expiries[token] ?? 0) > clock.now.millisecondsSinceEpoch
        }
        guard isKnown else { return response(401, #"{"code":"unauthorized"}"#) }
        let isPull = request.url.contains("/sync/pull")
        return response(200, isPull ? #"{"records":[],"nextCursor":0}"# : #"{"acceptedIds":[]}"#)
    }

    private func opened(_ request: HTTPRequest) -> HTTPResponse {
        if let refusal = state.withLock({ $0.refusal }) { return refusal }
        return state.withLock { state in
            guard let own = request.bearer, state.devices.contains(own) else { return response(401, "{}", state) }
            let token = "access-\(state.expiries.count + 1)"
            state.expiries[token] = clock.now.millisecondsSinceEpoch + state.lifeSeconds * 1_000
            return response(200, #"{"accessToken":"\#(token)","expiresInSeconds":\#(state.lifeSeconds)}"#, state)
        }
    }

    private func ended(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            if let refusal = state.refusal { return refusal }
            guard state.devices.remove(request.bearer ?? "") != nil else { return response(401, "{}", state) }
            return HTTPResponse(status: 204)
        }
    }

    private func response(_ status: Int, _ body: String) -> HTTPResponse {
        response(status, body, state.withLock { $0 })
    }

    private func response(_ status: Int, _ body: String, _ state: State) -> HTTPResponse {
        var headers = ["vitals-account": "account"]
        headers["vitals-features"] = state.features
        if state.sendsDate {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            headers["date"] = formatter.string(
                from: Date(timeIntervalSince1970: Double(clock.now.millisecondsSinceEpoch) / 1_000))
        }
        return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    }
}
