import ArgumentParser
import VitalsServer

/// Options for HTTPS instead of HTTP.
struct TLSOptions: ParsableArguments {
    private static let certificate = Setting(
        "tls-cert", "FILE", "VITALS_TLS_CERT", default: "none: plain HTTP",
        "Certificate and its chain in PEM form; serves HTTPS")
    private static let key = Setting(
        "tls-key", "FILE", "VITALS_TLS_KEY", default: "none: plain HTTP", "Private key of the certificate, in PEM form")
    static let settings = [certificate, key]

    @Option(name: certificate.name, help: certificate.help) var tlsCert: String?
    @Option(name: key.name, help: key.help) var tlsKey: String?

    private func certificatePath() throws -> String? { try Self.certificate.text(tlsCert) }
    private func keyPath() throws -> String? { try Self.key.text(tlsKey) }

    func validate() throws {
        guard (try certificatePath() == nil) == (try keyPath() == nil) else {
            throw ValidationError("A certificate and its key go together: --tls-cert FILE --tls-key FILE.")
        }
    }

    /// `https` if there is a certificate, otherwise `http`.
    ///
    /// - Throws: `Failure` where this program was built without TLS.
    func scheme() throws -> String {
        guard try certificatePath() != nil else { return "http" }
        #if TLS
        return "https"
        #else
        throw Failure.builtWithoutTLS
        #endif
    }

    /// Makes every connection use TLS, if there is a certificate.
    ///
    /// - Throws: `Failure` for files that can't be used, and where this program was built without TLS.
    func apply(to components: inout ServerComponents) throws {
        guard let certificatePath = try certificatePath(), let keyPath = try keyPath() else { return }
        #if TLS
        do {
            components.use(try TLSIdentity(certificatePath: certificatePath, keyPath: keyPath))
        } catch let error as TLSIdentityError {
            throw Failure(error.message)
        }
        #else
        throw Failure.builtWithoutTLS
        #endif
    }
}

#if !TLS
extension Failure {
    /// HTTPS was requested, but this program was built without it. The message says how to build with it, and repeats
    /// the arguments, so that the line can be copied.
    static var builtWithoutTLS: Failure {
        let words = CommandLine.arguments.dropFirst().map(quoted)
        let command = (["swift run --traits TLS vitals-server"] + words).joined(separator: " ")
        return Failure(
            "This program was built without HTTPS. Build it with HTTPS and run it, in the folder of Package.swift: "
                + command)
    }

    /// Quotes an argument for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@,+".contains($0)) }
        guard word.isEmpty || !isPlain else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
#endif
