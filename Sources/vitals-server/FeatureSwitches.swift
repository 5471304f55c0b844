import ArgumentParser
import VitalsServer

/// The switch for the features that devices learn of.
struct FeatureSwitches: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Features to switch on, separated by commas: \(known.map(\.name).joined(separator: ", ")); or `none` or `all` (VITALS_FEATURES)",
            valueName: "list", visibility: known.isEmpty ? .hidden : .default))
    var features: String?

    private static let known: [ServerFeature] = [
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
        .live,
        // @end
    ]

    /// The features that a person expects of any tracker and that send nothing to anybody else; and those that have their key.
    private static func byDefault() throws -> [ServerFeature] {
        // @from 18 19
        let hasKey = try ModelOptions.hasKey()
        // @end
        let features: [ServerFeature?] = [
            // @from 17
            .deletes,
            // @end
            // @from 18
            hasKey ? .phrases : nil,
            // @end
            // @from 19
            hasKey ? .insights : nil,
            // @end
            // @from 20
            .live,
            // @end
        ]
        return features.compactMap(\.self)
    }

    /// The names of those that are on without any setting, for `--help`.
    static var defaultNames: String {
        let names: [String] = [
            // @from 17
            "deletes",
            // @end
            // @from 20
            "live",
            // @end
        ]
        return names.joined(separator: ",")
    }

    /// - Throws: `ValidationError` for a name that isn't known.
    func selected() throws -> [ServerFeature] {
        guard let list = try features ?? Environment.text("VITALS_FEATURES") else { return try Self.byDefault() }
        let names = list.split(separator: ",").map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
        switch names {
        case ["none"]: return []
        case ["all"]: return Self.known
        default: break
        }
        for name in names where !Self.known.contains(where: { $0.name == name }) {
            throw ValidationError(
                "There is no feature `\(name)`: name some of \(Self.known.map(\.name).joined(separator: ", ")), or `none` or `all`."
            )
        }
        return Self.known.filter { names.contains($0.name) }
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
