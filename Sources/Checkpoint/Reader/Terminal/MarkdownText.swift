package import CheckpointCourse
package import CheckpointSystem

/// Markdown for a terminal: headings, lists, quotations, tables and code; within a line bold, code and links.
package struct MarkdownText {
    private let style: TextStyle
    private let folded: String?

    /// - Parameters:
    ///   - width: in characters, clamped to 40 to 100; code and tables may be wider.
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
        case .heading(let level, let text): [style(text, level < 3 ? .title : .bold)]
        case .paragraph(let text): paragraph(text, width)
        case .code(_, let lines): code(lines)
        case .list(let list):
            list.items.enumerated().flatMap { index, item in
                (item.isSpaced && index > 0 ? [""] : []) + lines(item, width - list.indentation)
            }.map { indented($0, by: list.indentation) }
        case .quotation(let blocks): lines(blocks, width - 2).map { $0.isEmpty ? ">" : "> " + $0 }
        case .table(let table): table.lines.map { InlineMarkdown($0).styled(style) }
        case .details(let summary, let blocks): details(summary, blocks, width)
        case .figure(let figure):
            (figure.caption.map { paragraph($0 + ":", width) + [""] } ?? []) + code(figure.lines)
        case .mistake(_, let says):
            paragraph("**The check says:** " + says.map { "“\($0)”" }.joined(separator: " · "), width)
        }
    }

    private func paragraph(_ text: String, _ width: Int) -> [String] {
        InlineMarkdown(text).lines(first: width, others: width).map { $0.styled(style) }
    }

    private func code(_ lines: [String]) -> [String] {
        lines.map { $0.isEmpty ? "" : "    " + style($0, .cyan) }
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
