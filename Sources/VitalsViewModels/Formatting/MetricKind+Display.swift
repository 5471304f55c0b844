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
        default: "Unknown: \(rawValue.onOneLine)"
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
