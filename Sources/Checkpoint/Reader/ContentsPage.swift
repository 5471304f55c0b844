package import CheckpointCourse
package import CheckpointWorkspace

/// The page of contents: the steps and the reader's progress.
struct ContentsPage {
    let course: Course
    let book: Book
    let reading: CourseSite.Reading
    /// The first part of the page, for a visitor without a workspace.
    let front: FrontPage

    var page: SitePage {
        SitePage(
            title: isVisitor ? "Build a health tracker that works offline" : "Contents",
            body: """
                <header class="top narrow"><p class="home">Vitals, the course</p></header>
                <main id="main" class="contents" tabindex="-1">
                <h1>Build a health tracker that works offline</h1>
                <p class="lead">\(course.linearSteps.count) steps lead from an empty package to two phones, a server and a \
                database that agree in the end. They take \(hours).</p>
                \(standing)
                \(parts)\(bookGroups)<p><a href="\(WholePage.siteName)">The whole course on one page</a>, to print or to save as a PDF.</p>
                </main>
                """)
    }

    private var isVisitor: Bool {
        guard case .anyone = reading else { return false }
        return true
    }

    /// The time for part one.
    private var hours: String { course.linearSteps.filter { !$0.isComing }.map(\.time).hours }

    /// The steps, below the title of their part if there are several.
    private var parts: HTML {
        let parts = course.partsInUse
        return parts.map { part -> HTML in
            let title: HTML = parts.count > 1 ? "<h2 class=\"part\">\(part.title)</h2>\n" : ""
            let level: HTML = parts.count > 1 ? "h3" : "h2"
            return """
                \(title)<ol class="steps" role="list">
                \(course.steps(of: part).map { item($0, level) }.together())</ol>

                """
        }.together()
    }

    private var bookGroups: HTML {
        book.groups.map { group -> HTML in
            let items = group.pages.map { page -> HTML in
                let id = PageID.book(page)
                let lock: HTML = reading.lock(of: id, in: course).map { " · opens after step \($0.number)" } ?? ""
                return "<li><a href=\"\(id.siteName)\">\(page.title)</a>\(lock)</li>\n"
            }
            return """
                <h2 class="part">\(group.title)</h2>
                <ul class="book">
                \(items.together())</ul>

                """
        }.together()
    }

    /// The reader's current position and next step.
    private var standing: HTML {
        switch reading {
        case .anyone:
            return front.html
        case .unknown(let why):
            return """
                <section class="standing" aria-label="Your progress">
                <p><strong>Your progress cannot be shown.</strong> \(why)</p>
                </section>
                """
        case .learner(_, let progress, let map):
            let passed = map.rows.count { $0.progress.passedAt != nil }
            let update: HTML = course.advice(for: progress).map { "<p>\($0)</p>\n" } ?? ""
            return """
                <section class="standing" aria-label="Your progress">
                <p><strong>\(map.place)</strong>, \(passed) passed
                <progress aria-label="Steps passed" value="\(passed)" max="\(course.steps.count)"></progress></p>
                <p>Next: \(map.advice)</p>
                \(update)</section>
                """
        }
    }

    private func item(_ step: Step, _ level: HTML) -> HTML {
        let row = reading.row(of: step)
        let state = row?.state ?? (step.isComing ? .coming : nil)
        let title: HTML = step.isComing ? "<b>\(step.title)</b>" : "<a href=\"\(step.pageName)\">\(step.title)</a>"
        let current: HTML = state == .now ? " aria-current=\"step\"" : ""
        return """
            <li class="\(state?.rawValue ?? "open")"\(current)>
            <span class="ordinal">\(step.number)</span>
            <div><\(level)>\(title)</\(level)>
            <p>\(step.aim)</p>
            <p class="facts">\(state.map { StateHTML.html($0) + " · " } ?? "")\(step.time.text)\(note(row))\(after(step))</p>\(stepParts(step, row))</div>
            </li>

            """
    }

    /// Returns links to the parts of a long step.
    private func stepParts(_ step: Step, _ row: StepMap.Row?) -> HTML {
        guard !step.ownParts.isEmpty else { return "" }
        let items = step.ownParts.map { part -> HTML in
            let known = row?.parts.first { $0.part == part }
            let state: HTML = known.map { $0.state == .open ? "" : " · " + StateHTML.html($0.state) } ?? ""
            return """
                <li><a href="\(PageID.part(step, part).siteName)">\(step.name(of: part)) \(part.title)</a> · \(part.time.text)\(state)</li>

                """
        }
        return "\n<ul class=\"parts\" role=\"list\">\n\(items.together())</ul>"
    }

    /// Returns a link to the page that follows the lesson, if the reader may read it.
    private func after(_ step: Step) -> HTML {
        let id = PageID.after(step)
        guard course.hasAfter(step), reading.lock(of: id, in: course) == nil else { return "" }
        return " · <a href=\"\(id.siteName)\">how we wrote it</a>"
    }

    private func note(_ row: StepMap.Row?) -> HTML {
        guard let row, !row.note.isEmpty else { return "" }
        return " · \(row.note)"
    }
}

/// HTML for the state of a step: a symbol and a word.
enum StateHTML {
    static func html(_ state: StepMap.State) -> HTML {
        "<span class=\"state \(state.rawValue)\"><span aria-hidden=\"true\">\(state.symbol)</span> \(state.word)</span>"
    }
}

extension CourseSite.Reading {
    package func row(of step: Step) -> StepMap.Row? {
        guard case .learner(_, _, let map) = self else { return nil }
        return map.rows.first { $0.step.id == step.id }
    }
}
