internal import CheckpointCourse
internal import CheckpointWorkspace

/// The hints of a step, or of a part of one; each unfolds with a click.
struct HintsSection {
    let step: Step
    var part: StepPart?
    let projector: Projector
    let reading: CourseSite.Reading

    private static let contents = ["where to look", "the idea", "nearly the code"]

    /// - Throws: `CourseError.courseBroken` if the hints can't be read.
    func html(_ renderer: inout PageHTML) throws -> HTML {
        let book = try Hints(step: step, part: part, projector)
        var html: HTML = "<section class=\"hints\" aria-labelledby=\"hints\">\n<h2 id=\"hints\">Hints</h2>\n"
        if let reason {
            html += "<p>\(reason)</p>\n"
        } else {
            html += "<p>\(introduction)</p>\n"
            for region in book.regions { html += hints(region, book.texts(of: region), &renderer) }
        }
        return html + "</section>\n"
    }

    /// The reason why this reader gets no hints yet, in the words of `vitals-course hint`; nil if they're available.
    private var reason: String? {
        guard case .learner(_, let progress, _) = reading else { return nil }
        do {
            try progress.requireStarted(step, in: projector.course)
            return nil
        } catch {
            return "Hints come with the step. \(error)"
        }
    }

    private var introduction: HTML {
        guard case .learner = reading else { return "There are three for each body that you write." }
        return """
            There are three for each body that you write. Which ones you open is noted in your progress, \
            as <kbd>vitals-course hint</kbd> notes it.
            """
    }

    private func hints(_ region: String, _ texts: [String], _ renderer: inout PageHTML) -> HTML {
        var html: HTML = "<h3><code>\(region)</code></h3>\n"
        let opened = reading.row(of: step)?.progress.hints[region] ?? 0
        for (index, text) in texts.enumerated() {
            let level = index + 1
            let content = Self.contents.indices.contains(index) ? ": " + Self.contents[index] : ""
            let seen: HTML = level <= opened ? " <span class=\"seen\">opened before</span>" : ""
            html += """
                <details class="hint"\(note(region, level))>
                <summary>Hint \(level)\(content)\(seen)</summary>
                \(renderer.html(MarkdownParser.blocks(text)))</details>

                """
        }
        return html
    }

    /// Returns the attribute with the address to which the page reports that the hint was opened.
    private func note(_ region: String, _ level: Int) -> HTML {
        guard case .learner = reading else { return "" }
        return " data-note=\"notes/\(step.id)/\(region)/\(level)\""
    }
}
