/// An error that keeps a device from connecting to a server.
public struct LoginError: Error, Hashable, Sendable {
    /// The kind of error, for an app to switch on.
    public enum Code: String, Hashable, Sendable {
        /// The text can't be a token: it is empty, or has other than visible ASCII characters.
        case badToken
        /// The text isn't a pairing link.
        case badLink
        /// The code is empty.
        case noCode
        /// The server doesn't accept the code: it is wrong, was used or is too old.
        case wrongCode
        /// The server doesn't pair by code.
        case pairingNotSupported
        /// Too many codes were tried; see `retryAfterSeconds`.
        case tooManyAttempts
        /// The server can't be reached, or can't answer now.
        case offline
        /// The response isn't one of a Vitals server.
        case unexpected
    }

    /// The kind of error.
    public let code: Code
    /// One sentence for a person that says what to do.
    public let detail: String
    /// The wait that the server asked for, in seconds.
    public let retryAfterSeconds: Int?

    private init(_ code: Code, _ detail: String, retryAfterSeconds: Int? = nil) {
        self.code = code
        self.detail = detail
        self.retryAfterSeconds = retryAfterSeconds
    }

    static let badToken = LoginError(
        .badToken, "The token is empty or has characters that no token has. Copy it again.")
    package static let badLink = LoginError(
        .badLink, "This isn't a pairing link. Copy the address that `vitals-server pair` prints, or type the code.")
    static let noCode = LoginError(.noCode, "Type the code that the server shows.")
    static let wrongCode = LoginError(
        .wrongCode, "This code isn't valid: it is wrong, was used or has expired. Make a new one.")
    static let pairingNotSupported = LoginError(
        .pairingNotSupported, "This server doesn't support pairing by code. Use a token instead.")
    static let offline = LoginError(
        .offline, "The server can't be reached. Check its address and your network, then try again.")
    static let unexpected = LoginError(.unexpected, "There is no Vitals server at this address. Check it.")

    static func tooManyAttempts(retryAfterSeconds: Int?) -> LoginError {
        let rest = retryAfterSeconds.map { "\(min($0, 86_400)) s" } ?? "a minute"
        return LoginError(
            .tooManyAttempts, "Too many codes were tried. Wait for \(rest), then try again.",
            retryAfterSeconds: retryAfterSeconds)
    }
}

extension LoginError: CustomStringConvertible {
    public var description: String { detail }
}
