internal import CheckpointSystem

/// Escapes untrusted text for Markdown, so that it appears as it is and has no formatting.
enum MarkdownQuote {
    /// Maximum number of lines in a code block, enough for any reader.
    private static let longestBlock = 60
    /// Maximum number of characters in a line of a code block.
    private static let longestLine = 500

    /// Escapes text within a paragraph, a heading or a table cell, after other words.
    static func text(_ text: String) -> String {
        var quoted = ""
        for character in PlainText.line(text) {
            if #"\`*_[]<>|~&#$@"#.contains(character) { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted
    }

    /// Formats text as inline code. It doesn't escape bars, so it isn't for table cells.
    static func code(_ text: String) -> String {
        let line = PlainText.line(text)
        guard !line.isEmpty else { return "` `" }
        let sign = String(repeating: "`", count: longestRun(in: line) + 1)
        // Spaces separate the delimiter from a backquote at either end of the text, and preserve spaces there.
        let isPadded = sign.count > 1 || (line.first == " " && line.last == " ")
        return isPadded ? "\(sign) \(line) \(sign)" : sign + line + sign
    }

    /// Formats text as a code block.
    ///
    /// - Parameter indentation: columns of indentation of the list item that contains the block.
    static func block(_ text: String, indentation: Int = 0) -> [String] {
        var lines = PlainText.lines(text).prefix(longestBlock + 1).map { line in
            line.count <= longestLine ? line : line.prefix(longestLine) + "…"
        }
        if lines.count > longestBlock { lines[longestBlock] = "…" }
        let fence = String(repeating: "`", count: max(3, (lines.map(longestRun).max() ?? 0) + 1))
        let margin = String(repeating: " ", count: indentation)
        return ([fence + "text"] + lines + [fence]).map { margin + $0 }
    }

    private static func longestRun(in text: String) -> Int {
        var longest = 0
        var current = 0
        for character in text.unicodeScalars {
            current = character == "`" ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}
