internal import Foundation

/// Replaces the references in a lesson with their contents: code with its location, tests, wrong answers, programs.
///
/// The result is plain Markdown, or blocks for a renderer.
package struct LessonWeaver: Sendable {
    package let projector: Projector
    package let lesson: Lesson
    private let tests: TestSource
    private let answers: [WrongAnswer]

    private var step: Step { lesson.step }

    /// - Throws: `MarkerError`, or `CourseError.courseBroken` if a file can't be read.
    package init(projector: Projector, step: Step) throws {
        self.projector = projector
        lesson = try Lesson(step: step, root: projector.course.root)
        tests = try TestSource(of: step, in: projector)
        answers = try WrongAnswer.all(of: step, root: projector.course.root)
    }

    /// The whole lesson.
    package var woven: WovenLesson { WovenLesson(weaver: self, lines: lesson.lines) }

    /// The sections with something folded away, such as the answer to a question.
    var sectionsWithAnswers: WovenLesson {
        let starts = lesson.headings.filter { $0.level <= 2 }.map(\.line)
        let folds = lesson.lines.filter { !$0.isCode && $0.text.hasPrefix("<details>") }.map(\.number)
        let sections = zip(starts, starts.dropFirst() + [.max]).map { $0..<$1 }
            .filter { section in folds.contains { section.contains($0) } }
        return WovenLesson(
            weaver: self, lines: lesson.lines.filter { line in sections.contains { $0.contains(line.number) } })
    }

    /// Returns the paragraph about a mistake: from its heading to the next heading.
    package func paragraph(on mistake: Lesson.Mistake) -> WovenLesson {
        let end = lesson.headings.first { $0.line > mistake.line && $0.level <= 3 }?.line ?? .max
        return WovenLesson(weaver: self, lines: lesson.lines.filter { (mistake.line..<end).contains($0.number) })
    }

    /// - Returns: nil if the line isn't a reference.
    /// - Throws: `MarkerError` with file and line for a reference to something that doesn't exist.
    package func woven(_ line: Lesson.Line) throws -> WovenReference? {
        func fail(_ message: String) -> MarkerError {
            MarkerError(file: lesson.path, line: line.number, message: message)
        }
        switch line.reference {
        case .code(let name, let context):
            guard let snippet = try snippet(name, context: context, fail) else {
                throw fail("no file has @show or @write \(name)")
            }
            return .figure(snippet)
        case .test(let id):
            guard let test = tests.find(id) else { throw fail("this step has no test \(id)") }
            return .figure(
                Self.figure("In `\(test.path)`, line \(test.line)", test.lines, path: test.path))
        case .wrong(let name):
            guard let answer = answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(step.id)/wrong has no \(name)")
            }
            let lines = MarkedText.outdented(try projector.lines(of: answer.parts[0], after: step.number))
            return .figure(Self.figure(try caption(of: answer), lines, path: answer.path, isWrong: true))
        case .program(let name):
            guard let file = try? projector.files.contents(step.program(name)), let text = file.text else {
                throw fail("\(step.program(name)) doesn't exist")
            }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return .figure(Self.figure(nil, lines.last == "" ? lines.dropLast() : lines, path: name + ".swift"))
        case .tests: return .sentences(try step.tests.map { try title(of: $0, fail) })
        case .mistake(let names):
            return .mistake(number: lesson.number(ofMistakeAt: line), names: names, says: try symptoms(names, fail))
        case nil: return nil
        }
    }

    private func title(of test: StepTest, _ fail: (String) -> MarkerError) throws -> String {
        guard let found = tests.find(test.id) else { throw fail("step.yml lists \(test.id), which doesn't exist") }
        return found.title
    }

    /// Returns the messages that the check prints for these mistakes, without duplicates.
    private func symptoms(_ names: [String], _ fail: (String) -> MarkerError) throws -> [String] {
        var said: [String] = []
        for name in names {
            guard let answer = answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(step.id)/wrong has no \(name)")
            }
            if !said.contains(answer.says) { said.append(answer.says) }
        }
        return said
    }

    // MARK: Code

    /// Names the body that the wrong answer replaces, because the lesson may show it pages before the body itself.
    private func caption(of answer: WrongAnswer) throws -> String {
        let name = answer.parts[0].region
        guard let region = try projector.regions().first(where: { $0.name == name }) else { return "This is wrong" }
        return "This is wrong, in `\((region.file as NSString).lastPathComponent)`, in place of `\(name)`"
    }

    /// Returns the code at the start of the step, when the learner still has to write the bodies of this step and of
    /// later ones.
    private func snippet(_ name: String, context: Int, _ fail: (String) -> MarkerError) throws -> CodeFigure? {
        let state = projector.course.starterState(of: step.number)
        for marked in try projector.markedFiles() {
            guard let code = marked.snippet(name, in: state) else { continue }
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let page = (try projector.file(marked.path, in: state).text ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let place = Self.place(of: lines, in: page)
            guard context == 0 || place != nil else {
                throw fail("the lines of \(name) occur several times in \(marked.path), or were formatted")
            }
            let shown = place.map { MarkedText.outdented(Self.surroundings(of: $0, in: page, context: context)) }
            let isToWrite = marked.regions.contains { $0.name == name && !state.solved.contains($0.step) }
            var caption = "In `\(marked.path)`"
            if let place { caption += ", line \(place.lowerBound + 1)" }
            if isToWrite {
                let those = context > 0 ? "that" : "this"
                caption += "; yours replaces \(lines.count == 1 ? "\(those) line" : "these \(lines.count) lines")"
            }
            return Self.figure(caption, shown ?? lines, path: marked.path)
        }
        return nil
    }

    /// Finds lines in a file, ignoring indentation; nil unless they occur exactly once.
    private static func place(of lines: [String], in page: [String]) -> Range<Int>? {
        let needle = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let hay = page.map { $0.trimmingCharacters(in: .whitespaces) }
        guard !needle.isEmpty, hay.count >= needle.count else { return nil }
        let found = (0...hay.count - needle.count).filter { Array(hay[$0..<$0 + needle.count]) == needle }
        return found.count == 1 ? found[0]..<found[0] + needle.count : nil
    }

    /// Returns some lines around a place, without the next declaration: the lines after the place end at the first
    /// bracket that closes the scope around it.
    private static func surroundings(of place: Range<Int>, in page: [String], context: Int) -> [String] {
        func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
        var lines = Array(page[max(0, place.lowerBound - context)..<place.upperBound])
        let inner = indentation(page[place.lowerBound])
        for line in page[place.upperBound...].prefix(context) {
            lines.append(line)
            if line.drop(while: { $0 == " " }).first == "}", indentation(line) < inner { break }
        }
        while lines.first?.allSatisfy({ $0 == " " }) == true { lines.removeFirst() }
        while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
        return lines
    }

    private static func figure(
        _ caption: String?, _ lines: some Sequence<String>, path: String, isWrong: Bool = false
    ) -> CodeFigure {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let language = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : name.lowercased()
        return CodeFigure(caption: caption, isWrong: isWrong, language: language, lines: Array(lines))
    }
}

extension Step {
    /// Returns the path of a small program of the step's lesson.
    package func program(_ name: String) -> String { "steps/\(id)/programs/\(name).swift" }
}

extension WrongAnswer {
    /// The file's name without its extensions.
    package var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }
}
