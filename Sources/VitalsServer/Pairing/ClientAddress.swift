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

extension SocketAddress {
    /// The whole IPv4 address, or the first 64 bits of an IPv6 address, because the client can choose the rest.
    var clientKey: String {
        guard case .v6 = self else { return ipAddress ?? "local" }
        return withSockAddr { address, sizeBytes in
            // The 16 bytes after family, port and flow of `sockaddr_in6`.
            let bytes = UnsafeRawBufferPointer(start: address, count: sizeBytes)[8..<24]
            // ::ffff:a.b.c.d is an IPv4 address written as IPv6. Its first 64 bits are the same for every client.
            let isMapped = bytes.prefix(12).elementsEqual(Array(repeating: 0, count: 10) + [0xFF, 0xFF])
            return isMapped ? bytes.suffix(4).map(String.init).joined(separator: ".") : bytes.prefix(8).hexadecimal
        }
    }
}
