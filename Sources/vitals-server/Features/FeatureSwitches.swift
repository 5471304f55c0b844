import ArgumentParser
import VitalsServer

/// The switch for the features that devices learn of.
struct FeatureSwitches: ParsableArguments {
    private static var named: [ServedFeature] { ServedFeature.all.filter(\.isNamed) }
    private static var names: String { named.map(\.feature.name).joined(separator: ", ") }

    private static var defaultNames: String {
        ((try? byDefault()) ?? []).map(\.feature.name).joined(separator: ",")
    }

    static let list = Setting(
        "features", "LIST", "VITALS_FEATURES", default: defaultNames,
        "Features to switch on, separated by commas: \(names); or `none` or `all`")

    @Option(
        name: list.name,
        help: ArgumentHelp(list.help.abstract, valueName: "list", visibility: named.isEmpty ? .hidden : .default))
    var features: String?

    /// Features that are on without the setting: those that a person expects of any tracker and that send nothing to anybody
    /// else, and those that have their key.
    private static func byDefault() throws -> [ServedFeature] {
        try named.filter { feature in
            guard case .named(let isOnByDefault) = feature.isSwitched else { return false }
            return try isOnByDefault()
        }
    }

    /// - Throws: `ValidationError` for a name that isn't known.
    func selected() throws -> [ServedFeature] {
        guard let list = try Self.list.text(features) else { return try Self.byDefault() }
        let names = list.split(separator: ",").map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
        switch names {
        case ["none"]: return []
        case ["all"]: return Self.named
        default: break
        }
        for name in names where !Self.named.contains(where: { $0.feature.name == name }) {
            throw ValidationError(
                "There is no feature `\(name)`: name some of \(Self.names), or `none` or `all`.")
        }
        return Self.named.filter { names.contains($0.feature.name) }
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
