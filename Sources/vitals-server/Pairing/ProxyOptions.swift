import ArgumentParser

/// Proxies between the clients and this server.
struct ProxyOptions: ParsableArguments {
    @Option(
        help: """
            Proxies in front of this server, each of which appends the client's address to X-Forwarded-For; attempts to \
            pair are then counted for that address, and an address has no limit of connections (TRUSTED_PROXIES; \
            default: 0)
            """)
    var trustedProxies: Int?

    /// - Throws: `ValidationError` for a number outside 0 to 16.
    func count() throws -> Int {
        let count = try trustedProxies ?? Environment.value("TRUSTED_PROXIES", as: Int.self) ?? 0
        guard (0...16).contains(count) else { throw ValidationError("TRUSTED_PROXIES must be between 0 and 16.") }
        return count
    }
}
