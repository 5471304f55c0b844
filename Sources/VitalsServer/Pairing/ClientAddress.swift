internal import NIOCore

extension SocketAddress {
    /// Whom to count attempts for: an IPv4 address; of IPv6 the first 64 bits, because the rest is the client's to
    /// choose.
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
