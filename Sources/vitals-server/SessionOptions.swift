import ArgumentParser

/// The setting of access tokens.
struct SessionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How long an access token works, 1 to 1440 minutes: paired devices then send one in place of their own token \
            (ACCESS_TOKEN_MINUTES; default: 0, none)
            """, valueName: "minutes"))
    var accessTokenMinutes: Int?

    /// - Throws: `ValidationError` for a number outside 0 to 1440.
    func minutes() throws -> Int {
        let minutes = try accessTokenMinutes ?? Environment.value("ACCESS_TOKEN_MINUTES", as: Int.self) ?? 0
        guard (0...1440).contains(minutes) else {
            throw ValidationError("ACCESS_TOKEN_MINUTES must be between 1 and 1440, or 0 for no access tokens.")
        }
        return minutes
    }
}
