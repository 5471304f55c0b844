package import CheckpointCourse
package import CheckpointSystem

/// Markdown for a terminal: headings, lists, quotations, tables and code; within a line bold, emphasis, code and links.
///
/// Without colour the signs of headings, emphasis and code stay, so that they still differ from the text around them.
package struct MarkdownText {
    private let style: TextStyle
    private let folded: String?

    /// - Parameters:
    ///   - width: in characters, clamped to 40 to 100; code may be wider.
    ///   - folded: the text to show in place of what's within `<details>`; nil to show everything.
    package static func rendered(_ text: String, style: TextStyle, width: Int, folded: String? = nil) -> String {
        rendered(MarkdownParser.blocks(text), style: style, width: width, folded: folded)
    }

    /// Renders blocks that were parsed already.
    package static func rendered(
        _ blocks: [MarkdownBlock], style: TextStyle, width: Int, folded: String? = nil
    ) -> String {
        let renderer = MarkdownText(style: style, folded: folded)
        return renderer.lines(blocks, max(40, min(width, 100))).joined(separator: "\n") + "\n"
    }

    /// - Parameter width: the width left for these blocks.
    private func lines(_ blocks: some Sequence<MarkdownBlock>, _ width: Int) -> [String] {
        var lines: [String] = []
        for block in blocks {
            if block.isSpaced, !lines.isEmpty { lines.append("") }
            lines += self.lines(block.content, width)
        }
        return lines
    }

    private func lines(_ block: MarkdownBlock.Content, _ width: Int) -> [String] {
        switch block {
        case .heading(let level, let text): [heading(level, text)]
        case .paragraph(let text): paragraph(text, width)
        case .code(let language, let lines): code(lines, language)
        case .list(let list):
            list.items.enumerated().flatMap { index, item in
                (item.isSpaced && index > 0 ? [""] : []) + lines(item, width - list.indentation)
            }.map { indented($0, by: list.indentation) }
        case .quotation(let blocks): lines(blocks, width - 2).map { $0.isEmpty ? ">" : "> " + $0 }
        case .table(let table): TableText(table, style).lines(width: width)
        case .details(let summary, let blocks): details(summary, blocks, width)
        case .figure(let figure):
            (figure.caption.map { paragraph($0 + ":", width) + [""] } ?? []) + code(figure.lines, figure.language)
        case .mistake(let number, _, let says):
            paragraph(
                "**Mistake \(number).** The check says: " + says.map { "“\($0)”" }.joined(separator: " · "), width)
        }
    }

    private func heading(_ level: Int, _ text: String) -> String {
        guard style.isColoured else { return String(repeating: "#", count: level) + " " + text }
        return InlineMarkdown(text, style, mark: level < 3 ? .title : .bold).styled
    }

    private func paragraph(_ text: String, _ width: Int) -> [String] {
        InlineMarkdown(text, style).lines(width: width).map(\.styled)
    }

    private func code(_ lines: [String], _ language: String) -> [String] {
        CodeText.lines(lines, language: language, style).map { $0.isEmpty ? "" : "    " + $0 }
    }

    /// Returns the lines of an item: the first follows the sign, the others are indented to match its text.
    private func lines(_ item: MarkdownList.Item, _ width: Int) -> [String] {
        guard case .paragraph(let text)? = item.blocks.first?.content else {
            return [item.sign] + lines(item.blocks, width - item.hang).map { indented($0, by: item.hang) }
        }
        let hanging = item.sign.count
        var lines = paragraph(text, width - hanging).enumerated().map { index, line in
            index == 0 ? item.sign + line : indented(line, by: hanging)
        }
        for block in item.blocks.dropFirst() {
            if block.isSpaced { lines.append("") }
            lines += self.lines(block.content, width - item.hang).map { indented($0, by: item.hang) }
        }
        return lines
    }

    private func details(_ summary: String, _ blocks: [MarkdownBlock], _ width: Int) -> [String] {
        let head = "▸ " + style(summary, .bold)
        guard folded == nil else { return [head + ": " + (folded ?? "")] }
        return [head] + (blocks.first?.isSpaced == true ? [""] : []) + lines(blocks, width)
    }

    private func indented(_ line: String, by count: Int) -> String {
        line.isEmpty ? "" : String(repeating: " ", count: count) + line
    }
}
