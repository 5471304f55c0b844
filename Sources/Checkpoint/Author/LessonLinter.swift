internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import Foundation

/// Checks a lesson, and the page that follows it, without building anything: sections, mistakes and programs.
struct LessonLinter: Sendable {
    let projector: Projector
    let step: Step

    private var root: String { projector.course.root }

    /// Titles of the sections that every lesson has, in this order. Other sections may come between them.
    static let sections = [
        "What you'll have", "The idea", "What goes wrong without it", "Predict", "The interface", "Your task",
        "See it work", "What the check looks for", "Mistakes people make",
    ]
    /// The same for the frame of a step in parts, and for the lesson of a part.
    static let sectionsOfFrame = [
        "What you'll have", "The idea", "What goes wrong without it", "The interface", "The parts",
    ]
    static let sectionsOfPart = [
        "Predict", "Invariants", "Your task", "What the check looks for", "Mistakes people make",
        "Check your understanding",
    ]
    /// The same for the page that follows a lesson.
    static let sectionsAfter = ["How we wrote it", "Check your understanding", "What real systems do", "Read next"]

    func diagnostics() -> [String] {
        do {
            let lessons = try step.lessons.map { try CoursePage($0, root: root) }
            var diagnostics: [String] = []
            for lesson in lessons {
                diagnostics += try PageLinter(projector: projector).diagnostics(of: lesson.id)
                diagnostics += structure(lesson, title(of: lesson.id), sections(of: lesson.id))
            }
            diagnostics += frame(lessons[0])
            diagnostics += try mistakes(lessons) + programs(lessons) + lessons.flatMap(leftRunning)
            if projector.course.hasAfter(step) {
                let after = try CoursePage(.after(step), root: root)
                diagnostics += try PageLinter(projector: projector).diagnostics(of: .after(step))
                diagnostics += structure(after, "After step \(step.number): \(step.title)", Self.sectionsAfter)
                diagnostics += try unshownBodies(after)
            }
            return diagnostics
        } catch let error as CourseError {
            return [error.description]
        } catch {
            return ["\(error)"]
        }
    }

    private func title(of id: PageID) -> String {
        if case .part(_, let part) = id { return "Step \(step.number), part \(part.number): \(part.title)" }
        return "Step \(step.number): \(step.title)"
    }

    private func sections(of id: PageID) -> [String] {
        if case .part = id { return Self.sectionsOfPart }
        return step.ownParts.isEmpty ? Self.sections : Self.sectionsOfFrame
    }

    /// Checks that the frame of a step in parts leads to each of them, and says how long it takes.
    private func frame(_ lesson: CoursePage) -> [String] {
        step.ownParts.compactMap { part in
            let link = "](part-\(part.number).md)"
            guard let row = lesson.lines.first(where: { !$0.isCode && $0.text.contains(link) }) else {
                return "\(lesson.path):1: no link leads to part \(step.name(of: part))"
            }
            guard !row.text.contains(part.time.text) else { return nil }
            return "\(lesson.path):\(row.number): step.yml gives part \(step.name(of: part)) \(part.time.text)"
        }
    }

    /// Checks the title of a page, and that it has these sections, each with what it's there for.
    private func structure(_ page: CoursePage, _ title: String, _ sections: [String]) -> [String] {
        self.sections(page, title, sections) + contents(page)
    }

    private func sections(_ lesson: CoursePage, _ title: String, _ sections: [String]) -> [String] {
        var diagnostics: [String] = []
        let headings = lesson.headings
        if headings.first?.level != 1 || headings.first?.text != title {
            diagnostics.append("\(lesson.path):1: the title isn't “\(title)”")
        }
        var last = 0
        for section in sections {
            guard let heading = headings.first(where: { $0.level == 2 && $0.text == section }) else {
                diagnostics.append("\(lesson.path):1: there is no section “\(section)”")
                continue
            }
            if heading.line < last {
                diagnostics.append("\(lesson.path):\(heading.line): “\(section)” comes too early")
            }
            last = max(last, heading.line)
        }
        return diagnostics
    }

    /// Finds bodies of the step that the page after it doesn't show.
    private func unshownBodies(_ after: CoursePage) throws -> [String] {
        let figures = try PageWeaver(projector: projector, after.id).figures()
        return try projector.regions().filter { region in
            try region.step == step.number && !figures.contains { try projector.shows($0, region) }
        }.map { "\(after.path):1: it doesn't show the body of \($0.name)" }
    }

