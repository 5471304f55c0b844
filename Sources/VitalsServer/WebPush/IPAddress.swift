#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An address of IPv4 or IPv6.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 bytes or 16.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) {
        precondition(bytes.count == 4 || bytes.count == 16, "an address has 4 bytes or 16")
        self.bytes = bytes
    }

    /// Reads the usual notation, `192.0.2.1` or `2001:db8::1`, and nothing else: no octal or hexadecimal parts, no
    /// missing parts, no zone.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// True for an address that anybody on the internet can have. False for those of this machine, of a private
    /// network, of a link, of many receivers, and for those kept for special uses: IANA's registries of special-purpose
    /// addresses.
    package var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.special.contains { $0.contains(bytes) } }
        // ::ffff:a.b.c.d, and NAT64's 64:ff9b::a.b.c.d: the packet goes to the IPv4 address.
        if Self.embedding.contains(where: { $0.contains(bytes) }) {
            return IPAddress(bytes: Array(bytes.suffix(4))).isPublic
        }
        return Self.global.contains(bytes) && !Self.specialWithinGlobal.contains { $0.contains(bytes) }
    }

    private struct Block {
        let prefix: [UInt8]
        let bitCount: Int

        init(_ address: String, _ bitCount: Int) {
            prefix = IPAddress(address)!.bytes
            self.bitCount = bitCount
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            guard bytes.count == prefix.count else { return false }
            return (0..<bitCount).allSatisfy { bit in
                let differing = bytes[bit / 8] ^ prefix[bit / 8]
                return differing & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    private static let special = [
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
        Block("169.254.0.0", 16), Block("172.16.0.0", 12), Block("192.0.0.0", 24), Block("192.0.2.0", 24),
        Block("192.88.99.0", 24), Block("192.168.0.0", 16), Block("198.18.0.0", 15), Block("198.51.100.0", 24),
        Block("203.0.113.0", 24), Block("224.0.0.0", 4), Block("240.0.0.0", 4),
    ]
    private static let embedding = [Block("::ffff:0.0.0.0", 96), Block("64:ff9b::", 96)]
    private static let global = Block("2000::", 3)
    /// Teredo and other protocols, documentation, and 6to4, which leads to an IPv4 address.
    private static let specialWithinGlobal = [
        Block("2001::", 23), Block("2001:db8::", 32), Block("2002::", 16), Block("3fff::", 20),
    ]
}
