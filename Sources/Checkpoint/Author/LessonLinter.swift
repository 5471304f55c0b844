internal import CheckpointCheck
internal import CheckpointCourse
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
            diagnostics.append("\(lesson.path):1: the title is not “\(title)”")
        }
        var last = 0
        for section in Self.sections {
            guard let heading = headings.first(where: { $0.level == 2 && $0.text == section }) else {
                diagnostics.append("\(lesson.path):1: there is no section “\(section)”")
                continue
            }
            if heading.line < last {
                diagnostics.append("\(lesson.path):\(heading.line): “\(section)” stands too early")
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
                        ? nil : "\(lesson.path):\(line.number): no heading answers to \(target)"
                }
                let path = folder + "/" + target.prefix { $0 != "#" }
                let isThere = FileManager.default.fileExists(atPath: path) && isAnchorThere(target)
                return isThere ? nil : "\(lesson.path):\(line.number): the link to \(target) leads nowhere"
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
            diagnostics.append("\(lesson.path):\(line): \(name) is explained already")
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
                diagnostics.append("\(step.program(name)): the lesson neither shows it nor says how to read it")
            }
            if !commands.contains(where: { $0.contains("vitals-course run \(name)") }) {
                diagnostics.append("\(step.program(name)): no transcript of the lesson runs it")
            }
            return diagnostics
        }
    }
}
