import Foundation

/// A transport that sends an access token in place of the device's own, where the server gives them.
///
/// For any other server, and for a request without a token, it sends what it's given, byte for byte.
struct SessionTransport: HTTPTransport {
    private let base: any HTTPTransport
    let tokens: SessionTokens

    /// - Parameter now: the phone's clock.
    init(_ base: any HTTPTransport, now: @escaping @Sendable () -> Timestamp) {
        self.base = base
        tokens = SessionTokens(transport: base, now: now)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.bearer != nil, !request.url.hasSuffix(SessionClient.path) else {
            return try await base.send(request)
        }
        let choice = try await tokens.choice(for: request)
        let response = try await send(request, with: choice)
        guard case .access(let refused) = choice, response.status == 401 else { return response }
        // The server did nothing, so the same request may be sent again. A second 401 is the answer.
        let next = try await tokens.choice(for: request)
        if case .access(refused) = next { return response }
        return try await send(request, with: next)
    }

    private func send(_ request: HTTPRequest, with choice: SessionTokens.Choice) async throws -> HTTPResponse {
        switch choice {
        case .own:
            let response = try await base.send(request)
            await tokens.learn(from: response, to: request)
            return response
        case .access(let token):
            let response = try await base.send(request.with(accessToken: token))
            await tokens.learn(from: response, to: request, sentWith: token)
            return response
        case .answer(let response):
            return response
        }
    }
}

extension HTTPRequest {
    /// The same request with an access token in place of the device's own.
    func with(accessToken: String) -> HTTPRequest {
        var changed = self
        changed.headers["Authorization"] = "Bearer \(accessToken)"
        return changed
    }
}
