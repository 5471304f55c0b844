/// A table as GitHub writes it.
package struct MarkdownTable: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case leading, centre, trailing }

    /// As they were written.
    package let lines: [String]
    /// Empty where there is no line of dashes below the first.
    package let header: [String]
    package let alignments: [Alignment]
    /// Each as long as the header, where there is one.
    package let rows: [[String]]

    /// The first column names its rows, as there is nothing above it.
    package var hasRowHeaders: Bool { header.count > 1 && header[0].isEmpty && rows.contains { !$0[0].isEmpty } }

    init(lines: [String]) {
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

    /// Split at the bars, of which one that is meant as such is written `\|`.
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

    /// What a cell such as `--:` says; nil for any other.
    private static func alignment(_ cell: String) -> Alignment? {
        guard cell.wholeMatch(of: /:?-+:?/) != nil else { return nil }
        guard cell.hasSuffix(":") else { return .leading }
        return cell.hasPrefix(":") ? .centre : .trailing
    }
}
