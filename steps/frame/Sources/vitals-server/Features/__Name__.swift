import ArgumentParser
import VitalsServer
import VitalsServer__Name__

extension ServedFeature {
    /// The count of what was written. Off unless `--features` names it.
    static var __name__: ServedFeature {
        ServedFeature(
            feature: .__name__, isSwitched: .named(isOnByDefault: { false }), settings: [__Name__Options.many]
        ) { features, components in
            components.add__Name__(many: try features.__name__.number())
        }
    }
}

/// The setting of the feature.
struct __Name__Options: ParsableArguments {
    static let many = Setting(
        "__slug__-many", "N", "__NAME___MANY", default: "100",
        "The number of records from which on there are many, 1 to 1000000")

    @Option(name: many.name, help: many.help) var __name__Many: Int64?

    /// - Throws: `ValidationError` for a number outside 1 to 1,000,000.
    func number() throws -> Int64 { try Self.many.number(__name__Many, in: 1...1_000_000) ?? 100 }
}
