import Foundation

/// One instruction of a `Dockerfile`.
struct DockerInstruction {
    /// The instruction's name in capitals.
    let keyword: String
    /// The flags, such as `from: build` for `--from=build`.
    let flags: [String: String]
    let text: String
    /// The number of its first line.
    let line: Int

    init(_ text: String, line: Int) {
        self.line = line
        var rest = Substring(text)
        keyword = rest.prefix { !$0.isWhitespace }.uppercased()
        rest = rest.dropFirst(keyword.count).drop(while: \.isWhitespace)
        var flags: [String: String] = [:]
        while keyword != "HEALTHCHECK", let flag = rest.prefixMatch(of: /--([a-z-]+)(?:=(\S*))?\s+/) {
            flags[String(flag.1)] = flag.2.map(String.init) ?? "true"
            rest = rest[flag.range.upperBound...]
        }
        self.flags = flags
        self.text = String(rest)
    }

    /// The words of the exec form, `["a", "b"]`; nil for anything else.
    var execWords: [String]? { try? JSONDecoder().decode([String].self, from: Data(text.utf8)) }

    /// The words, with quotes removed.
    var words: [String] {
        if let execWords { return execWords }
        var words: [String] = []
        var (word, quote, isOpen, isEscaped): (String, Character?, Bool, Bool) = ("", nil, false, false)
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, isOpen) = (true, true)
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, isOpen) = (character, true)
            } else if quote == nil, character.isWhitespace {
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            } else {
                word.append(character)
                isOpen = true
            }
        }
        return isOpen ? words + [word] : words
    }

    /// The assignments of `ENV`, `ARG` and `LABEL`: `NAME=VALUE …`, or in the old form `NAME VALUE`. An `ARG` may have
    /// no value.
    var assignments: [String: String] {
        let words = words
        guard let first = words.first else { return [:] }
        if !first.contains("=") { return [first: words.dropFirst().joined(separator: " ")] }
        return words.reduce(into: [:]) { values, word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
    }
}
