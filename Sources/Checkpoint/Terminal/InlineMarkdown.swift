/// A stretch of Markdown within a paragraph: characters, each with its mark.
struct InlineMarkdown {
    private struct Item {
        let character: Character
        let mark: TextStyle.Mark?
    }

    private var items: [Item] = []

    private init(items: some Sequence<Item>) { self.items = Array(items) }

    /// Reads `**bold**`, `` `code` `` (whose quotes stay, for those who see no colour) and `[links](address)`.
    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        var isBold = false
        func add(_ text: some StringProtocol, _ mark: TextStyle.Mark?) {
            items += text.map { Item(character: $0, mark: mark ?? (isBold ? .bold : nil)) }
        }
        while let first = rest.first {
            if first == "`", let end = rest.dropFirst().firstIndex(of: "`") {
                add(rest[...end], .cyan)
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("**"), isBold || rest.dropFirst(2).contains("**") {
                isBold.toggle()
                rest = rest.dropFirst(2)
            } else if first == "[", let link = Self.link(rest) {
                add(link.text, nil)
                if link.address.contains("://") { add(" (\(link.address))", .dim) }
                rest = link.rest
            } else {
                add(String(first), nil)
                rest = rest.dropFirst()
            }
        }
    }

    /// Breaks it at spaces; a word that is too long stays whole.
    func lines(first: Int, others: Int) -> [InlineMarkdown] {
        var lines: [InlineMarkdown] = []
        var line: [Item] = []
        for word in items.split(whereSeparator: { $0.character == " " }) {
            let room = lines.isEmpty ? first : others
            if !line.isEmpty, line.count + 1 + word.count > room {
                lines.append(InlineMarkdown(items: line))
                line = Array(word)
            } else {
                if !line.isEmpty {
                    let isWithin = line.last?.mark == word.first?.mark
                    line.append(Item(character: " ", mark: isWithin ? word.first?.mark : nil))
                }
                line += word
            }
        }
        return line.isEmpty ? lines : lines + [InlineMarkdown(items: line)]
    }

    func styled(_ style: TextStyle) -> String {
        var text = ""
        var rest = items[...]
        while let first = rest.first {
            let run = rest.prefix { $0.mark == first.mark }
            let words = String(run.map(\.character))
            text += first.mark.map { style(words, $0) } ?? words
            rest = rest.dropFirst(run.count)
        }
        return text
    }

    private static func link(_ text: Substring) -> (text: Substring, address: Substring, rest: Substring)? {
        guard let end = text.firstIndex(of: "]") else { return nil }
        let tail = text[text.index(after: end)...]
        guard tail.first == "(", let close = tail.firstIndex(of: ")") else { return nil }
        return (
            text[text.index(after: text.startIndex)..<end], tail[tail.index(after: tail.startIndex)..<close],
            tail[tail.index(after: close)...]
        )
    }
}
