internal import CheckpointCourse
internal import CheckpointWorkspace

/// A page of the course on the site: its text, with an outline, and the hints of a lesson.
struct ReaderPage {
    let id: PageID
    /// All pages of the site, in their order.
    let pages: [PageID]
    let projector: Projector
    let reading: CourseSite.Reading

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken page or broken hints.
    func page() throws -> SitePage {
        let text = try text()
        return SitePage(
            title: id.title,
            body: """
                <header class="top"><p class="home"><a href="index.html">Vitals, the course</a></p>
                <p class="facts">\(place)\(facts)</p></header>
                <div class="layout">
                \(text.outline)
                <main id="main" tabindex="-1">
                <article>
                \(text.html)</article>
                </main>
                </div>
                <footer>\(neighbours)</footer>
                """)
    }

    private func text() throws -> (html: HTML, outline: HTML) {
        if let step = reading.lock(of: id, in: projector.course) {
            return (locked(until: step), outline([], hasHistory: false, hasHints: false))
        }
        var renderer = PageHTML(links: PageLinks(path: id.path, pages: pages), reserved: ["main", "hints", "history"])
        var html = renderer.html(try projector.page(id).blocks())
        let history = HistorySection(id, reading)
        if let history { html += history.html }
        let outline: HTML
        if let hints {
            outline = self.outline(renderer.headings, hasHistory: history != nil, hasHints: true)
            html += try hints.html(&renderer)
        } else {
            outline = self.outline(renderer.headings, hasHistory: history != nil, hasHints: false)
        }
        return (html, outline)
    }

    /// The hints below a lesson; nil for other pages, and for the frame of a step in parts, whose parts have them.
    private var hints: HintsSection? {
        switch id {
        case .lesson(let step) where step.ownParts.isEmpty:
            HintsSection(step: step, projector: projector, reading: reading)
        case .part(let step, let part): HintsSection(step: step, part: part, projector: projector, reading: reading)
        case .lesson, .after, .book: nil
        }
    }

    private func locked(until step: Step) -> HTML {
        """
        <h1>\(id.title)</h1>
        <p>This page shows solutions. It opens when <a href="\(step.pageName)">step \(step.number)</a> has passed.</p>

        """
    }

    private var place: HTML {
        switch id {
        case .lesson(let step) where step.isChapter: "Chapter \(step.number)"
        case .lesson(let step): "Step \(step.number) of \(projector.course.linearSteps.count)"
        case .part(let step, let part):
            "<a href=\"\(step.pageName)\">Step \(step.number)</a>, part \(part.number) of \(step.parts.count)"
        case .after(let step): "<a href=\"\(step.pageName)\">Step \(step.number)</a>, once it has passed"
        case .book: "The book"
        }
    }

    private var facts: HTML {
        if case .part(let step, let part) = id {
            let known = reading.row(of: step)?.parts.first { $0.part == part }
            return " · \(part.time.text)\(known.map { " · " + StateHTML.html($0.state) } ?? "")"
        }
        guard case .lesson(let step) = id else { return "" }
        let row = reading.row(of: step)
        let note: HTML = row.map { $0.note.isEmpty ? "" : " · \($0.note)" } ?? ""
        return " · \(step.time.text)\(row.map { " · " + StateHTML.html($0.state) } ?? "")\(note)"
    }

    /// Returns the list of sections and their subsections.
    private func outline(_ headings: [PageHTML.Heading], hasHistory: Bool, hasHints: Bool) -> HTML {
        var items: HTML = ""
        for (index, heading) in headings.enumerated() where heading.level == 2 {
            let inner = headings[(index + 1)...].prefix { $0.level > 2 }.filter { $0.level == 3 }
                .map { "<li>\(link($0))</li>\n" as HTML }
            let list: HTML = inner.isEmpty ? "" : "\n<ol>\n\(inner.together())</ol>"
            items += "<li>\(link(heading))\(list)</li>\n"
        }
        if hasHistory { items += "<li><a href=\"#history\">The history that failed</a></li>\n" }
        if hasHints { items += "<li><a href=\"#hints\">Hints</a></li>\n" }
        return """
            <nav class="outline" aria-labelledby="on-this-page">
            <p id="on-this-page">On this page</p>
            <ol>
            \(items)</ol>
            </nav>
            """
    }

    private func link(_ heading: PageHTML.Heading) -> HTML { "<a href=\"#\(heading.anchor)\">\(heading.title)</a>" }

    private var neighbours: HTML {
        let index = pages.firstIndex(of: id) ?? 0
        let before = index > 0 ? pages[index - 1] : nil
        let after = index + 1 < pages.count ? pages[index + 1] : nil
        func link(_ page: PageID?, _ rel: HTML, _ word: HTML) -> HTML {
            guard let page else { return "" }
            return """
                <a class="\(rel)" rel="\(rel)" href="\(page.siteName)"><span>\(word)</span> \(page.shortTitle)</a>

                """
        }
        return """
            <nav class="neighbours" aria-label="Pages">
            \(link(before, "prev", "Previous"))<a class="all" href="index.html">Contents</a>
            \(link(after, "next", "Next"))</nav>
            """
    }
}

extension PageID {
    var title: String {
        switch self {
        case .lesson(let step): "Step \(step.number): \(step.title)"
        case .part(let step, let part): "Step \(step.number), part \(part.number): \(part.title)"
        case .after(let step): "After step \(step.number): \(step.title)"
        case .book(let page): page.title
        }
    }

    fileprivate var shortTitle: String {
        switch self {
        case .lesson(let step): "\(step.number). \(step.title)"
        case .part(let step, let part): "\(step.name(of: part)) \(part.title)"
        case .after(let step): "After step \(step.number)"
        case .book(let page): page.title
        }
    }
}

extension CourseSite.Reading {
    /// Returns the step that must pass before the learner may read a page; nil if they may.
    func lock(of id: PageID, in course: Course) -> Step? {
        guard case .learner(_, let progress, _) = self else { return nil }
        return progress.lock(of: id, in: course)
    }
}
