import struct Foundation.UUID

/// A push service's address for one browser, taken apart. Whoever knows it can send messages there, so it's in no log.
package struct WebPushEndpoint: Hashable, Sendable {
    /// `https`, or `http` where the operator named the host.
    let scheme: String
    /// A name in lower case, or an address of IPv4 or IPv6 without brackets.
    package let host: String
    let port: Int
    /// Path and query, or nothing.
    let target: String

    /// Reads an address, and takes only what every client reads in the same way: no user info, no fragment, no
    /// backslash, no character beyond ASCII. What two parsers read differently, an attacker shows one of them as
    /// harmless.
    package init(_ text: String) throws(EndpointError) {
        guard text.utf8.count <= Self.limitBytes else { throw .tooLong }
        guard text.utf8.allSatisfy({ Self.characters.contains($0) }) else { throw .malformed }
        guard let scheme = ["https", "http"].first(where: { text.lowercased().hasPrefix($0 + "://") }) else {
            throw .notHTTPS
        }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw .userInfo }
        self.scheme = scheme
        target = String(rest.dropFirst(authority.count))
        var host = authority
        var digits: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .malformed }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { throw .malformed }
            digits = after.isEmpty ? nil : after.dropFirst()
            guard let address = IPAddress(String(host)), address.bytes.count == 16 else { throw .badHost }
            self.host = address.description
        } else {
            if let colon = authority.firstIndex(of: ":") {
                host = authority[..<colon]
                digits = authority[authority.index(after: colon)...]
            }
            self.host = try Self.checkedName(host.lowercased())
        }
        port = try Self.port(digits, scheme: scheme)
    }

    static let limitBytes = 2048
    /// Those of RFC 3986 without `#`.
    private static let characters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?[]@!$&'()*+,;=%".utf8)

    /// A name of labels, or an address of IPv4 in four plain numbers. Other numbers, such as `127.1` or `0x7f000001`,
    /// are addresses to some programs and names to others.
    private static func checkedName(_ host: String) throws(EndpointError) -> String {
        if IPAddress(host)?.bytes.count == 4 { return host }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.allSatisfy({ isLabel($0) }), let last = labels.last,
            !last.hasPrefix("0x"), !last.allSatisfy(\.isNumber)
        else { throw .badHost }
        return host
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    private static func port(_ digits: Substring?, scheme: String) throws(EndpointError) -> Int {
        guard let digits else { return scheme == "https" ? 443 : 80 }
        guard (1...5).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), port <= 65535
        else { throw .badPort }
        return port
    }

    /// Scheme, host, and the port unless it is the scheme's own.
    package var origin: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(shown)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")
    }

    /// The address to request, written from the parts that were checked.
    package var url: String { origin + (target.hasPrefix("/") ? target : "/" + target) }
}

/// The reason why an address isn't taken, as a person may read it.
package enum EndpointError: Error, Hashable, Sendable {
    case tooLong, malformed, notHTTPS, userInfo, badHost, badPort
    /// The host is, or stands for, an address of this machine or of a private network.
    case forbiddenHost

    package var detail: String {
        switch self {
        case .tooLong: "Expected at most \(WebPushEndpoint.limitBytes) bytes."
        case .malformed: "Expected an absolute URL, in ASCII and without a fragment."
        case .notHTTPS: "Expected a URL that begins with https://."
        case .userInfo: "Expected a URL without a user name or a password."
        case .badHost: "Expected the name of a host, or its address in the usual notation."
        case .badPort: "Expected port 443, or one from 1024 to 65535."
        case .forbiddenHost: "The server doesn't send to addresses of its own machine or of private networks."
        }
    }
}

extension WebPushSubscriptionStore {
    /// The hosts of a user's endpoints, for the person's export. The rest of an endpoint is a secret.
    func webPushServices(of user: UUID) async throws -> [String] {
        try await webPushSubscriptions(of: user).compactMap { try? WebPushEndpoint($0.endpoint).host }
    }
}
