import Foundation

/// The address of a server in its normalised spelling, to which a store is bound.
///
/// Scheme and host are in lower case, the scheme's default port is left out, and there is no slash at the end. A path
/// is kept, for a server behind a prefix.
public struct ServerOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The address in its normalised spelling, such as `https://example.com`.
    public let description: String

    /// Reads an address as a person types it.
    ///
    /// - Throws: `ServerOriginError`, one sentence that says what is wrong with the address.
    public init(_ text: String) throws {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // URLComponents would encode a space instead of refusing it, and takes brackets without an address.
        guard trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && !$0.properties.isWhitespace && $0.value != 0x7F }),
            let parts = URLComponents(string: trimmed),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty,
            !host.hasPrefix("[") || host.contains(":")
        else {
            throw ServerOriginError(
                .notAnAddress, "\(text.quotedForDisplay) isn't a server address; one looks like https://example.com")
        }
        guard parts.user == nil, parts.password == nil else {
            throw ServerOriginError(
                .hasCredentials, "The address can't have a user or a password; give the token on its own.")
        }
        guard parts.query == nil, parts.fragment == nil else {
            throw ServerOriginError(.hasQuery, "The address can't have a ? or a #.")
        }
        let defaultPort = scheme == "http" ? 80 : 443
        let port = parts.port.flatMap { $0 == defaultPort ? nil : ":\($0)" } ?? ""
        if let number = parts.port, !(1...65_535).contains(number) {
            throw ServerOriginError(.portOutOfRange, "A port is a number from 1 to 65535.")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        description = "\(scheme)://\(isBareIPv6 ? "[\(host)]" : host)\(port)\(path)"
    }
}

/// An error in a server's address: the text isn't one.
public struct ServerOriginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons why a text is no server's address.
    public enum Code: String, CaseIterable, Sendable {
        /// It has no `http` or `https`, no host, or a character that no address has.
        case notAnAddress
        /// It holds a user or a password.
        case hasCredentials
        /// It holds a query or a fragment.
        case hasQuery
        /// The port isn't between 1 and 65535.
        case portOutOfRange
    }

    /// The reason.
    public let code: Code
    /// One sentence for a person that says what is wrong.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
