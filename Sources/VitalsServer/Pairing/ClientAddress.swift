internal import HTTPTypes
internal import NIOCore

/// Whom attempts are counted for.
enum ClientAddress {
    /// The key of the client that sent a request.
    ///
    /// - Parameters:
    ///   - connection: the other end of the connection, which may be a proxy; nil where the system doesn't tell.
    ///   - trustedProxyCount: how many proxies stand in front of the server. Each appends the address it was called from to
    ///     `X-Forwarded-For`, so the client's is that many places from the end; what stands before it the client may have
    ///     written itself. With 0 the header counts for nothing.
    /// - Returns: the connection's own key where the header has fewer places, or no address in that place.
    static func key(connection: SocketAddress?, headers: HTTPFields, trustedProxyCount: Int) -> String {
        let own = connection?.clientKey ?? "unknown"
        guard trustedProxyCount > 0, let name = HTTPField.Name("X-Forwarded-For") else { return own }
        let places = headers[values: name].joined(separator: ",").split(
            separator: ",", omittingEmptySubsequences: false)
        guard places.count >= trustedProxyCount else { return own }
        return address(places[places.count - trustedProxyCount])?.clientKey ?? own
    }

    /// `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`.
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
    /// An IPv4 address; of IPv6 the first 64 bits, because the rest is the client's to choose.
    var clientKey: String {
        guard case .v6 = self else { return ipAddress ?? "local" }
        return withSockAddr { address, sizeBytes in
            // The 16 bytes after family, port and flow of `sockaddr_in6`.
            let bytes = UnsafeRawBufferPointer(start: address, count: sizeBytes)[8..<24]
            // ::ffff:a.b.c.d is IPv4 in disguise; its first 64 bits are those of everybody.
            let isMapped = bytes.prefix(12).elementsEqual(Array(repeating: 0, count: 10) + [0xFF, 0xFF])
            return isMapped ? bytes.suffix(4).map(String.init).joined(separator: ".") : bytes.prefix(8).hexadecimal
        }
    }
}
