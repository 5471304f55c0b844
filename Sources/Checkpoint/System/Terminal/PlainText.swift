/// Cleans a learner's text of characters that control a terminal or change the reading direction.
package enum PlainText {
    /// Returns the lines of the text; other control characters are replaced.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { cleaned($0) }
    }

    /// Returns the text joined into a single line.
    package static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { cleaned($0) }.joined(separator: " ")
    }

    /// Returns an untrusted path for use in a sentence: in quotes, short, and without characters that control a
    /// terminal.
    package static func quoted(_ path: String) -> String {
        let harmless = path.unicodeScalars.map { scalar -> String in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "?"
            default: String(scalar)
            }
        }
        return "\"" + (harmless.count > 100 ? harmless.prefix(97).joined() + "..." : harmless.joined()) + "\""
    }

    private static func cleaned(_ text: Substring) -> String {
        var cleaned = ""
        for scalar in text.unicodeScalars {
            cleaned.unicodeScalars.append(isSteering(scalar) ? "\u{FFFD}" : scalar)
        }
        return cleaned
    }

    /// True for control characters except the tab, and for the marks that change the direction of text (Unicode, UAX
    /// 9).
    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
