import Foundation

/// The access tokens of a device: learns whether its server gives them, and exchanges the device's own token for one.
///
/// Requests that need a new token at the same time share one exchange. An access token is kept in memory only.
package actor SessionTokens {
    /// The token to send a request with.
    enum Choice: Sendable {
        /// The device's own.
        case own
        case access(String)
        /// None: this response of the exchange is the response to the request.
        case answer(HTTPResponse)
    }

    /// A server that gives access tokens, and the device's own token there.
    private struct Account: Hashable {
        let server: String
        let ownToken: String

        func has(_ request: HTTPRequest) -> Bool {
            request.bearer == ownToken && request.url.hasPrefix(server + "/")
        }
    }

    private let client: SessionClient
    private let now: @Sendable () -> Timestamp
    /// Nil until a response to a sync has named the feature.
    private var account: Account?
    private var policy = SessionPolicy()
    private var accessToken: String?
    /// The account that gets no access tokens although its server gives them: its token isn't one of a paired device.
    private var declined: Account?
    private var exchange: Exchange?

    /// An exchange under way, and how many requests wait for it.
    private struct Exchange {
        let task: Task<HTTPResponse, any Error>
        let number: Int
        var waitingCount = 0
    }

    private var exchangeCount = 0

    /// The number of requests that wait for the exchange under way.
    var waitingCount: Int { exchange?.waitingCount ?? 0 }

    /// - Parameter now: the phone's clock.
    init(transport: any HTTPTransport, now: @escaping @Sendable () -> Timestamp) {
        client = SessionClient(transport: transport)
        self.now = now
    }

    /// Chooses the token for a request, and gets a new one if need be.
    ///
    /// - Throws: what the transport throws, when there is no token that still works.
    func choice(for request: HTTPRequest) async throws -> Choice {
        guard let account, account.has(request) else { return .own }
        if policy.decision(now: now()) == .use { return accessToken.map { .access($0) } ?? .own }
        let fallback = policy.isUsable(now: now()) ? accessToken : nil
        let response: HTTPResponse
        do {
            response = try await exchanged(account)
        } catch {
            try Task.checkCancellation()
            guard let fallback else { throw error }
            return .access(fallback)
        }
        try Task.checkCancellation()
        // A login with another token may have come between.
        guard account == self.account else { return .own }
        if policy.decision(now: now()) == .logInAgain {
            forget()
            return .answer(response)
        }
        switch (response.status, accessToken) {
        case (200, let token?): return .access(token)
        case (429, _), (500..., _): return fallback.map { .access($0) } ?? .answer(response)
        default:
            declined = account
            forget()
            return .own
        }
    }

    /// Learns from a response.
    ///
    /// - Parameter request: the request as the client made it, with the device's own token.
    /// - Parameter sent: the access token that it was sent with, if any.
    func learn(from response: HTTPResponse, to request: HTTPRequest, sentWith sent: String? = nil) {
        if let server = request.syncServer, let ownToken = request.bearer, let features = response.features {
            let answering = Account(server: server, ownToken: ownToken)
            let givesTokens = features.split(separator: ",").contains { $0.filter { $0 != " " } == "sessions" }
            if !givesTokens {
                if account?.server == server { forget() }
            } else if answering != account, answering != declined {
                forget()
                account = answering
            }
        }
        guard let account, account.has(request) else { return }
        noteClock(of: response)
        if response.status == 401, let sent, sent == accessToken { policy.lastAnswer = .accessTokenRefused }
    }

    private func noteClock(of response: HTTPResponse) {
        guard let date = response.date else { return }
        policy.skewMilliseconds = date.millisecondsSinceEpoch - now().millisecondsSinceEpoch
    }

    private func forget() {
        account = nil
        accessToken = nil
        policy = SessionPolicy()
    }

    /// The response to the exchange that is under way, or to a new one. When all requests that wait for it are cancelled, so
    /// is the exchange.
    private func exchanged(_ account: Account) async throws -> HTTPResponse {
        let current = exchange ?? begin(account)
        exchange = current
        exchange?.waitingCount += 1
        return try await withTaskCancellationHandler {
            try await current.task.value
        } onCancel: {
            Task { await self.leave(current.number) }
        }
    }

    private func begin(_ account: Account) -> Exchange {
        exchangeCount += 1
        let number = exchangeCount
        let task = Task {
            // Before the requests that wait go on.
            defer { if exchange?.number == number { exchange = nil } }
            let response = try await client.open(account.server, ownToken: account.ownToken)
            if account == self.account { keep(response) }
            return response
        }
        return Exchange(task: task, number: number)
    }

    private func leave(_ number: Int) {
        guard exchange?.number == number else { return }
        exchange?.waitingCount -= 1
        guard let left = exchange, left.waitingCount == 0 else { return }
        exchange = nil
        left.task.cancel()
    }

    private func keep(_ response: HTTPResponse) {
        noteClock(of: response)
        if response.status == 401 {
            policy.lastAnswer = .ownTokenRefused
            accessToken = nil
        } else if let (token, lifeMilliseconds) = SessionClient.opened(response) {
            let begin = policy.serverTime(now())
            policy.life = .init(begin: begin, end: begin.advanced(byMilliseconds: lifeMilliseconds) ?? .max)
            policy.lastAnswer = .accepted
            accessToken = token
        } else if response.status == 200 {
            accessToken = nil
        }
    }
}

extension HTTPRequest {
    /// The token of `Authorization: Bearer`.
    var bearer: String? {
        guard let text = headers["Authorization"], text.hasPrefix("Bearer ") else { return nil }
        return String(text.dropFirst(7))
    }

    /// The server's address, if this is a request of a sync.
    fileprivate var syncServer: String? {
        let path = url.prefix { $0 != "?" }
        for end in ["/sync/push", "/sync/pull"] where path.hasSuffix(end) { return String(path.dropLast(end.count)) }
        return nil
    }
}
