extension String {
    /// The text in quotes, cut to 40 characters: shows a name from outside on one line of a terminal or a log.
    var quotedForDisplay: String { "\"" + displayLine(maximumLength: 40) + "\"" }

    /// The text as one line, for text from outside: control characters are replaced, and a longer text is cut.
    package func displayLine(maximumLength: Int) -> String {
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

extension Unicode.Scalar {
    /// True for a control character (general category Cc). Unicode keeps these 65 code points for good, so a look at the number is
    /// enough; looking up the category took a tenth of an import.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// False for white space and for what only formats others, such as a direction.
    package var isSeen: Bool { !properties.isWhitespace && properties.generalCategory != .format }
}
