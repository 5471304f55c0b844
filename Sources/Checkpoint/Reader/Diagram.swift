internal import Foundation

/// A timeline or a state machine, drawn as SVG from the text that a terminal shows.
///
/// The text is a grid of characters, and a drawing keeps every word in its cell. `--->` and `<---` become arrows, `|` and `+`
/// lines and corners, an `X` beside an arrow a message that was lost. The first line of a timeline names who takes part,
/// and each of them gets a lifeline. A screen reader reads the words row by row.
struct Diagram: Sendable {
    /// The size of a cell in pixels, for type of 13 pixels.
    private static let width = 7.8
    private static let height = 18.0

    private let rows: [[Character]]
    /// True for each cell that a line was made of.
    private var isDrawn: [[Bool]]
    private var lines: [Line] = []

    private struct Line {
        let from: (x: Double, y: Double)
        let to: (x: Double, y: Double)
        let hasHeadAtStart: Bool
        let hasHeadAtEnd: Bool
    }

    /// - Returns: nil if the text has no arrow and no box in it, and so is no drawing.
    init?(_ text: [String]) {
        let columns = text.map(\.count).max() ?? 0
        rows = text.map { Array($0) + Array(repeating: " ", count: columns - $0.count) }
        isDrawn = rows.map { $0.map { _ in false } }
        findHorizontalLines()
        guard !lines.isEmpty else { return nil }
        findVerticalLines()
    }

    private func character(_ row: Int, _ column: Int) -> Character {
        rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : " "
    }

    private static func centre(_ column: Int) -> Double { (Double(column) + 0.5) * width }
    private static func middle(_ row: Int) -> Double { (Double(row) + 0.5) * height }

    /// Finds arrows, which have a head, and the edges of boxes, which have a corner.
    private mutating func findHorizontalLines() {
        for row in rows.indices {
            var column = 0
            while column < rows[row].count {
                guard "-+<>".contains(rows[row][column]) else {
                    column += 1
                    continue
                }
                let start = column
                while "-+<>".contains(character(row, column)) { column += 1 }
                let run = rows[row][start..<column]
                let (first, last) = (run[start], run[column - 1])
                guard run.count(where: { $0 == "-" }) >= 2, run.contains(where: { $0 != "-" }) else { continue }
                lines.append(
                    Line(
                        from: (Self.centre(start), Self.middle(row)), to: (Self.centre(column - 1), Self.middle(row)),
                        hasHeadAtStart: first == "<", hasHeadAtEnd: last == ">"))
                for drawn in start..<column { isDrawn[row][drawn] = true }
            }
        }
    }

    /// True for a part of a vertical line. A `v` within a word is a letter.
    private func isVertical(_ row: Int, _ column: Int) -> Bool {
        let isInWord = character(row, column - 1).isLetter || character(row, column + 1).isLetter
        return "|+".contains(character(row, column)) || "^v".contains(character(row, column)) && !isInWord
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
                guard (start..<row).contains(where: { rows[$0][column] == "|" }) else { continue }
                let (first, last) = (rows[start][column], rows[row - 1][column])
                // A bar reaches to the edges of its row, where the next line may be.
                let from = first == "|" ? Self.middle(start) - Self.height / 2 : Self.middle(start)
                let to = last == "|" ? Self.middle(row - 1) + Self.height / 2 : Self.middle(row - 1)
                lines.append(
                    Line(
                        from: (Self.centre(column), from), to: (Self.centre(column), to), hasHeadAtStart: first == "^",
                        hasHeadAtEnd: last == "v"))
                for drawn in start..<row { isDrawn[drawn][column] = true }
            }
        }
    }

    // MARK: Words

    private struct Words {
        let row: Int
        let column: Int
        let text: String
    }

    /// The runs of words; two blanks or a line end one.
    private var words: [Words] {
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

    // MARK: SVG

    /// - Parameter title: the name of the drawing for a screen reader.
    func html(title: String) -> HTML {
        let words = self.words
        let isTimeline = !lines.contains { $0.from.x == $0.to.x }
        let size = (
            width: Self.pixels(Double(rows.first?.count ?? 0) * Self.width + 8),
            height: Self.pixels(Double(rows.count) * Self.height + 4)
        )
        var inside: HTML = ""
        if isTimeline {
            let bottom = Self.pixels(Double(rows.count) * Self.height)
            for name in words where name.row == 0 {
                let x = Self.pixels((Double(name.column) - 0.5) * Self.width)
                inside +=
                    "<line class=\"life\" x1=\"\(x)\" y1=\"\(Self.pixels(Self.height))\" x2=\"\(x)\" y2=\"\(bottom)\"/>\n"
            }
        }
        for line in lines { inside += Self.html(line) }
        for run in words {
            let kind: HTML = isTimeline && run.row == 0 ? " class=\"name\"" : run.text == "X" ? " class=\"lost\"" : ""
            let x = Self.pixels(Double(run.column) * Self.width)
            let y = Self.pixels(Self.middle(run.row) + 4.5)
            let length = Self.pixels(Double(run.text.count) * Self.width)
            inside += """
                <text\(kind) x="\(x)" y="\(y)" textLength="\(length)" lengthAdjust="spacingAndGlyphs">\(run.text)</text>

                """
        }
        return """
            <figure class="diagram" tabindex="0" role="group" aria-label="Diagram: \(title)"><svg width="\(size.width)" \
            height="\(size.height)" viewBox="-4 0 \(size.width) \(size.height)">
            \(inside)</svg></figure>
            """
    }

    private static func html(_ line: Line) -> HTML {
        var html: HTML = """
            <line x1="\(pixels(line.from.x))" y1="\(pixels(line.from.y))" x2="\(pixels(line.to.x))" y2="\(pixels(line.to.y))"/>

            """
        if line.hasHeadAtStart { html += head(at: line.from, cameFrom: line.to) }
        if line.hasHeadAtEnd { html += head(at: line.to, cameFrom: line.from) }
        return html
    }

    /// Returns an arrowhead, half a cell beyond the end of its line, where the character's point was.
    private static func head(at tip: (x: Double, y: Double), cameFrom tail: (x: Double, y: Double)) -> HTML {
        let along = (
            x: tip.x == tail.x ? 0.0 : tip.x > tail.x ? 1.0 : -1.0,
            y: tip.y == tail.y ? 0.0 : tip.y > tail.y ? 1.0 : -1.0
        )
        let point = (x: tip.x + along.x * 4, y: tip.y + along.y * 6)
        let base = (x: point.x - along.x * 8, y: point.y - along.y * 8)
        let side = (x: along.y * 4, y: along.x * 4)
        return """
            <path d="M\(pixels(point.x)) \(pixels(point.y))L\(pixels(base.x + side.x)) \(pixels(base.y + side.y))\
            L\(pixels(base.x - side.x)) \(pixels(base.y - side.y))Z"/>

            """
    }

    private static func pixels(_ number: Double) -> String { String(format: "%.1f", number) }
}
