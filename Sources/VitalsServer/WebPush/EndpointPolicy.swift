/// Decides where this server sends messages to.
///
/// A subscriber chooses the address that the server then calls. Without a rule, a person with an account could have it
/// call what only the server can reach: its own machine, the network around it, the metadata service of a cloud. That
/// is called server-side request forgery, SSRF.
package struct EndpointPolicy: Sendable {
    /// A host that the operator trusts, whatever its address and scheme.
    package struct AllowedHost: Hashable, Sendable {
        let host: String
        let port: Int

        /// Reads `HOST:PORT`, with an IPv6 address in brackets. Nil for anything else.
        package init?(_ text: String) {
            guard let colon = text.lastIndex(of: ":"), let endpoint = try? WebPushEndpoint("http://" + text),
                endpoint.target.isEmpty, text[text.index(after: colon)...].allSatisfy(\.isNumber)
            else { return nil }
            host = endpoint.host
            port = endpoint.port
        }
    }

    private let allowedHosts: Set<AllowedHost>
    private let resolve: @Sendable (String) async throws -> [IPAddress]

    /// - Parameter resolve: looks up all addresses of a name.
    package init(
        allowing allowedHosts: [AllowedHost] = [],
        resolve: @escaping @Sendable (String) async throws -> [IPAddress] = systemResolver
    ) {
        self.allowedHosts = Set(allowedHosts)
        self.resolve = resolve
    }

    /// The system's own resolver.
    package static let systemResolver: @Sendable (String) async throws -> [IPAddress] = { host in
        try await HostResolver.addresses(of: host)
    }

    /// Reads an address and checks all that can be checked without the network.
    package func endpoint(_ text: String) throws(EndpointError) -> WebPushEndpoint {
        let endpoint = try WebPushEndpoint(text)
        guard !isAllowed(endpoint) else { return endpoint }
        guard endpoint.scheme == "https" else { throw .notHTTPS }
        guard endpoint.port == 443 || endpoint.port >= 1024 else { throw .badPort }
        if let address = IPAddress(endpoint.host) {
            guard address.isPublic else { throw .forbiddenHost }
        } else {
            // A name without a dot belongs to the local network, and so does everything under `localhost`.
            guard endpoint.host.contains("."), !endpoint.host.hasSuffix(".localhost") else { throw .forbiddenHost }
        }
        return endpoint
    }

    /// Looks up the host. The caller connects to one of these addresses and looks nothing up again: a name's owner may
    /// give a harmless address to the check and another one a moment later.
    ///
    /// - Throws: `EndpointError.forbiddenHost` if one of the addresses isn't public; what the resolver throws.
    package func addresses(of endpoint: WebPushEndpoint) async throws -> [IPAddress] {
        let addresses: [IPAddress]
        if let address = IPAddress(endpoint.host) {
            addresses = [address]
        } else {
            addresses = try await resolve(endpoint.host)
        }
        guard !addresses.isEmpty else { throw HostResolver.Unresolvable() }
        guard isAllowed(endpoint) || addresses.allSatisfy(\.isPublic) else { throw EndpointError.forbiddenHost }
        return addresses
    }

    private func isAllowed(_ endpoint: WebPushEndpoint) -> Bool {
        allowedHosts.contains { $0.host == endpoint.host && $0.port == endpoint.port }
    }
}
