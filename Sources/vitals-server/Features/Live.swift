import ArgumentParser
import VitalsServer

extension ServedFeature {
    /// Events of changes.
    static var live: ServedFeature {
        ServedFeature(
            feature: .live, isSwitched: .named { true }, settings: [LiveOptions.total, LiveOptions.perUser]
        ) { features, components in
            components.addLive(limits: try features.live.limits())
        }
    }
}

/// How many event streams a server keeps open.
struct LiveOptions: ParsableArguments {
    static let total = Setting(
        "max-streams", "N", "MAX_STREAMS", default: "half of --max-connections", "Most open event streams")
    static let perUser = Setting(
        "max-streams-per-user", "N", "MAX_STREAMS_PER_USER", default: "\(StreamLimits().perUser)",
        "Most open event streams of a user")

    @Option(name: total.name, help: total.help) var maxStreams: Int?
    @Option(name: perUser.name, help: perUser.help) var maxStreamsPerUser: Int?

    /// - Throws: `ValidationError` for a number that isn't positive.
    func limits() throws -> StreamLimits {
        let total = try Self.total.number(maxStreams, in: 1...1_000_000)
        let perUser = try Self.perUser.number(maxStreamsPerUser, in: 1...1_000_000)
        return StreamLimits(perUser: perUser ?? StreamLimits().perUser, total: total)
    }
}
