internal import CheckpointCourse

/// All pages of the course one after another, to be printed or saved as a PDF. Hints are left out, and so are pages that
/// a learner can't open yet. Anchors carry the name of their page, because several pages have a heading of the same name.
struct WholePage {
    let pages: [PageID]
    let projector: Projector
    let reading: CourseSite.Reading

    static let siteName = "whole.html"

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken page.
    func page() throws -> SitePage {
        let open = pages.filter { reading.lock(of: $0, in: projector.course) == nil }
        let sections = try open.map { id -> HTML in
            var renderer = PageHTML(
                links: PageLinks(path: id.path, pages: open, isWhole: true), prefix: id.anchor + "-", outer: 1,
                reserved: Set(["main"] + open.map(\.anchor)))
            let text = renderer.html(try projector.page(id).blocks())
            return "<article class=\"page\" id=\"\(id.anchor)\">\n\(text)</article>\n"
        }
        let items = open.map { "<li><a href=\"#\($0.anchor)\">\($0.title)</a></li>\n" as HTML }.together()
        let missing = pages.count - open.count
        let note: HTML =
            missing == 0 ? "" : "<p>Left out, because they open once their step has passed: \(missing) pages.</p>\n"
        return SitePage(
            title: "The whole course",
            body: """
                <header class="top narrow"><p class="home"><a href="index.html">Vitals, the course</a></p></header>
                <main id="main" class="contents whole" tabindex="-1">
                <h1>The whole course on one page</h1>
                <p class="screen">Print it, or save it as a PDF, with your browser. Hints are left out.</p>
                \(note)<ol class="whole-contents">
                \(items)</ol>
                \(sections.together())</main>
                """)
    }
}
