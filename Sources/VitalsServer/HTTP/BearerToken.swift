/// The token in an `Authorization` header. Everything that needs it reads it here, so that all find the same one.
enum BearerToken {
    /// The longest token that is looked up, in bytes. Ours have 43.
    static let maximumSizeBytes = 512

    /// The token of `Bearer TOKEN`: all that follows the spaces after the scheme, which may be in any case. Nil where the
    /// header is missing or has another form.
    static func read(_ header: String?) -> String? {
        guard let header else { return nil }
        let parts = header.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, parts[0].count == 6, Substring(parts[0]).lowercased() == "bearer" else { return nil }
        let token = parts[1].drop { $0 == UInt8(ascii: " ") }
        return token.isEmpty || token.count > maximumSizeBytes ? nil : String(token)
    }
}
