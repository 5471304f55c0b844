import Synchronization

/// An event transport that opens streams with an access token, where the server gives them: chosen, exchanged and refused
/// as `SessionTransport` does it for other requests.
struct SessionEventTransport: EventTransport {
    let base: any EventTransport
    let tokens: SessionTokens

    func stream(
        _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
    ) async throws {
        switch try await tokens.choice(for: request) {
        case .own: try await base.stream(request, silenceSeconds: silenceSeconds, receive: receive)
        case .answer(let response): receive(.head(response))
        case .access(let token):
            let refusal = Mutex<HTTPResponse?>(nil)
            try await base.stream(request.with(accessToken: token), silenceSeconds: silenceSeconds) { part in
                if case .head(let response) = part, response.status == 401 {
                    refusal.withLock { $0 = response }
                } else if refusal.withLock({ $0 == nil }) {
                    receive(part)
                }
            }
            guard let response = refusal.withLock({ $0 }) else { return }
            await tokens.learn(from: response, to: request, sentWith: token)
            // The server did nothing, so the same request may be sent again. A second 401 is the answer.
            switch try await tokens.choice(for: request) {
            case .own: try await base.stream(request, silenceSeconds: silenceSeconds, receive: receive)
            case .answer(let response): receive(.head(response))
            case .access(token): receive(.head(response))
            case .access(let next):
                try await base.stream(
                    request.with(accessToken: next), silenceSeconds: silenceSeconds, receive: receive)
            }
        }
    }
}

extension EventTransport {
    /// The same transport with a device's access tokens; itself where its requests have none.
    func withSessions(of transport: any HTTPTransport) -> any EventTransport {
        guard let sessions = transport as? SessionTransport else { return self }
        return SessionEventTransport(base: self, tokens: sessions.tokens)
    }
}
