/// Text of a learner's, without what steers a terminal or turns the order of what is read.
enum PlainText {
    /// Lines as they are; other controls are replaced.
    static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { cleaned($0) }
    }

    /// All in one line.
    static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { cleaned($0) }.joined(separator: " ")
    }

    private static func cleaned(_ text: Substring) -> String {
        var cleaned = ""
        for scalar in text.unicodeScalars {
            cleaned.unicodeScalars.append(isSteering(scalar) ? "\u{FFFD}" : scalar)
        }
        return cleaned
    }

    /// Controls but the tab, and the marks that turn the direction of text (Unicode, UAX 9).
    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
