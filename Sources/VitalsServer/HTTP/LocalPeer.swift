internal import Foundation
package import NIOCore

/// Tells connections from this machine from others.
///
/// A `Host` is whatever the client writes, so it says nothing about a program elsewhere that can reach the server. The
/// address at the other end does.
package struct LocalPeer: Sendable {
    /// Addresses besides loopback's that stand for this machine.
    private let addresses: Set<String>

    /// - Parameter addresses: see `containerHosts()`.
    package init(_ addresses: Set<String> = []) { self.addresses = addresses }

    /// True for loopback, and for the addresses that stand for this machine.
    package func isLocal(_ address: SocketAddress?) -> Bool {
        guard let key = address?.clientKey else { return false }
        if case .v6 = address, address?.ipAddress == "::1" { return true }
        let parts = key.split(separator: ".")
        return parts.count == 4 && parts[0] == "127" || addresses.contains(key)
    }

    /// Returns the addresses from which a container is reached through a port that its host publishes: its default
    /// gateway and the host of Docker Desktop. Empty outside of a container, where the gateway is another machine.
    package static func containerHosts() -> Set<String> {
        let isContainer = ["/.dockerenv", "/run/.containerenv"].contains(where: FileManager.default.fileExists)
        guard isContainer, let table = FileManager.default.contents(atPath: "/proc/net/route") else { return [] }
        return Set(gateways(inRoutes: String(decoding: table, as: UTF8.self)) + ["192.168.65.1"])
    }

    /// Returns the gateways of the default routes in a table like `/proc/net/route`.
    package static func gateways(inRoutes table: String) -> [String] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            // Fields: interface, destination, gateway, and more. Addresses are hexadecimal, the last byte first.
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 2, fields[1] == "00000000", let gateway = UInt32(fields[2], radix: 16), gateway != 0
            else { return nil }
            return (0..<4).map { "\(gateway >> (8 * $0) & 0xFF)" }.joined(separator: ".")
        }
    }
}
