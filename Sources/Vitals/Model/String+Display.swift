extension String {
    /// In quotes and cut short: a name that came from outside, fit for one line on a terminal or in a log.
    var quotedForDisplay: String { "\"" + displayLine(maximumLength: 40) + "\"" }

    /// One line without control characters, cut short where it is longer: a text that came from outside.
    func displayLine(maximumLength: Int) -> String {
        let shown = unicodeScalars.prefix(maximumLength).map {
            $0.properties.isControlCharacter ? "\u{FFFD}" : String($0)
        }
        return shown.joined() + (unicodeScalars.count > maximumLength ? "…" : "")
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControlCharacter: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
