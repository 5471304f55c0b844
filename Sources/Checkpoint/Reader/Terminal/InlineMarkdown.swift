internal import CheckpointCourse
internal import CheckpointSystem

/// A run of Markdown within a paragraph: characters, each with its style.
struct InlineMarkdown {
    private struct Item {
        let character: Character
        let mark: TextStyle.Mark?
        /// The address that a click on the character opens.
        var address: String?
    }

    private let style: TextStyle
    private var items: [Item] = []

    /// Parses the text. Without colour, the backquotes of code and the stars of emphasis stay in it.
    init(_ text: some StringProtocol, _ style: TextStyle, mark: TextStyle.Mark? = nil) {
        self.style = style
        add(MarkdownSpan.spans(text), mark)
    }

    private init(_ items: [Item], _ style: TextStyle) { (self.items, self.style) = (items, style) }

    var width: Int { items.count }

    /// The length of the longest word, which is never broken.
    var longestWord: Int { words.map(\.count).max() ?? 0 }

    private var words: [ArraySlice<Item>] { items.split { $0.character == " " } }

    private mutating func add(_ spans: [MarkdownSpan], _ mark: TextStyle.Mark?, to address: String? = nil) {
        for span in spans {
            switch span {
            case .text(let text): add(text, mark, address)
            case .code(let text): add(style.isColoured ? text : "`\(text)`", .cyan, address)
            case .emphasis(let inner) where style.isColoured: add(inner, .italic, to: address)
            case .emphasis(let inner):
                add("*", mark, address)
                add(inner, mark, to: address)
                add("*", mark, address)
            case .strong(let inner): add(inner, .bold, to: address)
            case .link(let text, let target) where !target.contains("://"):
                add(text, mark, to: address)
                guard let page = Self.bookPage(target) else { continue }
                add([.text(" ("), .code("vitals-course read \(page)"), .text(")")], mark)
            case .link(let text, let target) where style.hasLinks: add(text, .underlined, to: target)
            case .link(let text, let target):
                add(text, mark)
                add(" (\(target))", .dim, nil)
            }
        }
    }

    /// The name of the page of the book that a link leads to, such as `store`; nil for any other link.
    private static func bookPage(_ target: String) -> Substring? {
        target.firstMatch(of: /(?:^|\/)book\/([a-z-]+)\.md(?:#|$)/)?.output.1
    }

    private mutating func add(_ text: some StringProtocol, _ mark: TextStyle.Mark?, _ address: String?) {
        items += text.map { Item(character: $0, mark: mark, address: address) }
    }

    /// Breaks the text at spaces; a word that's too long stays whole.
    func lines(width: Int) -> [InlineMarkdown] {
        var lines: [InlineMarkdown] = []
        var line: [Item] = []
        for word in words {
            if let last = line.last {
                if line.count + 1 + word.count > width {
                    lines.append(InlineMarkdown(line, style))
                    line = []
                } else {
                    let mark = last.mark == word.first?.mark ? last.mark : nil
                    let address = last.address == word.first?.address ? last.address : nil
                    line.append(Item(character: " ", mark: mark, address: address))
                }
            }
            line += word
        }
        return line.isEmpty ? lines : lines + [InlineMarkdown(line, style)]
    }

    var styled: String {
        var text = ""
        var rest = items[...]
        while let first = rest.first {
            let run = rest.prefix { $0.mark == first.mark && $0.address == first.address }
            let words = String(run.map(\.character))
            let marked = first.mark.map { style(words, $0) } ?? words
            text += first.address.map { style.link(marked, to: $0) } ?? marked
            rest = rest.dropFirst(run.count)
        }
        return text
    }
}
