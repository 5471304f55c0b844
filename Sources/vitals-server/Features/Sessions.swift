import ArgumentParser
import VitalsServer

extension ServedFeature {
    /// Access tokens that expire, in place of a device's own token. A device can end its own token without them.
    static var sessions: ServedFeature {
        ServedFeature(
            feature: .sessions, isSwitched: .ownSetting, settings: [SessionOptions.lifetime]
        ) { features, components in
            components.addSessions(lifetimeMinutes: try features.sessions.minutes())
        }
    }
}

/// The setting of access tokens.
struct SessionOptions: ParsableArguments {
    static let lifetime = Setting(
        "access-token-minutes", "N", "ACCESS_TOKEN_MINUTES", default: "0: no access tokens",
        "How long an access token works, 1 to 1440 minutes: paired devices then send one in place of their own token")

    @Option(name: lifetime.name, help: lifetime.help) var accessTokenMinutes: Int?

    /// - Throws: `ValidationError` for a number outside 0 to 1440.
    func minutes() throws -> Int { try Self.lifetime.number(accessTokenMinutes, in: 0...1440) ?? 0 }
}
