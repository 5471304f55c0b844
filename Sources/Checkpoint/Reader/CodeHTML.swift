/// HTML for code.
enum CodeHTML {
    static func html(_ lines: [String], language: String) -> HTML {
        switch language {
        // A separate box, so that a wide drawing scrolls sideways by itself and the page doesn't.
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

    /// Returns a console line in which input looks different from output.
    private static func consoleLine(_ line: String) -> HTML {
        guard line.hasPrefix("$ ") || line.hasPrefix("> ") else { return "<samp>\(line)</samp>" }
        return
            "<span class=\"prompt\">\(line.prefix(2))</span><kbd>\(highlighted(String(line.dropFirst(2)), "sh"))</kbd>"
    }
}
