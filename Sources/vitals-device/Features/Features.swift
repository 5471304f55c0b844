import ArgumentParser

/// A feature as this program offers it: its commands.
struct TerminalFeature {
    let commands: [any ParsableCommand.Type]
}

extension TerminalFeature {
    /// Each feature, in the order in which `--help` lists its commands. A chapter adds a line.
    static let all: [TerminalFeature] = [
        // @from 17
        .deletes,
        // @end
        // @from 18
        .phrases,
        // @end
        // @from 19
        .insights,
        // @end
        // @from 20
        .live, .sessions,
        // @end
        // A new feature: its line.
    ]
}
