#if TLS
internal import HummingbirdCore
internal import HummingbirdTLS

extension ServerExtensions {
    /// Makes every connection use TLS.
    package mutating func use(_ identity: TLSIdentity) {
        scheme = "https"
        let tls = identity.configuration
        transport = { http in
            HTTPServerBuilder { responder in
                try TLSChannel(HTTP1Channel(responder: responder, configuration: http), tlsConfiguration: tls)
            }
        }
    }
}

extension TLSIdentity {
    /// - Throws: where the certificate and the key don't belong together.
    static func channel(_ configuration: TLSConfiguration) throws -> TLSChannel<HTTP1Channel> {
        try TLSChannel(HTTP1Channel { _, _, _ in }, tlsConfiguration: configuration)
    }
}
#endif
