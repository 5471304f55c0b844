/// Text of others within Markdown, where it stands as it is and forms nothing.
enum MarkdownQuote {
    /// Lines of a block of code; nobody reads more.
    private static let longestBlock = 60
    /// Characters of one of its lines.
    private static let longestLine = 500

    /// Within a paragraph, a heading or a cell, behind other words.
    static func text(_ text: String) -> String {
        var quoted = ""
        for character in PlainText.line(text) {
            if #"\`*_[]<>|~&#$@"#.contains(character) { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted
    }

    /// As code within a line; bars are escaped only in cells, which this is not for.
    static func code(_ text: String) -> String {
        let line = PlainText.line(text)
        guard !line.isEmpty else { return "` `" }
        let sign = String(repeating: "`", count: longestRun(in: line) + 1)
        // Spaces keep a backquote at either end, or a space there, from being taken for part of the sign.
        let isPadded = sign.count > 1 || (line.first == " " && line.last == " ")
        return isPadded ? "\(sign) \(line) \(sign)" : sign + line + sign
    }

    /// As a block of code.
    ///
    /// - Parameter indentation: columns of the list item that it belongs to.
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
