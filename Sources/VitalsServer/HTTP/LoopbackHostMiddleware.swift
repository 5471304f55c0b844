import HTTPTypes
import Hummingbird
import Synchronization

/// Answers requests from this machine only, for as long as the public `dev-token` opens an account.
///
/// Listening on loopback isn't enough. Any site can let its name resolve to 127.0.0.1 after its page was loaded (DNS
/// rebinding), and then the visitor's browser sends that page's requests here. They still carry the site's name in
/// `Host`. So a name other than loopback's is refused, and so is a request that a proxy has passed on. A program on
/// another machine may write any `Host`, so its address is refused too. The two health routes reveal nothing and change
/// nothing, so they stay open.
final class LoopbackHostMiddleware: RouterMiddleware {
    let store: any SyncStore
    let peers: LocalPeer
    /// How long the absence of the token is remembered, so that a server behind a proxy doesn't ask for every request.
    private static let memory = Duration.seconds(5)
    private let hasNoPublicTokenSince = Mutex<ContinuousClock.Instant?>(nil)

    init(store: any SyncStore, peers: LocalPeer) {
        self.store = store
        self.peers = peers
    }

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let isLocal = Self.isLocal(request.head) && peers.isLocal(context.connection.clientAddress)
        guard !isLocal, !["/healthz", "/readyz"].contains(request.uri.path) else {
            return try await next(request, context)
        }
        if try await opensWithPublicToken() { throw ServiceError.misdirected }
        return try await next(request, context)
    }

    private func opensWithPublicToken() async throws -> Bool {
        if let since = hasNoPublicTokenSince.withLock({ $0 }), since + Self.memory > .now { return false }
        let opens: Bool
        do {
            opens = try await store.user(token: DevelopmentUser.token) != nil
        } catch {
            throw ServiceError.from(error)
        }
        hasNoPublicTokenSince.withLock { $0 = opens ? nil : .now }
        return opens
    }

    /// True for a request from this machine to this machine: its only `Host` is loopback's, and no proxy header is set.
    ///
    /// A field `host` among the other fields counts as a second `Host`.
    static func isLocal(_ head: HTTPRequest) -> Bool {
        guard let authority = head.authority, isLoopback(authority: authority) else { return false }
        return !head.headerFields.contains { field in
            let name = field.name.canonicalName
            return ["host", "forwarded", "via", "x-real-ip"].contains(name) || name.hasPrefix("x-forwarded-")
        }
    }

    /// True for `localhost`, a name below it (RFC 6761), an address in 127.0.0.0/8 or `[::1]`, with or without a port.
    static func isLoopback(authority: String) -> Bool {
        var host = authority.lowercased()[...]
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return false }
            return host[...end] == "[::1]" && isPort(host[host.index(after: end)...])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return false }
            host = host[..<colon]
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last == "localhost" { return parts.allSatisfy(isLabel) }
        let isNumeric = parts.allSatisfy {
            (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } && UInt8($0) != nil
        }
        return parts.count == 4 && parts[0] == "127" && isNumeric
    }

    /// True for the part of a name between dots. In `evil.test/.localhost` a client may take `evil.test` for the name.
    private static func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && text.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
    }
}
