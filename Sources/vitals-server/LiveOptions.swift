import ArgumentParser
import VitalsServer

/// How many event streams a server keeps open.
struct LiveOptions: ParsableArguments {
    @Option(help: "Most open event streams (MAX_STREAMS; default: half of the open connections)")
    var maxStreams: Int?

    @Option(help: "Most open event streams of a user (MAX_STREAMS_PER_USER; default: 16)")
    var maxStreamsPerUser: Int?

    /// - Throws: `ValidationError` for a number that isn't positive.
    func limits() throws -> StreamLimits {
        let total = try maxStreams ?? Environment.value("MAX_STREAMS", as: Int.self)
        let perUser = try maxStreamsPerUser ?? Environment.value("MAX_STREAMS_PER_USER", as: Int.self)
        for (name, value) in [("MAX_STREAMS", total), ("MAX_STREAMS_PER_USER", perUser)] {
            guard value ?? 1 > 0 else { throw ValidationError("\(name) must be 1 or more.") }
        }
        return StreamLimits(perUser: perUser ?? StreamLimits().perUser, total: total)
    }
}
