/// Code as a page shows it.
enum CodeHTML {
    static func html(_ lines: [String], language: String) -> HTML {
        switch language {
        // A box of its own, in which a wide drawing moves sideways and the page does not.
        case "text": "<pre class=\"diagram\">\(lines.joined(separator: "\n"))</pre>"
        case "console": "<pre class=\"console\"><code>\(lines.map(consoleLine).together(by: "\n"))</code></pre>"
        default: "<pre><code>\(highlighted(lines.joined(separator: "\n"), language))</code></pre>"
        }
    }

    private static func highlighted(_ code: String, _ language: String) -> HTML {
        guard let known = CodeLanguage.named(language) else { return "\(code)" }
        return CodeHighlighter.tokens(of: code, in: known).map { token -> HTML in
            guard let kind = token.kind else { return "\(token.text)" }
            return "<span class=\"\(kind.rawValue)\">\(token.text)</span>"
        }.together()
    }

    /// What is typed stands out from what is printed.
    private static func consoleLine(_ line: String) -> HTML {
        guard line.hasPrefix("$ ") || line.hasPrefix("> ") else { return "<samp>\(line)</samp>" }
        return
            "<span class=\"prompt\">\(line.prefix(2))</span><kbd>\(highlighted(String(line.dropFirst(2)), "sh"))</kbd>"
    }
}
