public import Vitals

// What units are called on a screen, and the way between the unit that is stored and the one that is shown.

extension MetricUnit {
    /// `kg`; empty for counted things, which need no unit behind their number.
    public var symbol: String {
        switch self {
        case .count: ""
        case .beatsPerMinute: "bpm"
        case .kilograms, .pounds, .kilocalories, .kilometres, .miles: rawValue.lowercased()
        default: rawValue.onOneLine
        }
    }

    /// `kilograms`, for a voice that reads it aloud.
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

    /// How many canonical units one of these is; 1 for a unit that is canonical itself.
    var canonicalFactor: Double {
        switch self {
        case .pounds: MetricUnit.kilogramsPerPound
        case .miles: MetricUnit.kilometresPerMile
        default: 1
        }
    }
}
