import ArgumentParser
import VitalsServer

/// A feature as this program offers it: its part in the library, and how a person switches it on, sets it and uses it.
struct ServedFeature {
    /// How a feature is switched on.
    enum Switch {
        /// By its name in `--features`; without that setting, where the closure says so.
        case named(isOnByDefault: () throws -> Bool)
        /// By a setting of its own, which `install` reads.
        case ownSetting
    }

    let feature: ServerFeature
    let isSwitched: Switch
    var settings: [Setting] = []
    /// Commands of `vitals-server`.
    var commands: [any ParsableCommand.Type] = []
    /// Commands of `vitals-server user`.
    var userCommands: [any ParsableCommand.Type] = []
    /// Adds what it does to the server: routes, services, and, where it has a setting of its own, its name. Not called for
    /// one that is switched off.
    ///
    /// - Throws: `ValidationError` or `Failure` for a setting that can't be used.
    var install: (Features, inout ServerComponents) throws -> Void = { _, _ in }
}

extension ServedFeature {
    /// True for a feature that `--features` may name.
    var isNamed: Bool {
        if case .named = isSwitched { return true }
        return false
    }
}
