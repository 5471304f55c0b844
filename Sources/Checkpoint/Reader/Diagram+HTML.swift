internal import Foundation

extension Diagram {
    /// The size of a cell in pixels, for type of 13 pixels.
    private static let width = 7.8
    private static let height = 18.0

    /// - Parameter title: the name of the drawing for a screen reader.
    func html(title: String) -> HTML {
        """
        <figure class="diagram" tabindex="0" role="group" aria-label="Diagram: \(title)">\(svg { _, html in html })</figure>
        """
    }

    /// Draws the text, row by row.
    ///
    /// - Parameter wrapping: puts something around the drawing of a row; what goes through several rows isn't passed to it.
    func svg(wrapping: (_ row: Int, _ html: HTML) -> HTML) -> HTML {
        let size = (
            width: Self.pixels(Double(rows.first?.count ?? 0) * Self.width + 8),
            height: Self.pixels(Double(rows.count) * Self.height + 4)
        )
        let words = self.words
        var inside: HTML = isTimeline ? lifelines(of: words) : ""
        for line in lines where line.isVertical { inside += Self.html(line) }
        for row in rows.indices {
            var html: HTML = ""
            for line in lines where !line.isVertical && Int(line.from.y) == row { html += Self.html(line) }
            for run in words where run.row == row { html += self.html(run) }
            inside += wrapping(row, html)
        }
        return """
            <svg width="\(size.width)" height="\(size.height)" viewBox="-4 0 \(size.width) \(size.height)">
            \(inside)</svg>
            """
    }

    private func lifelines(of words: [Words]) -> HTML {
        let bottom = Self.pixels(Double(rows.count) * Self.height)
        return words.filter { $0.row == 0 }.map { name -> HTML in
            let x = Self.pixels((Double(name.column) - 0.5) * Self.width)
            return
                "<line class=\"life\" x1=\"\(x)\" y1=\"\(Self.pixels(Self.height))\" x2=\"\(x)\" y2=\"\(bottom)\"/>\n"
        }.together()
    }

    private func html(_ run: Words) -> HTML {
        let kind: HTML = isTimeline && run.row == 0 ? " class=\"name\"" : run.text == "X" ? " class=\"lost\"" : ""
        let x = Self.pixels(Double(run.column) * Self.width)
        let y = Self.pixels((Double(run.row) + 0.5) * Self.height + 4.5)
        let length = Self.pixels(Double(run.text.count) * Self.width)
        return """
            <text\(kind) x="\(x)" y="\(y)" textLength="\(length)" lengthAdjust="spacingAndGlyphs">\(run.text)</text>

            """
    }

    private static func html(_ line: Line) -> HTML {
        let (from, to) = (inPixels(line.from), inPixels(line.to))
        var html: HTML = """
            <line x1="\(pixels(from.x))" y1="\(pixels(from.y))" x2="\(pixels(to.x))" y2="\(pixels(to.y))"/>

            """
        if line.hasHeadAtStart { html += head(at: from, cameFrom: to) }
        if line.hasHeadAtEnd { html += head(at: to, cameFrom: from) }
        return html
    }

    /// Returns an arrowhead, half a cell beyond the end of its line, where the character's point was.
    private static func head(at tip: Point, cameFrom tail: Point) -> HTML {
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

    private static func inPixels(_ point: Point) -> Point { Point(x: point.x * width, y: point.y * height) }

    private static func pixels(_ number: Double) -> String { String(format: "%.1f", number) }
}
