/// Reads the Markdown of lessons and hints into blocks.
///
/// It doesn't cover all of Markdown: unknown syntax stays as it's written.
package struct MarkdownParser {
    /// A line of text, or a finished block in its place.
    package struct Line {
        package var text: Substring
        package var block: MarkdownBlock.Content?
    }

    private let lines: [Line]
    private var next = 0
    private var blocks: [MarkdownBlock] = []
    private var isSpaced = false

    private init(_ lines: [Line]) { self.lines = lines }

    package static func blocks(_ text: String) -> [MarkdownBlock] {
        blocks(text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(text: $0) })
    }

    package static func blocks(_ lines: some Sequence<Line>) -> [MarkdownBlock] {
        var parser = MarkdownParser(Array(lines))
        while let line = parser.current { parser.take(line) }
        return parser.blocks
    }

    private var current: Line? { next < lines.count ? lines[next] : nil }

    private mutating func add(_ content: MarkdownBlock.Content) {
        blocks.append(MarkdownBlock(content: content, isSpaced: isSpaced))
        isSpaced = false
    }

    private mutating func take(_ line: Line) {
        let text = line.text.outdented
        if let block = line.block {
            next += 1
            add(block)
        } else if text.isEmpty {
            next += 1
            isSpaced = true
        } else if MarkdownFence(text) != nil {
            takeFence()
        } else if text.hasPrefix("<!--") {
            while let line = current, !line.text.contains("-->") { next += 1 }
            next += 1
        } else if let summary = MarkdownSign.summary(text) {
            takeDetails(summary)
        } else if text.hasPrefix("</details>") {
            next += 1
        } else if let level = MarkdownSign.headingLevel(text) {
            next += 1
            add(.heading(level: level, text: String(text.dropFirst(level).outdented)))
        } else if text.hasPrefix("|") {
            let rows = takeLines { $0.outdented.hasPrefix("|") }
            add(.table(MarkdownTable(lines: rows.map { String($0.text) })))
        } else if line.text.indentation >= 4 {
            takeIndentedCode()
        } else if text.hasPrefix("> ") || text == ">" {
            let quoted = takeLines { $0.outdented.hasPrefix(">") }
            add(.quotation(Self.blocks(quoted.map { Line(text: $0.text.outdented.dropFirst().droppingSpaces(1)) })))
        } else if let sign = MarkdownSign(text) {
            takeList(sign, line.text.indentation)
        } else {
            takeParagraph()
        }
    }

    private mutating func takeLines(while isWanted: (Substring) -> Bool) -> ArraySlice<Line> {
        let wanted = lines[next...].prefix { $0.block == nil && isWanted($0.text) }
        next += wanted.count
        return wanted
    }

    private mutating func takeParagraph() {
        var words: [Substring] = []
        while let line = current, words.isEmpty || !MarkdownSign.interruptsParagraph(line) {
            words.append(line.text.outdented)
            next += 1
        }
        add(.paragraph(words.joined(separator: " ")))
    }

    // MARK: Code

    /// Takes a fenced block; its lines lose as much indentation as the fence has.
    private mutating func takeFence() {
        guard let opening = current, let fence = MarkdownFence(opening.text.outdented) else { return }
        next += 1
        let code = takeLines { !fence.isClosed(by: $0.outdented) }
        next += 1
        let lines = code.map { String($0.text.droppingSpaces(opening.text.indentation)) }
        add(.code(language: fence.language, lines: lines))
    }

    private mutating func takeIndentedCode() {
        var code = takeLines { $0.indentation >= 4 || $0.outdented.isEmpty }
        while code.last?.text.outdented.isEmpty == true {
            code.removeLast()
            next -= 1
        }
        add(.code(language: "", lines: code.map { String($0.text.droppingSpaces(4)) }))
    }

    // MARK: What holds blocks

    private mutating func takeDetails(_ summary: String) {
        next += 1
        var depth = 1
        var fence: MarkdownFence?
        let first = next
        while let line = current {
            let text = line.text.outdented
            if let open = fence {
                if open.isClosed(by: text) { fence = nil }
            } else {
                fence = MarkdownFence(text)
                if MarkdownSign.summary(text) != nil { depth += 1 }
                if text.hasPrefix("</details>") { depth -= 1 }
            }
            if depth == 0 { break }
            next += 1
        }
        add(.details(summary: summary, blocks: Self.blocks(lines[first..<min(next, lines.count)])))
        next += 1
    }

    private mutating func takeList(_ first: MarkdownSign, _ indentation: Int) {
        let isListSpaced = isSpaced
        var items: [MarkdownList.Item] = []
        isSpaced = false
        while let line = current, line.block == nil, line.text.indentation == indentation || items.isEmpty,
            let sign = MarkdownSign(line.text.outdented), sign.isNumber == first.isNumber
        {
            next += 1
            let item = takeItem(line.text.outdented.dropFirst(sign.text.count), indentation)
            let inner = item.dropFirst().map(\.text).filter { !$0.outdented.isEmpty }.map(\.indentation)
            let hang = min(inner.filter { $0 > indentation }.min() ?? .max, indentation + sign.text.count)
            let rest = item.dropFirst().map { Line(text: $0.text.droppingSpaces(hang), block: $0.block) }
            items.append(
                MarkdownList.Item(
                    sign: sign.text, hang: hang - indentation, blocks: Self.blocks(item.prefix(1) + rest),
                    isSpaced: isSpaced))
            isSpaced = false
            let blank = takeLines { $0.outdented.isEmpty }
            isSpaced = !blank.isEmpty
        }
        let isNextSpaced = isSpaced
        isSpaced = isListSpaced
        add(.list(MarkdownList(indentation: indentation, items: items)))
        isSpaced = isNextSpaced
    }

    /// Takes the lines of an item after its sign: those indented further than the sign, and those that continue its
    /// last paragraph.
    private mutating func takeItem(_ first: Substring, _ indentation: Int) -> [Line] {
        var item = [Line(text: first)]
        while let line = current {
            let isBlank = line.block == nil && line.text.outdented.isEmpty
            let following = lines[next...].first { $0.block != nil || !$0.text.outdented.isEmpty }
            let isInside = (following?.text.indentation ?? 0) > indentation
            guard isInside || !isBlank && item.last?.block == nil && item.last?.text.outdented.isEmpty == false else {
                break
            }
            guard isInside || MarkdownSign(line.text.outdented) == nil && !MarkdownSign.interruptsParagraph(line) else {
                break
            }
            item.append(line)
            next += 1
        }
        return item
    }
}
