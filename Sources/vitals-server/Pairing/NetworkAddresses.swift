import NIOCore

/// The addresses that reach a server on this machine.
enum NetworkAddresses {
    /// - Parameter host: the address that the server listens on. `0.0.0.0` and `::` mean every interface of the
    ///   machine.
    static func reaching(host: String) -> [String] {
        guard host == "0.0.0.0" || host == "::" else { return [host] }
        let found = (try? System.enumerateDevices()) ?? []
        let addresses = found.compactMap(\.address).filter { host == "::" || $0.protocol == .inet }
        let texts = addresses.compactMap(\.ipAddress)
        let outside = texts.filter { !isLocal($0) }
        // IPv4 first, because people can type it.
        let sorted = outside.filter { !$0.contains(":") } + outside.filter { $0.contains(":") }
        return sorted.isEmpty ? ["127.0.0.1"] : sorted
    }

    static func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// True for loopback and link-local addresses. For the latter, another machine would need the name of its own
    /// interface.
    private static func isLocal(_ address: String) -> Bool {
        isLoopback(address) || address.lowercased().hasPrefix("fe80:") || address.hasPrefix("169.254.")
    }
}
