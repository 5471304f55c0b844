internal import Foundation

/// Replaces the references on a page with their contents: code with its location, tests, wrong answers, programs.
///
/// The result is plain Markdown, or blocks for a renderer.
package struct PageWeaver: Sendable {
    package let projector: Projector
    package let page: CoursePage
    private let sources: StepSources?
    private let state: ProjectionState

    /// The references that only the pages of a step can show.
    private struct StepSources: Sendable {
        let step: Step
        let tests: TestSource
        let answers: [WrongAnswer]
        /// Number of mistakes on the pages before this one.
        let mistakesBefore: Int
    }

    /// - Throws: `MarkerError`, or `CourseError.courseBroken` if a file can't be read.
    package init(projector: Projector, _ id: PageID) throws {
        self.projector = projector
        page = try CoursePage(id, root: projector.course.root)
        state = projector.course.state(of: id)
        sources = try id.step.map { step in
            StepSources(
                step: step, tests: try TestSource(of: step, in: projector),
                answers: try WrongAnswer.all(of: step, root: projector.course.root),
                mistakesBefore: try Self.mistakes(before: id, of: step, root: projector.course.root))
        }
    }

    private static func mistakes(before id: PageID, of step: Step, root: String) throws -> Int {
        guard case .part = id else { return 0 }
        return try StepMistakes(of: step, root: root).count(before: id)
    }

    /// The tests that the page is about: those of the part, or of the whole step.
    private func tests(_ sources: StepSources) -> [StepTest] {
        if case .part(let step, let part) = page.id { step.tests(of: part) } else { sources.step.tests }
    }

    /// The whole page.
    package var woven: WovenPage { WovenPage(weaver: self, lines: page.lines) }

    /// The sections with something folded away, such as the answer to a question.
    var sectionsWithAnswers: WovenPage {
        let starts = page.headings.filter { $0.level <= 2 }.map(\.line)
        let folds = page.lines.filter { !$0.isCode && $0.text.hasPrefix("<details>") }.map(\.number)
        let sections = zip(starts, starts.dropFirst() + [.max]).map { $0..<$1 }
            .filter { section in folds.contains { section.contains($0) } }
        return WovenPage(
            weaver: self, lines: page.lines.filter { line in sections.contains { $0.contains(line.number) } })
    }

    /// Returns the paragraph about a mistake: from its heading to the next heading.
    package func paragraph(on mistake: CoursePage.Mistake) -> WovenPage {
        let end = page.headings.first { $0.line > mistake.line && $0.level <= 3 }?.line ?? .max
        return WovenPage(weaver: self, lines: page.lines.filter { (mistake.line..<end).contains($0.number) })
    }

    /// Returns the code that the page shows, in its order.
    ///
    /// - Throws: `MarkerError` for a reference to something that doesn't exist.
    package func figures() throws -> [CodeFigure] {
        try page.lines.compactMap { line in
            if case .figure(let figure)? = try woven(line) { figure } else { nil }
        }
    }

    /// - Returns: nil if the line isn't a reference.
    /// - Throws: `MarkerError` with file and line for a reference to something that doesn't exist.
    package func woven(_ line: CoursePage.Line) throws -> WovenReference? {
        func fail(_ message: String) -> MarkerError {
            MarkerError(file: page.path, line: line.number, message: message)
        }
        func ofStep() throws -> StepSources {
            guard let sources else { throw fail("only a page of a step can refer to this") }
            return sources
        }
        switch line.reference {
        case .region(let name, let context):
            guard let figure = try region(name, context: context, fail) else {
                throw fail("no file has @show or @write \(name)")
            }
            return .figure(figure)
        case .code(let path, let extent): return .figure(try code(path, extent, fail))
        case .test(let id):
            guard let test = try ofStep().tests.find(id) else { throw fail("this step has no test \(id)") }
            return .figure(
                Self.figure("In `\(test.path)`, line \(test.line)", test.lines, path: test.path))
        case .wrong(let name):
            let sources = try ofStep()
            guard let answer = sources.answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(sources.step.id)/wrong has no \(name)")
            }
            let lines = MarkedText.outdented(try projector.lines(of: answer.parts[0], after: sources.step.number))
            return .figure(Self.figure(try caption(of: answer), lines, path: answer.path, isWrong: true))
        case .program(let name):
            let path = try ofStep().step.program(name)
            guard let file = try? projector.files.contents(path), let text = file.text else {
                throw fail("\(path) doesn't exist")
            }
            return .figure(Self.figure(nil, TreeFile.lines(text), path: name + ".swift"))
        case .tests:
            let sources = try ofStep()
            return .sentences(try tests(sources).map { try title(of: $0, sources, fail) })
        case .mistake(let names):
            let sources = try ofStep()
            return .mistake(
                number: sources.mistakesBefore + page.number(ofMistakeAt: line), names: names,
                says: try symptoms(names, sources, fail))
        case nil: return nil
        }
    }

    private func title(
        of test: StepTest, _ sources: StepSources, _ fail: (String) -> MarkerError
    ) throws -> String {
        guard let found = sources.tests.find(test.id) else {
            throw fail("step.yml lists \(test.id), which doesn't exist")
        }
        return found.title
    }

    /// Returns the messages that the check prints for these mistakes, without duplicates.
    private func symptoms(
        _ names: [String], _ sources: StepSources, _ fail: (String) -> MarkerError
    ) throws -> [String] {
        var said: [String] = []
        for name in names {
            guard let answer = sources.answers.first(where: { $0.name == name }) else {
                throw fail("steps/\(sources.step.id)/wrong has no \(name)")
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

    /// Returns a file, or a part of it, as the page's reader has it.
    private func code(_ path: String, _ extent: CodeExtent, _ fail: (String) -> MarkerError) throws -> CodeFigure {
        guard isThere(path) else { throw fail("\(path) doesn't exist here") }
        let lines = try projector.lines(of: path, in: state)
        let range = try extent.range(in: lines, path: path, fail)
        return Self.figure(
            "In `\(path)`, \(Self.words(range))", MarkedText.outdented(Array(lines[range])), path: path,
            source: CodeFigure.Source(path: path, lines: range, state: state))
    }

    /// True for a file that the page's reader has, and, on a page of the book, for one that only the repository has.
    private func isThere(_ path: String) -> Bool {
        let steps = projector.course.writtenSteps.filter { state.reached.contains($0.number) }
        if steps.contains(where: { projector.paths(ownedBy: $0.number).contains(path) }) { return true }
        return sources == nil && projector.course.isRepositoryOnly(path) && projector.files.paths.contains(path)
    }

    /// Returns a region as the page's reader has it: in a lesson, the bodies of the step and of later ones are still to
    /// be written.
    private func region(_ name: String, context: Int, _ fail: (String) -> MarkerError) throws -> CodeFigure? {
        for marked in try projector.markedFiles() {
            guard let code = marked.snippet(name, in: state) else { continue }
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let file = try projector.lines(of: marked.path, in: state)
            guard let place = Projector.place(of: lines, in: file) else {
                guard context == 0 else {
                    throw fail("the lines of \(name) occur several times in \(marked.path), or were formatted")
                }
                return Self.figure("In `\(marked.path)`", lines, path: marked.path)
            }
            let shown = Self.surroundings(of: place, in: file, context: context)
            let isToWrite = marked.regions.contains { $0.name == name && !state.solved.contains($0.step) }
            var caption = "In `\(marked.path)`, \(Self.words(shown))"
            if isToWrite {
                let those = place.count == 1 ? "this line" : "these lines"
                caption += "; yours replaces \(shown == place ? those : Self.words(place))"
            }
            return Self.figure(
                caption, MarkedText.outdented(Array(file[shown])), path: marked.path,
                source: CodeFigure.Source(path: marked.path, lines: shown, state: state))
        }
        return nil
    }

    /// Returns the numbers of lines, counted from 1, such as `lines 12–20`.
    private static func words(_ range: Range<Int>) -> String {
        range.count == 1 ? "line \(range.upperBound)" : "lines \(range.lowerBound + 1)–\(range.upperBound)"
    }

    /// Extends a place by some lines before and after it, without the next declaration: it ends at the first bracket
    /// that closes the scope around the place.
    private static func surroundings(of place: Range<Int>, in page: [String], context: Int) -> Range<Int> {
        func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
        guard context > 0 else { return place }
        var shown = max(0, place.lowerBound - context)..<place.upperBound
        let inner = indentation(page[place.lowerBound])
        for line in page[place.upperBound...].prefix(context) {
            shown = shown.lowerBound..<shown.upperBound + 1
            if line.drop(while: { $0 == " " }).first == "}", indentation(line) < inner { break }
        }
        while page[shown.lowerBound].allSatisfy({ $0 == " " }) { shown = shown.dropFirst() }
        while page[shown.upperBound - 1].allSatisfy({ $0 == " " }) { shown = shown.dropLast() }
        return shown
    }

    private static func figure(
        _ caption: String?, _ lines: some Sequence<String>, path: String, isWrong: Bool = false,
        source: CodeFigure.Source? = nil
    ) -> CodeFigure {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let language = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : name.lowercased()
        return CodeFigure(caption: caption, isWrong: isWrong, language: language, lines: Array(lines), source: source)
    }
}

extension Step {
    /// Returns the path of a small program of the step's page.
    package func program(_ name: String) -> String { "steps/\(id)/programs/\(name).swift" }
}

extension WrongAnswer {
    /// The file's name without its extensions.
    package var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }
}
