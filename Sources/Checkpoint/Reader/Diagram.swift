/// A timeline or a state machine, drawn as SVG from the text that a terminal shows.
///
/// The text is a grid of characters, and a drawing keeps every word in its cell. `--->` and `<---` become arrows, `|` and `+`
/// lines and corners, an `X` beside an arrow a message that was lost; `─`, `│` and corners such as `┌` are lines too. The first
/// line of a timeline names who takes part, and each of them gets a lifeline, even if no message passes between them. A screen
/// reader reads the words row by row.
struct Diagram: Sendable {
    let rows: [[Character]]
    /// True for each cell that a line was made of.
    private var isDrawn: [[Bool]]
    private(set) var lines: [Line] = []

    /// A line between the centres or edges of two cells.
    struct Line: Sendable {
        let from: Point
        let to: Point
        let hasHeadAtStart: Bool
        let hasHeadAtEnd: Bool

        var isVertical: Bool { from.x == to.x }
    }

    /// A place in cells, from the upper left corner of the text.
    struct Point: Sendable {
        let x: Double
        let y: Double
    }

    /// A run of words.
    struct Words: Sendable {
        let row: Int
        let column: Int
        let text: String
    }

    /// - Returns: nil if the text has no arrow, no box and no columns in it, and so is no drawing.
    init?(_ text: [String]) {
        let columns = text.map(\.count).max() ?? 0
        rows = text.map { Array($0) + Array(repeating: " ", count: columns - $0.count) }
        isDrawn = rows.map { $0.map { _ in false } }
        findHorizontalLines()
        guard !lines.isEmpty || hasColumns else { return nil }
        if !lines.isEmpty { findVerticalLines() }
    }

    /// True for a drawing in which time goes down.
    var isTimeline: Bool { !lines.contains(where: \.isVertical) }

    private func character(_ row: Int, _ column: Int) -> Character {
        rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : " "
    }

    /// Returns the ASCII character that stands for a character of a drawing, such as `-` for `─`.
    private func stroke(_ row: Int, _ column: Int) -> Character {
        switch character(row, column) {
        case "─": "-"
        case "│": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼": "+"
        case let other: other
        }
    }

    // MARK: Lines

    /// Finds arrows, which have a head, and the edges of boxes, which have a corner.
    private mutating func findHorizontalLines() {
        for row in rows.indices {
            var column = 0
            while column < rows[row].count {
                guard "-+<>".contains(stroke(row, column)) else {
                    column += 1
                    continue
                }
                let start = column
                while "-+<>".contains(stroke(row, column)) { column += 1 }
                guard isLine(row, start..<column) else { continue }
                lines.append(
                    Line(
                        from: Point(x: Double(start) + 0.5, y: Double(row) + 0.5),
                        to: Point(x: Double(column) - 0.5, y: Double(row) + 0.5),
                        hasHeadAtStart: stroke(row, start) == "<", hasHeadAtEnd: stroke(row, column - 1) == ">"))
                for drawn in start..<column { isDrawn[row][drawn] = true }
            }
        }
    }

    /// Two hyphens without a head may begin an option of a command; a message that was lost is longer. `─` is never a letter.
    private func isLine(_ row: Int, _ run: Range<Int>) -> Bool {
        let strokes = run.map { stroke(row, $0) }
        guard strokes.count(where: { $0 == "-" }) >= 2 else { return false }
        let isLost = run.count >= 2 && [run.lowerBound - 1, run.upperBound].contains { character(row, $0) == "X" }
        return isLost || strokes.contains { $0 != "-" } || run.contains { character(row, $0) == "─" }
    }

    /// True for a part of a vertical line. A `v` within a word is a letter.
    private func isVertical(_ row: Int, _ column: Int) -> Bool {
        let isInWord = character(row, column - 1).isLetter || character(row, column + 1).isLetter
        return "|+".contains(stroke(row, column)) || "^v".contains(character(row, column)) && !isInWord
    }

    private mutating func findVerticalLines() {
        for column in rows.first?.indices ?? 0..<0 {
            var row = 0
            while row < rows.count {
                guard isVertical(row, column) else {
                    row += 1
                    continue
                }
                let start = row
                while isVertical(row, column) { row += 1 }
                guard (start..<row).contains(where: { stroke($0, column) == "|" }) else { continue }
                let (first, last) = (stroke(start, column), stroke(row - 1, column))
                // A bar reaches to the edges of its row, where the next line may be.
                let from = first == "|" ? Double(start) : Double(start) + 0.5
                let to = last == "|" ? Double(row) : Double(row) - 0.5
                lines.append(
                    Line(
                        from: Point(x: Double(column) + 0.5, y: from), to: Point(x: Double(column) + 0.5, y: to),
                        hasHeadAtStart: first == "^", hasHeadAtEnd: last == "v"))
                for drawn in start..<row { isDrawn[drawn][column] = true }
            }
        }
    }

    // MARK: Words

    /// The runs of words; two blanks or a line end one.
    var words: [Words] {
        rows.indices.flatMap { row -> [Words] in
            var found: [Words] = []
            var column = 0
            while column < rows[row].count {
                guard rows[row][column] != " ", !isDrawn[row][column] else {
                    column += 1
                    continue
                }
                let start = column
                var end = column
                while column < rows[row].count, !isDrawn[row][column], column - end <= 2 {
                    if rows[row][column] != " " { end = column }
                    column += 1
                }
                found.append(Words(row: row, column: start, text: String(rows[row][start...end])))
            }
            return found
        }
    }

    /// True if the first line names several who take part, and each text below stands in the column of one of them. Such a
    /// timeline shows what happens in turn, without a message.
    private var hasColumns: Bool {
        let all = words
        let names = all.filter { $0.row == 0 }
        guard names.count >= 2, rows.count >= 3,
            names.allSatisfy({ $0.text.count > 2 && $0.text.first?.isLetter == true })
        else { return false }
        let texts = all.filter { $0.row > 0 }
        return names.dropFirst().allSatisfy { name in
            texts.contains { $0.column >= name.column }
                && !texts.contains { $0.column < name.column && $0.column + $0.text.count > name.column }
        }
    }
}
