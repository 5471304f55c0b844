/// The syntax of markers in one kind of file: the opening of a whole-line comment, and its closing.
struct MarkerSyntax: Hashable, Sendable {
    let leader: String
    let closer: String

    /// The syntax for a file, chosen by its name; nil for files that can't hold markers.
    init?(path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let suffix = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : ""
        switch suffix {
        case "swift", "js", "mjs", "h", "c": (leader, closer) = ("//", "")
        case "sql": (leader, closer) = ("--", "")
        case "yml", "yaml", "sh", "modulemap", "Dockerfile": (leader, closer) = ("#", "")
        case "css": (leader, closer) = ("/*", "*/")
        case "html", "md": (leader, closer) = ("<!--", "-->")
        case "" where name == "Dockerfile": (leader, closer) = ("#", "")
        default: return nil
        }
    }

    /// The meaning of a line: a marker, a line of starter code, or neither.
    enum Reading: Hashable {
        case marker(word: String, arguments: [String])
        case starterLine(String)
        case code
    }

    func read(_ line: Substring) -> Reading {
        let text = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard text.starts(with: leader.utf8) else { return .code }
        let indentation = line.prefix(line.utf8.count - text.count)
        let rest = text.dropFirst(leader.utf8.count)
        if rest.first == UInt8(ascii: "|") {
            var code = Substring(rest.dropFirst())
            if code.first == " " { code = code.dropFirst() }
            code = withoutCloser(code)
            return .starterLine(code.isEmpty ? "" : String(indentation) + code)
        }
        let comment = Substring(rest.drop { $0 == UInt8(ascii: " ") })
        guard comment.utf8.first == UInt8(ascii: "@"), rest.first != comment.utf8.first else { return .code }
        let words = withoutCloser(comment).split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let first = words.first, first.dropFirst().allSatisfy(\.isLetter), first.count > 1 else { return .code }
        return .marker(word: String(first.dropFirst()), arguments: Array(words.dropFirst()))
    }

    private func withoutCloser(_ text: Substring) -> Substring {
        guard !closer.isEmpty, text.hasSuffix(closer) else { return text }
        var code = text.dropLast(closer.count)
        while code.last == " " { code = code.dropLast() }
        return code
    }
}

/// A malformed or misplaced marker, with its location.
package struct MarkerError: Error, Hashable, CustomStringConvertible, Sendable {
    package let file: String
    /// The line of the marker, counted from 1.
    package let line: Int
    package let message: String

    package var description: String { "\(file):\(line): \(message)" }
}
