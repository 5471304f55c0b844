#if TLS
internal import HummingbirdCore
internal import HummingbirdTLS

extension ServerExtensions {
    /// Every connection begins with TLS.
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
    /// - Throws: where the certificate and the key do not fit.
    static func channel(_ configuration: TLSConfiguration) throws -> TLSChannel<HTTP1Channel> {
        try TLSChannel(HTTP1Channel { _, _, _ in }, tlsConfiguration: configuration)
    }
}
#endif
