#if TLS
internal import Foundation
internal import HummingbirdCore
internal import HummingbirdTLS

/// The certificate that identifies a server, and its private key.
package struct TLSIdentity: Sendable {
    let configuration: TLSConfiguration

    /// Reads both files once. A renewed certificate takes effect at the next start.
    ///
    /// - Parameters:
    ///   - certificatePath: PEM, the server's own certificate first, then its chain of issuers.
    ///   - keyPath: PEM, without a passphrase.
    /// - Throws: `TLSIdentityError`, with what to do.
    package init(certificatePath: String, keyPath: String) throws {
        let chain = try Self.read(certificatePath, "certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
        let key = try Self.read(keyPath, "private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        self.configuration = configuration
        do {
            // This is the first step that checks that the two belong together.
            _ = try Self.channel(configuration)
        } catch {
            throw TLSIdentityError(
                message: "The key in \(keyPath) doesn't match the certificate in \(certificatePath).")
        }
    }

    private static func read<Value>(_ path: String, _ what: String, as parse: ([UInt8]) throws -> Value) throws -> Value
    {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw TLSIdentityError(
                message: "The \(what) \(path) can't be read; check that it exists, and its permissions.")
        }
        do {
            return try parse(Array(data))
        } catch {
            throw TLSIdentityError(message: "\(path) contains no \(what) in PEM form without a passphrase.")
        }
    }
}

package struct TLSIdentityError: Error, Hashable, Sendable {
    package let message: String
}

extension ServerComponents {
    /// Makes every connection use TLS.
    package mutating func use(_ identity: TLSIdentity) {
        scheme = "https"
        let tls = identity.configuration
        transport = { http in
            HTTPServerBuilder { responder in
                let plain = HTTP1Channel(responder: responder, configuration: http)
                return try KeptConnections(TLSChannel(plain, tlsConfiguration: tls))
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
