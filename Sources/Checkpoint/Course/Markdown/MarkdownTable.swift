/// A table in GitHub's syntax.
package struct MarkdownTable: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case leading, centre, trailing }

    /// The lines as they were written.
    package let lines: [String]
    /// The header; empty if the second line isn't a line of dashes.
    package let header: [String]
    package let alignments: [Alignment]
    /// The rows, each as long as the header if there is one.
    package let rows: [[String]]

    /// True if the first column names the rows: its header cell is empty.
    package var hasRowHeaders: Bool { header.count > 1 && header[0].isEmpty && rows.contains { !$0[0].isEmpty } }

    package init(lines: [String]) {
        self.lines = lines
        let cells = lines.map(Self.cells)
        let alignments = cells.count > 1 ? cells[1].map(Self.alignment) : []
        guard !alignments.isEmpty, !alignments.contains(nil) else {
            header = []
            self.alignments = []
            rows = cells
            return
        }
        let width = cells[0].count
        func filled<Element>(_ list: [Element], _ filler: Element) -> [Element] {
            Array((list + Array(repeating: filler, count: width)).prefix(width))
        }
        header = cells[0]
        self.alignments = filled(alignments.compactMap(\.self), .leading)
        rows = cells.dropFirst(2).map { filled($0, "") }
    }

    /// Splits a line at its bars; a literal bar is written `\|`.
    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.drop(while: { $0 == " " }).dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else if character == "|" {
                cells[cells.count - 1].removeLast()
                cells[cells.count - 1].append("|")
            } else {
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
        return cells.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    /// Returns the alignment that a cell such as `--:` sets; nil for any other cell.
    private static func alignment(_ cell: String) -> Alignment? {
        guard cell.wholeMatch(of: /:?-+:?/) != nil else { return nil }
        guard cell.hasSuffix(":") else { return .leading }
        return cell.hasPrefix(":") ? .centre : .trailing
    }
}
