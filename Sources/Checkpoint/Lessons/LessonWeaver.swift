internal import Foundation

/// Puts what a lesson refers to in its place: code with where it stands, tests, wrong answers, programs.
///
/// The result is plain Markdown, whoever shows it.
struct LessonWeaver: Sendable {
    let projector: Projector
    let lesson: Lesson
    private let tests: TestSource
    private let answers: [WrongAnswer]

    private var step: Step { lesson.step }

    /// - Throws: `MarkerError`, or `CourseError.courseBroken` when a file cannot be read.
    init(projector: Projector, step: Step) throws {
        self.projector = projector
        lesson = try Lesson(step: step, root: projector.course.root)
        let paths = projector.paths(ownedBy: step.number).filter { $0.hasPrefix("Tests/StepTests/") }
        tests = TestSource(
            try Dictionary(uniqueKeysWithValues: paths.map { ($0, try projector.files.contents($0)) }))
        answers = try WrongAnswer.all(of: step, root: projector.course.root)
    }

    /// - Throws: `MarkerError` with file and line for a reference that nothing answers to.
    func markdown() throws -> String {
        try lesson.lines.flatMap { try $0.reference == nil ? [$0.text] : woven($0) }.joined(separator: "\n")
    }

    /// The paragraph about a mistake: from its heading to the next one.
    ///
    /// - Parameter name: of a wrong answer.
    func paragraph(onMistake name: String) throws -> String? {
        guard let mistake = try lesson.mistakes().first(where: { $0.names.contains(name) }) else { return nil }
        let end = lesson.headings.first { $0.line > mistake.line && $0.level <= 3 }?.line ?? .max
        let lines = lesson.lines.filter { (mistake.line..<end).contains($0.number) }
        return try lines.flatMap { try $0.reference == nil ? [$0.text] : woven($0) }.joined(separator: "\n")
    }

    private func woven(_ line: Lesson.Line) throws -> [String] {
        func fail(_ message: String) -> MarkerError {
            MarkerError(file: lesson.path, line: line.number, message: message)
        }
        switch line.reference {
        case .code(let name, let context):
            guard let snippet = try snippet(name, context: context, fail) else {
                throw fail("no file has @show or @write \(name)")
            }
            return snippet
        case .test(let id):
            guard let test = tests.find(id) else { throw fail("no test of this step is \(id)") }
            return ["In `\(test.path)`, line \(test.line):", ""] + Self.fenced(test.lines, path: test.path)
        case .wrong(let name):
            guard let answer = answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(step.id)/wrong has no \(name)")
            }
            return ["This is wrong:", ""] + Self.fenced(MarkedText.outdented(answer.bodies[0].lines), path: answer.path)
        case .program(let name):
            guard let file = try? projector.files.contents(step.program(name)), let text = file.text else {
                throw fail("there is no \(step.program(name))")
            }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return Self.fenced(lines.last == "" ? lines.dropLast() : lines, path: name + ".swift")
        case .tests: return try step.tests.map { "- \(try title(of: $0, fail))" }
        case .mistake(let names): return try symptoms(names, fail)
        case nil: return [line.text]
        }
    }

    private func title(of test: StepTest, _ fail: (String) -> MarkerError) throws -> String {
        guard let found = tests.find(test.id) else { throw fail("step.yml lists \(test.id), which is nowhere") }
        return found.title
    }

    /// What the check says to those who make a mistake, each thing once.
    private func symptoms(_ names: [String], _ fail: (String) -> MarkerError) throws -> [String] {
        var said: [String] = []
        for name in names {
            guard let answer = answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(step.id)/wrong has no \(name)")
            }
            if !said.contains(answer.says) { said.append(answer.says) }
        }
        return ["**The check says:** " + said.map { "“\($0)”" }.joined(separator: " · ")]
    }

    // MARK: Code

    /// As the step begins: bodies of this step and of later ones are the learner's to write.
    private func snippet(_ name: String, context: Int, _ fail: (String) -> MarkerError) throws -> [String]? {
        let state = ProjectionState.starter(of: step.number)
        for marked in try projector.markedFiles() {
            guard let code = marked.snippet(name, in: state) else { continue }
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let page = (try projector.file(marked.path, in: state).text ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let place = Self.place(of: lines, in: page)
            guard context == 0 || place != nil else {
                throw fail("the lines of \(name) stand several times in \(marked.path), or were formatted")
            }
            let shown = place.map { place in
                MarkedText.outdented(
                    Array(page[max(0, place.lowerBound - context)..<min(page.count, place.upperBound + context)]))
            }
            let isToWrite = marked.regions.contains { $0.name == name && $0.step >= step.number }
            var caption = "In `\(marked.path)`"
            if let place { caption += ", line \(place.lowerBound + 1)" }
            if isToWrite {
                caption += "; yours replaces \(lines.count == 1 ? "this line" : "\(lines.count) lines")"
                if context > 0, lines.count == 1 { caption = caption.replacing("this line", with: "that line") }
            }
            return [caption + ":", ""] + Self.fenced(shown ?? lines, path: marked.path)
        }
        return nil
    }

    /// Where lines stand in a file, whatever their indentation; nil unless it is one place.
    private static func place(of lines: [String], in page: [String]) -> Range<Int>? {
        let needle = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let hay = page.map { $0.trimmingCharacters(in: .whitespaces) }
        guard !needle.isEmpty, hay.count >= needle.count else { return nil }
        let found = (0...hay.count - needle.count).filter { Array(hay[$0..<$0 + needle.count]) == needle }
        return found.count == 1 ? found[0]..<found[0] + needle.count : nil
    }

    private static func fenced(_ lines: some Sequence<String>, path: String) -> [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let language = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : name.lowercased()
        return ["```" + language] + lines + ["```"]
    }
}

extension Step {
    /// Where a small program of its lesson lies.
    func program(_ name: String) -> String { "steps/\(id)/programs/\(name).swift" }
}

extension WrongAnswer {
    /// Its file's, without what stands after the point.
    var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }
}