    /// Checks that every wrong answer is explained exactly once, in the lesson of the part whose body it changes.
    private func mistakes(_ lessons: [CoursePage]) throws -> [String] {
        let explained = try lessons.flatMap { lesson in
            try lesson.mistakes().flatMap { mistake in mistake.names.map { ($0, lesson, mistake.line) } }
        }
        let answers = try WrongAnswer.all(of: step, root: root)
        var diagnostics = answers.map(\.name).filter { name in !explained.contains { $0.0 == name } }
            .map { "\(PageID.lesson(step).path):1: no @mistake explains wrong/\($0)" }
        var seen: Set<String> = []
        for (name, lesson, line) in explained {
            if !seen.insert(name).inserted {
                diagnostics.append("\(lesson.path):\(line): \(name) is already explained")
            }
            guard case .part(_, let here) = lesson.id,
                let region = answers.first(where: { $0.name == name })?.parts[0].region,
                let right = step.parts.first(where: { $0.regions.contains(region) }), right != here
            else { continue }
            diagnostics.append("\(lesson.path):\(line): \(name) changes \(region), which part \(right.number) is about")
        }
        return diagnostics
    }

    /// Checks that the lesson shows every program or says how to read it, since a reader has no copy of the course's
    /// folder, and that a transcript runs it.
    private func programs(_ lessons: [CoursePage]) throws -> [String] {
        let commands = try lessons.flatMap(Transcript.all).flatMap(\.entries).map(\.command)
        let lines = lessons.flatMap(\.lines)
        return step.programs(root: root).flatMap { name -> [String] in
            var diagnostics: [String] = []
            let isShown = lines.contains {
                $0.reference == .program(name: name) || $0.text.contains("vitals-course run \(name) --source")
            }
            if !isShown {
                diagnostics.append("\(step.program(name)): the lesson neither shows it nor says how to print it")
            }
            if !commands.contains(where: { $0.contains("vitals-course run \(name)") }) {
                diagnostics.append("\(step.program(name)): no transcript of the lesson runs it")
            }
            return diagnostics
        }
    }
}

/// Checks of the contents of a lesson's sections.
extension LessonLinter {
    /// The contents that a section must have.
    private static let musts: [String: (words: String, isMet: @Sendable (CoursePage.Line) -> Bool)] = [
        "Predict": ("no answer, folded within <details>", { !$0.isCode && $0.text.hasPrefix("<details>") }),
        "See it work": ("no transcript, a fence of the language console", { $0.text == "```console" }),
        "Check your understanding": (
            "no answers, folded within <details>", { !$0.isCode && $0.text.hasPrefix("<details>") }
        ),
        "What the check looks for": ("no @tests", { $0.reference == .tests }),
    ]

    /// Checks that no section is empty, that questions have answers, that “See it work” has a transcript, and that the
    /// tests are listed.
    func contents(_ lesson: CoursePage) -> [String] {
        let headings = lesson.headings
        let chapters = headings.filter { $0.level <= 2 }
        return chapters.enumerated().compactMap { index, chapter -> String? in
            guard chapter.level == 2 else { return nil }
            let end = chapters.indices.contains(index + 1) ? chapters[index + 1].line : .max
            let lines = lesson.lines.filter { line in
                line.number > chapter.line && line.number < end && !headings.contains { $0.line == line.number }
            }
            let place = "\(lesson.path):\(chapter.line): “\(chapter.text)”"
            if lines.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) { return "\(place) is empty" }
            guard let must = Self.musts[chapter.text], !lines.contains(where: must.isMet) else { return nil }
            return "\(place) has \(must.words)"
        }
    }

    /// Finds transcripts that leave a server running. It would keep the port when the next transcript starts its own
    /// server, and would answer in its place.
    func leftRunning(_ lesson: CoursePage) throws -> [String] {
        try Transcript.all(of: lesson).compactMap { transcript in
            let commands = transcript.entries.map(\.command)
            guard let start = commands.lastIndex(where: { $0.hasSuffix("&") }),
                !commands[start...].contains(where: { $0.hasPrefix("kill ") })
            else { return nil }
            return
                "\(lesson.path):\(transcript.line): it leaves a background job running; end it with: kill %1; wait %1"
        }
    }
}
