/// The address that the metrics are served on, as `--metrics-address` names it.
package struct PrometheusAddress: Hashable, Sendable {
    package let host: String
    /// 0 picks a free port.
    package let port: Int

    package static let settingName = "--metrics-address"

    package init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `PORT`, `HOST:PORT` or `[IPV6]:PORT`; nil for anything else. A port alone is one on 127.0.0.1.
    package init?(_ text: String) {
        let pattern = /(?:(?:([A-Za-z0-9._-]+)|\[([0-9A-Fa-f:.]+)\]):)?([0-9]{1,5})/
        guard let match = text.wholeMatch(of: pattern), let port = Int(match.3), port <= 65535 else { return nil }
        self.init(host: (match.1 ?? match.2).map(String.init) ?? "127.0.0.1", port: port)
    }

    /// The address as it is written in a URL.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// True for an address that only this machine reaches.
    var isLoopback: Bool { LoopbackHostMiddleware.isLoopback(authority: authority) }

    /// True where a listener on `host` and `port` would be in the way: it has the same address, or one of the two takes the
    /// port on every address.
    package func overlaps(host: String, port: Int) -> Bool {
        guard self.port == port, port != 0 else { return false }
        let everywhere = ["0.0.0.0", "::"]
        func name(_ host: String) -> String { host == "localhost" ? "127.0.0.1" : host.lowercased() }
        return name(self.host) == name(host) || everywhere.contains(self.host) || everywhere.contains(host)
    }
}

/// The reason why the metrics can't be served.
package struct PrometheusAddressError: Error, CustomStringConvertible {
    package let description: String
}
