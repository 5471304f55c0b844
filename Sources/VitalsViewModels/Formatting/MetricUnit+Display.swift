public import Vitals

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
