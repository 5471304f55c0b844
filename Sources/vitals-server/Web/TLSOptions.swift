import ArgumentParser
import VitalsServer

/// HTTPS instead of HTTP.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Certificate in PEM form, with those that vouch for it: serves HTTPS (VITALS_TLS_CERT)", valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("Private key of the certificate, in PEM form (VITALS_TLS_KEY)", valueName: "file"))
    var tlsKey: String?

    private var certificatePath: String? { tlsCert ?? Environment.text("VITALS_TLS_CERT") }
    private var keyPath: String? { tlsKey ?? Environment.text("VITALS_TLS_KEY") }

    func validate() throws {
        guard (certificatePath == nil) == (keyPath == nil) else {
            throw ValidationError("A certificate and its key go together: --tls-cert FILE --tls-key FILE.")
        }
    }

    var scheme: String { certificatePath == nil ? "http" : "https" }

    /// Nil for plain HTTP.
    func identity() throws -> TLSIdentity? {
        guard let certificatePath, let keyPath else { return nil }
        do {
            return try TLSIdentity(certificatePath: certificatePath, keyPath: keyPath)
        } catch let error as TLSIdentityError {
            throw Failure(error.message)
        }
    }
}
