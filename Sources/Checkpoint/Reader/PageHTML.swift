internal import CheckpointCourse
internal import Foundation

/// Renders the blocks of a page as HTML.
struct PageHTML {
    /// A heading, for the page's outline.
    struct Heading: Sendable {
        let level: Int
        let title: HTML
        let anchor: String
    }

    private let links: PageLinks
    private let prefix: String
    private let outer: Int
    private var anchors: Set<String>
    /// The plain text of the latest heading.
    private var title = ""
    private(set) var headings: [Heading] = []

    /// - Parameters:
    ///   - prefix: the beginning of each anchor.
    ///   - outer: the number of heading levels above the page's own title.
    ///   - reserved: anchors that the page uses for itself.
    init(links: PageLinks, prefix: String = "", outer: Int = 0, reserved: Set<String> = []) {
        self.links = links
        self.prefix = prefix
        self.outer = outer
        anchors = reserved
    }

    mutating func html(_ blocks: [MarkdownBlock]) -> HTML {
        var html: HTML = ""
        var mistakes: [String] = []
        for (index, block) in blocks.enumerated() {
            if case .heading(let level, let text) = block.content {
                if index + 1 < blocks.count, case .mistake(_, let names, _) = blocks[index + 1].content {
                    mistakes = names
                }
                html += heading(level, text, mistakes: mistakes)
            } else {
                html += self.html(block.content, mistakes: mistakes)
                mistakes = []
            }
            html += "\n"
        }
        return html
    }

    private mutating func html(_ block: MarkdownBlock.Content, mistakes: [String]) -> HTML {
        switch block {
        case .heading(let level, let text): heading(level, text, mistakes: [])
        case .paragraph(let text): "<p>\(inline(text))</p>"
        case .code("text", let lines): diagram(lines)
        case .code(let language, let lines): CodeHTML.html(lines, language: language)
        case .list(let list): self.list(list)
        case .quotation(let blocks): "<blockquote>\(html(blocks))</blockquote>"
        case .table(let table): self.table(table)
        case .details(let summary, let blocks):
            "<details class=\"answer\"><summary>\(inline(summary))</summary>\n\(html(blocks))</details>"
        case .figure(let figure): self.figure(figure)
        case .mistake(let number, let names, let says):
            mistake(number, names.filter { !mistakes.contains($0) }, says)
        }
    }

    func inline(_ text: String) -> HTML { html(MarkdownSpan.spans(text)) }

    private func html(_ spans: [MarkdownSpan]) -> HTML {
        spans.map { span -> HTML in
            switch span {
            case .text(let text): "\(text)"
            case .code(let text): "<code>\(text)</code>"
            case .emphasis(let inner): "<em>\(html(inner))</em>"
            case .strong(let inner): "<strong>\(html(inner))</strong>"
            case .link(let inner, let address):
                switch links.target(address) {
                case .address(let address): "<a href=\"\(address)\">\(html(inner))</a>"
                case .file(let path): "\(html(inner)) (<code>\(path)</code>)"
                }
            }
        }.together()
    }

    // MARK: Headings

    private mutating func heading(_ level: Int, _ text: String, mistakes: [String]) -> HTML {
        let level = min(level + outer, 6)
        let heading = inline(text)
        title = MarkdownSpan.plain(MarkdownSpan.spans(text))
        let anchor = freeAnchor(HeadingAnchor.of(title))
        headings.append(Heading(level: level, title: heading, anchor: anchor))
        return "<h\(level) id=\"\(anchor)\">\(spans(mistakes))\(heading)</h\(level)>"
    }

    /// Returns an anchor that's unique on the page; a repeated one gets a number, as on GitHub.
    private mutating func freeAnchor(_ wanted: String) -> String {
        let wanted = prefix + wanted
        var free = wanted
        var count = 0
        while anchors.contains(free) {
            count += 1
            free = "\(wanted)-\(count)"
        }
        anchors.insert(free)
        return free
    }

    private mutating func spans(_ mistakes: [String]) -> HTML {
        mistakes.map { "<span id=\"\(freeAnchor(HeadingAnchor.ofMistake($0)))\"></span>" as HTML }.together()
    }

    private mutating func mistake(_ number: Int, _ names: [String], _ says: [String]) -> HTML {
        let said = says.map { "<q>\(inline($0))</q>" as HTML }.together(by: " · ")
        return "<p class=\"symptom\">\(spans(names))<strong>Mistake \(number).</strong> The check says: \(said)</p>"
    }

    // MARK: Lists, tables, figures

    private mutating func list(_ list: MarkdownList) -> HTML {
        var items: HTML = ""
        for item in list.items {
            guard !list.isLoose, case .paragraph(let text)? = item.blocks.first?.content else {
                items += "<li>\(html(item.blocks))</li>\n"
                continue
            }
            items += "<li>\(inline(text))\(html(Array(item.blocks.dropFirst())))</li>\n"
        }
        guard let start = list.start else { return "<ul>\n\(items)</ul>" }
        return start == 1 ? "<ol>\n\(items)</ol>" : "<ol start=\"\(start)\">\n\(items)</ol>"
    }

    private func table(_ table: MarkdownTable) -> HTML {
        func attribute(_ column: Int) -> HTML {
            switch table.alignments.indices.contains(column) ? table.alignments[column] : .leading {
            case .leading: ""
            case .centre: " class=\"centre\""
            case .trailing: " class=\"trailing\""
            }
        }
        let head = table.header.enumerated().map { column, cell -> HTML in
            cell.isEmpty ? "<td></td>" : "<th scope=\"col\"\(attribute(column))>\(inline(cell))</th>"
        }
        let rows = table.rows.map { row -> HTML in
            let cells = row.enumerated().map { column, cell -> HTML in
                table.hasRowHeaders && column == 0 && !cell.isEmpty
                    ? "<th scope=\"row\">\(inline(cell))</th>" : "<td\(attribute(column))>\(inline(cell))</td>"
            }
            return "<tr>\(cells.together())</tr>\n"
        }
        let top: HTML = head.isEmpty ? "" : "<thead><tr>\(head.together())</tr></thead>\n"
        return "<div class=\"table\"><table>\(top)<tbody>\n\(rows.together())</tbody></table></div>"
    }

    private func diagram(_ lines: [String]) -> HTML {
        Diagram(lines)?.html(title: title)
            ?? "<figure aria-label=\"Diagram: \(title)\">\(CodeHTML.html(lines, language: "text"))</figure>"
    }

    private func figure(_ figure: CodeFigure) -> HTML {
        let code = CodeHTML.html(figure.lines, language: figure.language)
        let caption: HTML = figure.caption.map { "<figcaption>\(inline($0))</figcaption>\n" } ?? ""
        return figure.isWrong
            ? "<figure class=\"wrong\">\(caption)\(code)</figure>" : "<figure>\(caption)\(code)</figure>"
    }
}
