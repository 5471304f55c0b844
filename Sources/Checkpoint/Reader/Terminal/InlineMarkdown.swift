internal import CheckpointCourse
internal import CheckpointSystem

/// A run of Markdown within a paragraph: characters, each with its style.
struct InlineMarkdown {
    private struct Item {
        let character: Character
        let mark: TextStyle.Mark?
    }

    private var items: [Item] = []

    private init(items: some Sequence<Item>) { self.items = Array(items) }

    /// Parses the text. Backquotes and emphasis stars stay in it, for readers without colour.
    init(_ text: some StringProtocol) { add(MarkdownSpan.spans(text), nil) }

    private mutating func add(_ spans: [MarkdownSpan], _ mark: TextStyle.Mark?) {
        func add(_ text: some StringProtocol, _ mark: TextStyle.Mark?) {
            items += text.map { Item(character: $0, mark: mark) }
        }
        for span in spans {
            switch span {
            case .text(let text): add(text, mark)
            case .code(let text): add("`\(text)`", .cyan)
            case .emphasis(let inner):
                add("*", mark)
                self.add(inner, mark)
                add("*", mark)
            case .strong(let inner): self.add(inner, .bold)
            case .link(let text, let address):
                self.add(text, mark)
                if address.contains("://") { add(" (\(address))", .dim) }
            }
        }
    }

    /// Breaks the text at spaces; a word that's too long stays whole.
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
}
