/// A stretch of text within a paragraph.
package indirect enum MarkdownSpan: Hashable, Sendable {
    case text(String)
    case code(String)
    case emphasis([MarkdownSpan])
    case strong([MarkdownSpan])
    case link(text: [MarkdownSpan], address: String)

    /// Reads `**bold**`, `*emphasis*`, `` `code` ``, `[links](address)`, and `\*` for a literal sign.
    package static func spans(_ text: some StringProtocol) -> [MarkdownSpan] {
        var spans: [MarkdownSpan] = []
        var plain = ""
        var rest = Substring(text)
        // Signs without a closing one from here on. They can't be closed further on either, so we don't search again.
        var unclosed: Set<String> = []
        func enclosed(by sign: String) -> (Substring, Substring)? {
            guard !unclosed.contains(sign), opens(rest, sign) else { return nil }
            let found = marked(rest, by: sign)
            if found == nil { unclosed.insert(sign) }
            return found
        }
        func add(_ span: MarkdownSpan) {
            if !plain.isEmpty { spans.append(.text(plain)) }
            plain = ""
            spans.append(span)
        }
        while let first = rest.first {
            if let (code, tail) = code(rest) {
                add(.code(code))
                rest = tail
            } else if let (inner, tail) = enclosed(by: "**") {
                add(.strong(Self.spans(inner)))
                rest = tail
            } else if plain.last?.isLetter != true, plain.last?.isNumber != true,
                let (inner, tail) = enclosed(by: "*")
            {
                add(.emphasis(Self.spans(inner)))
                rest = tail
            } else if let link = link(rest) {
                add(.link(text: Self.spans(link.text), address: String(link.address)))
                rest = link.rest
            } else if first == "\\", let sign = rest.dropFirst().first, #"\`*_[]()#+-.!|<>"#.contains(sign) {
                plain.append(sign)
                rest = rest.dropFirst(2)
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { spans.append(.text(plain)) }
        return spans
    }

    /// Returns the words without their markup.
    package static func plain(_ spans: [MarkdownSpan]) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .code(let text): text
            case .emphasis(let inner), .strong(let inner), .link(let inner, _): plain(inner)
            }
        }.joined()
    }

    /// Reads code between backquotes; several backquotes may enclose code that contains fewer of them.
    private static func code(_ text: Substring) -> (String, Substring)? {
        let sign = text.prefix { $0 == "`" }
        guard !sign.isEmpty else { return nil }
        var rest = text.dropFirst(sign.count)
        while let found = rest.firstIndex(of: "`") {
            let run = rest[found...].prefix { $0 == "`" }
            rest = rest[found...].dropFirst(run.count)
            if run.count == sign.count {
                let code = text[sign.endIndex..<found]
                let isPadded = code.hasPrefix(" ") && code.hasSuffix(" ") && sign.count > 1
                return (String(isPadded ? code.dropFirst().dropLast() : code), rest)
            }
        }
        return nil
    }

    private static func opens(_ text: Substring, _ sign: String) -> Bool {
        guard text.hasPrefix(sign), let next = text.dropFirst(sign.count).first else { return false }
        return next != " " && next != "*"
    }

    /// Returns the text between two signs that have no space on their inner sides; signs within code don't count.
    private static func marked(_ text: Substring, by sign: String) -> (Substring, Substring)? {
        var rest = text.dropFirst(sign.count)
        var isAfterSpace = true
        while let first = rest.first {
            if let (_, tail) = code(rest) {
                rest = tail
                isAfterSpace = false
            } else if first == "\\" {
                rest = rest.dropFirst(2)
                isAfterSpace = false
            } else if first == "*" {
                let run = rest.prefix { $0 == "*" }
                let tail = rest.dropFirst(run.count)
                if run.count == sign.count, !isAfterSpace {
                    return (text[text.index(text.startIndex, offsetBy: sign.count)..<rest.startIndex], tail)
                }
                rest = tail
                isAfterSpace = false
            } else {
                isAfterSpace = first == " "
                rest = rest.dropFirst()
            }
        }
        return nil
    }

    private static func link(_ text: Substring) -> (text: Substring, address: Substring, rest: Substring)? {
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        let tail = text[text.index(after: end)...]
        guard tail.first == "(", let close = tail.firstIndex(of: ")") else { return nil }
        return (
            text[text.index(after: text.startIndex)..<end], tail[tail.index(after: tail.startIndex)..<close],
            tail[tail.index(after: close)...]
        )
    }
}
