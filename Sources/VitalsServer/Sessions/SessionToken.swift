/// The form of an access token.
///
/// A prefix tells it from the other tokens, so that a request with another one costs no further query.
package enum SessionToken {
    static let prefix = "vs-"

    /// Generates a token: the prefix, and 256 random bits as `AccessToken` has them.
    package static func make() -> String { prefix + AccessToken.make() }

    /// True when a token may be one of these. A user's own token may begin like one too.
    static func mayBe(_ token: String) -> Bool { token.hasPrefix(prefix) }
}
