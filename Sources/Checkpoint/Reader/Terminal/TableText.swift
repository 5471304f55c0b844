internal import CheckpointCourse
internal import CheckpointSystem

/// A table laid out for a width: columns with wrapped cells, or a list if the columns would be too narrow.
struct TableText {
    private let table: MarkdownTable
    private let style: TextStyle
    private let header: [InlineMarkdown]
    private let rows: [[InlineMarkdown]]
    private let columns: Int

    private static let gap = "  "
    /// The narrowest column that cells are wrapped in, in characters: below it, a line holds one or two words.
    private static let narrowest = 14

    init(_ table: MarkdownTable, _ style: TextStyle) {
        self.table = table
        self.style = style
        header = table.header.map { InlineMarkdown($0, style, mark: .bold) }
        rows = table.rows.map { $0.map { InlineMarkdown($0, style) } }
        columns = max(header.count, rows.map(\.count).max() ?? 0)
    }

    func lines(width: Int) -> [String] {
        guard let widths = widths(within: width) else { return list(width) }
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: Self.gap)
        var lines = header.allSatisfy { $0.width == 0 } ? [] : self.lines(of: header, widths) + [style(rule, .dim)]
        let laidOut = rows.map { self.lines(of: $0, widths) }
        // A wrapped row needs a line of space, or its end looks like a row of its own.
        let isSpaced = laidOut.contains { $0.count > 1 }
        for (index, row) in laidOut.enumerated() {
            if isSpaced, index > 0 { lines.append("") }
            lines += row
        }
        return lines
    }

    /// Returns the columns' widths; nil if they don't fit.
    private func widths(within width: Int) -> [Int]? {
        let cells = (0..<columns).map { column in
            ([header] + rows).compactMap { column < $0.count ? $0[column] : nil }
        }
        let natural = cells.map { $0.map(\.width).max() ?? 0 }
        let words = cells.map { $0.map(\.longestWord).max() ?? 0 }
        let room = width - Self.gap.count * (columns - 1)
        guard natural.reduce(0, +) > room else { return natural }
        // The widest columns give way first, down to a common width.
        func widths(_ cap: Int) -> [Int] { zip(natural, words).map { min($0, max(cap, $1)) } }
        return (Self.narrowest...max(Self.narrowest, room)).reversed().lazy.map(widths).first {
            $0.reduce(0, +) <= room
        }
    }

    private func lines(of cells: [InlineMarkdown], _ widths: [Int]) -> [String] {
        let wrapped = zip(cells, widths).map { $0.lines(width: $1) }
        return (0..<(wrapped.map(\.count).max() ?? 0)).map { line in
            let parts = wrapped.enumerated().map { column, lines in
                let cell = line < lines.count ? lines[line] : nil
                let space = String(repeating: " ", count: max(0, widths[column] - (cell?.width ?? 0)))
                let text = cell?.styled ?? ""
                let isTrailing = column < table.alignments.count && table.alignments[column] == .trailing
                return isTrailing ? space + text : text + space
            }
            let end = parts.joined(separator: Self.gap).reversed().drop { $0 == " " }
            return String(end.reversed())
        }
    }

    /// Returns the rows as list items: the first cell, and below it the others with their columns' names.
    private func list(_ width: Int) -> [String] {
        table.rows.flatMap { row in
            row.enumerated().flatMap { column, cell in
                let name = column < table.header.count ? table.header[column] : ""
                if column == 0 { return hanging(InlineMarkdown(cell, style, mark: .bold), "- ", "  ", width) }
                let words = name.isEmpty || cell.isEmpty ? cell : "**\(name):** \(cell)"
                return hanging(InlineMarkdown(words, style), "  ", "    ", width)
            }
        }
    }

    private func hanging(_ text: InlineMarkdown, _ first: String, _ others: String, _ width: Int) -> [String] {
        text.lines(width: width - others.count).enumerated().map { ($0 == 0 ? first : others) + $1.styled }
    }
}
