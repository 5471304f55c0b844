internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import Foundation

/// Checks a lesson without building anything: its sections, length, references, links and mistakes.
struct LessonLinter: Sendable {
    let projector: Projector
    let step: Step

    private var root: String { projector.course.root }

    /// Titles of the sections that every lesson has, in this order. Other sections may come between them.
    static let sections = [
        "What you will have", "The idea", "What goes wrong without it", "Predict", "The interface", "Your task",
        "See it work", "What the checkpoint looks for", mistakesSection, "What real systems do", "Going further",
    ]
    static let mistakesSection = "Mistakes that many make"

    func diagnostics() -> [String] {
        do {
            let weaver = try LessonWeaver(projector: projector, step: step)
            _ = try weaver.woven.markdown()
            let lesson = weaver.lesson
            return sections(lesson) + contents(lesson) + length(lesson) + links(lesson) + (try mistakes(lesson))
                + (try programs(lesson)) + (try leftRunning(lesson))
        } catch let error as CourseError {
            return [error.description]
        } catch {
            return ["\(error)"]
        }
    }

    private func sections(_ lesson: Lesson) -> [String] {
        var diagnostics: [String] = []
        let headings = lesson.headings
        let title = "Step \(step.number): \(step.title)"
        if headings.first?.level != 1 || headings.first?.text != title {
            diagnostics.append("\(lesson.path):1: the title isn't “\(title)”")
        }
        var last = 0
        for section in Self.sections {
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

    private func length(_ lesson: Lesson) -> [String] {
        let words = LessonLength.words(lesson)
        let bounds = LessonLength.bounds(ofStep: step.number)
        guard !bounds.contains(words) else { return [] }
        return [
            "\(lesson.path):1: \(words) words; this lesson has \(bounds.lowerBound) to \(bounds.upperBound), not counting "
                + "code and mistakes"
        ]
    }

    /// Checks that links to files are relative and that their targets exist, headings included.
    private func links(_ lesson: Lesson) -> [String] {
        let folder = (root + "/" + lesson.path as NSString).deletingLastPathComponent
        let anchors = Set(lesson.headings.map { HeadingAnchor.of($0.text) })
        return lesson.lines.filter { !$0.isCode }.flatMap { line in
            line.text.matches(of: /\]\(([^)\s]+)\)/).compactMap { match -> String? in
                let target = String(match.1)
                guard !target.contains("://") else { return nil }
                if target.hasPrefix("#") {
                    return anchors.contains(String(target.dropFirst()))
                        ? nil : "\(lesson.path):\(line.number): no heading matches \(target)"
                }
                let path = folder + "/" + target.prefix { $0 != "#" }
                let isThere = FileManager.default.fileExists(atPath: path) && isAnchorThere(target)
                return isThere ? nil : "\(lesson.path):\(line.number): the link to \(target) is dead"
            }
        }
    }

    /// Checks that every wrong answer is explained exactly once.
    private func mistakes(_ lesson: Lesson) throws -> [String] {
        let explained = try lesson.mistakes().flatMap { mistake in mistake.names.map { ($0, mistake.line) } }
        let answers = try WrongAnswer.all(of: step, root: root).map(\.name)
        var diagnostics = answers.filter { name in !explained.contains { $0.0 == name } }
            .map { "\(lesson.path):1: no @mistake explains wrong/\($0)" }
        var seen: Set<String> = []
        for (name, line) in explained where !seen.insert(name).inserted {
            diagnostics.append("\(lesson.path):\(line): \(name) is already explained")
        }
        return diagnostics
    }

    /// Checks that the lesson shows every program or says how to read it, since a reader has no copy of the course's
    /// folder, and that a transcript runs it.
    private func programs(_ lesson: Lesson) throws -> [String] {
        let commands = try Transcript.all(of: lesson).flatMap(\.entries).map(\.command)
        return step.programs(root: root).flatMap { name -> [String] in
            var diagnostics: [String] = []
            let isShown = lesson.lines.contains {
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
    /// Content that a section must have.
    private static let musts: [String: (words: String, isMet: @Sendable (Lesson.Line) -> Bool)] = [
        "Predict": ("no answer, folded within <details>", { !$0.isCode && $0.text.hasPrefix("<details>") }),
        "See it work": ("no transcript, a fence of the language console", { $0.text == "```console" }),
        "What the checkpoint looks for": ("no @tests", { $0.reference == .tests }),
    ]

    /// Checks that no section is empty, that questions have answers, that “See it work” has a transcript, and that the
    /// tests are listed.
    func contents(_ lesson: Lesson) -> [String] {
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
    func leftRunning(_ lesson: Lesson) throws -> [String] {
        try Transcript.all(of: lesson).compactMap { transcript in
            let commands = transcript.entries.map(\.command)
            guard let start = commands.lastIndex(where: { $0.hasSuffix("&") }),
                !commands[start...].contains(where: { $0.hasPrefix("kill ") })
            else { return nil }
            return
                "\(lesson.path):\(transcript.line): it leaves a background job running; end it with: kill %1; wait %1"
        }
    }

    /// False when the target is a heading in another lesson and doesn't exist.
    func isAnchorThere(_ target: String) -> Bool {
        let links = LessonLinks(step: step, course: projector.course)
        guard case .address(let address) = links.target(target), let sign = address.firstIndex(of: "#"),
            let other = projector.course.writtenSteps.first(where: { $0.pageName == address[..<sign] }),
            let lesson = try? Lesson(step: other, root: projector.course.root)
        else { return true }
        return lesson.headings.contains { HeadingAnchor.of($0.text) == address[sign...].dropFirst() }
    }
}

/// Counts the words of a lesson that a reader reads from start to end. Code, references and the paragraphs on mistakes
/// don't count; a learner only reads the paragraph on their own mistake.
enum LessonLength {
    /// Numbers of the steps on the bugs through which other systems lose data. Each of their traps takes a timeline and
    /// a failing test.
    private static let heart: Set<Int> = [4, 7, 8, 9, 12, 13]

    /// Minimum and maximum length in words: enough to explain why, and short enough for a single sitting.
    static func bounds(ofStep number: Int) -> ClosedRange<Int> { (heart.contains(number) ? 1_200 : 600)...2_500 }

    static func words(_ lesson: Lesson) -> Int {
        let chapters = lesson.headings.filter { $0.level <= 2 }
        let mistakes = chapters.firstIndex { $0.text == LessonLinter.mistakesSection }
        let first = mistakes.map { chapters[$0].line } ?? Int.max
        let next = mistakes.flatMap { chapters.indices.contains($0 + 1) ? chapters[$0 + 1].line : nil } ?? Int.max
        return lesson.lines.filter { line in
            !line.isCode && line.reference == nil && !(first..<next).contains(line.number)
        }
        .reduce(0) { sum, line in sum + line.text.split(separator: " ").count { $0.contains(where: \.isLetter) } }
    }
}
