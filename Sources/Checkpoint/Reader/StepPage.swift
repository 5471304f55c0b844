internal import CheckpointCourse
internal import CheckpointWorkspace

/// The page of a step: its lesson, with an outline and hints.
struct StepPage {
    let step: Step
    let projector: Projector
    let reading: CourseSite.Reading

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken lesson or broken hints.
    func page() throws -> SitePage {
        var renderer = LessonHTML(
            links: LessonLinks(step: step, course: projector.course), reserved: ["main", "hints"])
        let lesson = renderer.html(try projector.lesson(of: step).blocks())
        let outline = self.outline(renderer.headings)
        let hints = try HintsSection(step: step, projector: projector, reading: reading).html(&renderer)
        return SitePage(
            title: "Step \(step.number): \(step.title)",
            body: """
                <header class="top"><p class="home"><a href="index.html">Vitals, the course</a></p>
                <p class="facts">\(place)\(facts)</p></header>
                <div class="layout">
                \(outline)
                <main id="main" tabindex="-1">
                <article>
                \(lesson)\(hints)</article>
                </main>
                </div>
                <footer>\(neighbours)</footer>
                """)
    }

    private var place: HTML {
        step.isChapter
            ? "Chapter \(step.number)" : "Step \(step.number) of \(projector.course.linearSteps.count)"
    }

    private var facts: HTML {
        let row = reading.row(of: step)
        let note: HTML = row.map { $0.note.isEmpty ? "" : " · \($0.note)" } ?? ""
        return " · \(step.duration)\(row.map { " · " + StateHTML.html($0.state) } ?? "")\(note)"
    }

    /// Returns the list of sections and their subsections.
    private func outline(_ headings: [LessonHTML.Heading]) -> HTML {
        var items: HTML = ""
        for (index, heading) in headings.enumerated() where heading.level == 2 {
            let inner = headings[(index + 1)...].prefix { $0.level > 2 }.filter { $0.level == 3 }
                .map { "<li>\(link($0))</li>\n" as HTML }
            let list: HTML = inner.isEmpty ? "" : "\n<ol>\n\(inner.together())</ol>"
            items += "<li>\(link(heading))\(list)</li>\n"
        }
        return """
            <nav class="outline" aria-labelledby="on-this-page">
            <p id="on-this-page">On this page</p>
            <ol>
            \(items)<li><a href="#hints">Hints</a></li>
            </ol>
            </nav>
            """
    }

    private func link(_ heading: LessonHTML.Heading) -> HTML { "<a href=\"#\(heading.anchor)\">\(heading.title)</a>" }

    private var neighbours: HTML {
        let steps = projector.course.writtenSteps
        let index = steps.firstIndex { $0.id == step.id } ?? 0
        let before = index > 0 ? steps[index - 1] : nil
        let after = index + 1 < steps.count ? steps[index + 1] : nil
        func link(_ step: Step?, _ rel: HTML, _ word: HTML) -> HTML {
            guard let step else { return "" }
            return """
                <a class="\(rel)" rel="\(rel)" href="\(step.pageName)"><span>\(word)</span> \(step.number). \(step.title)</a>

                """
        }
        return """
            <nav class="neighbours" aria-label="Steps">
            \(link(before, "prev", "Previous"))<a class="all" href="index.html">Contents</a>
            \(link(after, "next", "Next"))</nav>
            """
    }
}
