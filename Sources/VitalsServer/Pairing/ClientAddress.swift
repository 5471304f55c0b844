internal import HTTPTypes
internal import NIOCore

/// Identifies the client whose attempts are counted.
enum ClientAddress {
    /// The key of the client that sent a request.
    ///
    /// - Parameters:
    ///   - connection: the other end of the connection, which may be a proxy; nil where the system doesn't report it.
    ///   - trustedProxyCount: how many proxies are in front of the server. Each appends the address it was called from
    ///     to `X-Forwarded-For`, so the client's address is that many places from the end. Earlier places may have been
    ///     written by the client itself. With 0 the header is ignored.
    /// - Returns: the connection's own key where the header has fewer places, or no address in that place.
    static func key(connection: SocketAddress?, headers: HTTPFields, trustedProxyCount: Int) -> String {
        let own = connection?.clientKey ?? "unknown"
        guard trustedProxyCount > 0, let name = HTTPField.Name("X-Forwarded-For") else { return own }
        let places = headers[values: name].joined(separator: ",").split(
            separator: ",", omittingEmptySubsequences: false)
        guard places.count >= trustedProxyCount else { return own }
        return address(places[places.count - trustedProxyCount])?.clientKey ?? own
    }

    /// Parses `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`.
    private static func address(_ text: Substring) -> SocketAddress? {
        var host = text.drop { $0 == " " || $0 == "\t" }
        while host.last == " " || host.last == "\t" { host.removeLast() }
        if host.first == "[" {
            host = host.dropFirst().prefix { $0 != "]" }
        } else if host.filter({ $0 == ":" }).count == 1 {
            host = host.prefix { $0 != ":" }
        }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }
}
