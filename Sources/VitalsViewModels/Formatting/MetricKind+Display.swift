public import Vitals

// Display names of kinds.

extension MetricKind {
    /// The display name, such as `Heart rate` for `HEART_RATE`; `Unknown` for a kind that this build doesn't know.
    public var title: String {
        switch self {
        case .weight: "Weight"
        case .steps: "Steps"
        case .heartRate: "Heart rate"
        case .activeEnergy: "Active energy"
        case .distance: "Distance"
        default: addedTitle ?? "Unknown: \(rawValue.onOneLine)"
        }
    }

    /// True for a kind that this build can enter, convert and check.
    public var isKnown: Bool { MetricKind.known.contains(self) }
}

extension String {
    /// The text as one line, for text from outside: cut to 40 characters, and without characters that would break the
    /// line or change its direction.
    var onOneLine: String {
        let limit = 40
        let shown = unicodeScalars.prefix(limit).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                "\u{FFFD}"
            default: String(scalar)
            }
        }
        return shown.joined() + (unicodeScalars.count > limit ? "…" : "")
    }
}

// Display names of units, and the conversion between the stored unit and the shown one.

extension MetricUnit {
    /// The symbol, such as `kg`; empty for counts, which need no unit after their number.
    public var symbol: String {
        switch self {
        case .count: ""
        case .beatsPerMinute: "bpm"
        case .kilograms, .pounds, .kilocalories, .kilometres, .miles: rawValue.lowercased()
        default: rawValue.onOneLine
        }
    }

    /// The name for a screen reader, such as `kilograms`.
    public var spokenName: String {
        switch self {
        case .kilograms: "kilograms"
        case .pounds: "pounds"
        case .count: ""
        case .beatsPerMinute: "beats a minute"
        case .kilocalories: "kilocalories"
        case .kilometres: "kilometres"
        case .miles: "miles"
        default: rawValue.onOneLine
        }
    }

    /// The number of canonical units in one of this unit; 1 for a canonical unit.
    var canonicalFactor: Double {
        switch self {
        case .pounds: MetricUnit.kilogramsPerPound
        case .miles: MetricUnit.kilometresPerMile
        default: 1
        }
    }
}
