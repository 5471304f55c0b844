public import Vitals

// What kinds are called on a screen.

extension MetricKind {
    /// `Heart rate` for `HEART_RATE`; a kind that this build does not know is called so.
    public var title: String {
        switch self {
        case .weight: "Weight"
        case .steps: "Steps"
        case .heartRate: "Heart rate"
        case .activeEnergy: "Active energy"
        case .distance: "Distance"
        default: "Unknown: \(rawValue.onOneLine)"
        }
    }

    /// True for a kind that this build can enter, convert and check.
    public var isKnown: Bool { MetricKind.known.contains(self) }
}

extension String {
    /// A text that came from elsewhere, fit for one line: cut short, and without characters that would break or turn it.
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
