/// The sign at the beginning of a line, which decides what the line is.
struct MarkdownSign {
    /// The sign of a list item, with the space after it: `- `, `* `, `12. `.
    let text: String

    var isNumber: Bool { text.first?.isNumber == true }

    /// - Parameter line: without indentation.
    init?(_ line: Substring) {
        if line.hasPrefix("- ") || line.hasPrefix("* ") {
            text = String(line.prefix(2))
        } else {
            let digits = line.prefix { $0.isASCII && $0.isNumber }
            guard (1...3).contains(digits.count), line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
            text = digits + ". "
        }
    }

    static func headingLevel(_ line: Substring) -> Int? {
        let level = line.prefix { $0 == "#" }.count
        return (1...6).contains(level) && line.dropFirst(level).first == " " ? level : nil
    }

    static func summary(_ line: Substring) -> String? {
        line.wholeMatch(of: /<details><summary>(.*)<\/summary>/).map { String($0.1) }
    }

    /// Returns true if the line ends a paragraph. Only a first item begins a list there, because a sentence may
    /// continue with `2. ` at the beginning of a line.
    static func interruptsParagraph(_ line: MarkdownParser.Line) -> Bool {
        let text = line.text.outdented
        if line.block != nil || text.isEmpty || headingLevel(text) != nil || MarkdownFence(text) != nil { return true }
        if let sign = MarkdownSign(text) { return !sign.isNumber || sign.text == "1. " }
        return ["|", "<!--", "<details>", "</details>", "> "].contains(where: text.hasPrefix)
    }
}

/// The line that opens a block of code.
struct MarkdownFence {
    private let sign: Substring
    let language: String

    /// - Parameter line: without indentation.
    init?(_ line: Substring) {
        guard let first = line.first, first == "`" || first == "~" else { return nil }
        sign = line.prefix { $0 == first }
        let rest = line.dropFirst(sign.count)
        guard sign.count >= 3, !rest.contains("`") else { return nil }
        language = rest.split(separator: " ").first.map(String.init) ?? ""
    }

    func isClosed(by line: Substring) -> Bool {
        line.hasPrefix(sign) && line.allSatisfy { $0 == sign.first || $0 == " " }
    }
}

extension Substring {
    /// The number of spaces at the beginning.
    package var indentation: Int { prefix { $0 == " " }.count }

    var outdented: Substring { drop { $0 == " " } }

    /// Returns the text without its leading spaces, of which at most `count` are dropped.
    func droppingSpaces(_ count: Int) -> Substring { dropFirst(Swift.min(indentation, count)) }
}
