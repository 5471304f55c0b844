/// The spelling of a cell in our own exports.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and runs it. So a text that begins with one of
/// them, or with an apostrophe, gets an apostrophe before it. A reader of ours takes one apostrophe away, so nothing is lost.
package enum CSVCell {
    /// The text with an apostrophe before it, if it needs one.
    package static func guarded(_ text: String) -> String { isGuarded(text) ? "'" + text : text }

    /// The text that was guarded.
    package static func unguarded(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        let rest = String(text.unicodeScalars.dropFirst())
        return isGuarded(rest) ? rest : text
    }

    private static func isGuarded(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return "=+-@'\t\r\n".utf8.contains(first)
    }

    /// Appends a cell, in quotes where RFC 4180 asks for them.
    static func write(_ text: String, into bytes: inout [UInt8]) {
        let isPlain =
            !text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
        guard !isPlain else {
            bytes += text.utf8
            return
        }
        bytes.append(0x22)
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    /// Appends a row with its CR and LF.
    static func write(row: [String], into bytes: inout [UInt8]) {
        for (index, cell) in row.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(cell, into: &bytes)
        }
        bytes += [0x0D, 0x0A]
    }
}
