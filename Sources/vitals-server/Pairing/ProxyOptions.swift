import ArgumentParser

/// Proxies between the clients and this server.
struct ProxyOptions: ParsableArguments {
    static let trusted = Setting(
        "trusted-proxies", "N", "TRUSTED_PROXIES", default: "0",
        """
        Proxies in front of this server, each of which appends the client's address to X-Forwarded-For; attempts to pair are \
        then counted for that address, and an address has no limit of connections
        """)

    @Option(name: trusted.name, help: trusted.help) var trustedProxies: Int?

    /// - Throws: `ValidationError` for a number outside 0 to 16.
    func count() throws -> Int { try Self.trusted.number(trustedProxies, in: 0...16) ?? 0 }
}
