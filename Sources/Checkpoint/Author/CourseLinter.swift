internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import Foundation

/// Checks the course without building anything. Each diagnostic is a line that begins with its file.
struct CourseLinter: Sendable {
    let projector: Projector
    private var course: Course { projector.course }

    func diagnostics() throws -> [String] {
        let marked = try projector.markedFiles()
        let regions = marked.flatMap(\.regions)
        var diagnostics = projector.ownership.diagnostics
        diagnostics += projector.ownership.orphans.map { "\($0): no step owns it" }
        diagnostics += numbering() + requirements() + duplicateNames(regions, marked)
        diagnostics += stepMarkers(marked) + features(marked) + markerRatio(marked)
        for step in course.writtenSteps {
            diagnostics += own(step, regions.filter { $0.step == step.number })
            do {
                diagnostics += try hints(step, regions.filter { $0.step == step.number })
            } catch let error as CourseError {
                diagnostics.append(error.description)
            }
            diagnostics += unreferencedFiles(step)
            diagnostics += try tests(step)
            diagnostics += try mutants(step)
            diagnostics += wrongAnswers(step, regions)
            let bodies = regions.filter { $0.step == step.number }.map(\.name)
            diagnostics += ClauseLinter(step: step, bodies: bodies, root: course.root).diagnostics()
            diagnostics += try PartLinter(projector: projector, step: step).diagnostics(regions)
            diagnostics += LessonLinter(projector: projector, step: step).diagnostics()
        }
        return diagnostics + BookLinter(projector: projector).diagnostics()
            + TeachingLinter(course: course).diagnostics()
    }

    /// Checks that the steps of each part have the numbers from its first one on, without a gap before the next part.
    private func numbering() -> [String] {
        let ends = course.parts.dropFirst().map { Optional($0.first) } + [nil]
        return zip(course.parts, ends).compactMap { part, end in
            let numbers = course.steps(of: part).map(\.number)
            let last = end ?? part.first + numbers.count
            guard numbers != Array(part.first..<last) else { return nil }
            return "steps/: the steps of “\(part.title)” aren't numbered \(part.first) to \(last - 1): \(numbers)"
        }
    }

    /// Checks that steps require earlier ones, and that a chapter says on which it builds.
    private func requirements() -> [String] {
        course.steps.flatMap { step -> [String] in
            let path = step.isComing ? "steps/course.yml" : "steps/\(step.id)/step.yml"
            if step.isChapter, step.requires.isEmpty {
                return ["\(path): chapter \(step.number) doesn't say under requires: on which steps it builds"]
            }
            return step.requires.filter { $0 >= step.number || course.step($0) == nil }.map {
                "\(path): step \(step.number) requires \($0), which is no earlier step"
            }
        }
    }

    private func duplicateNames(_ regions: [MarkedText.Region], _ marked: [MarkedText]) -> [String] {
        var seen: [String: String] = [:]
        var diagnostics: [String] = []
        for region in regions {
            if let other = seen.updateValue("\(region.file):\(region.line)", forKey: region.name) {
                diagnostics.append("\(region.file):\(region.line): @write \(region.name) already exists in \(other)")
            }
        }
        for file in marked {
            for name in file.shown {
                if let other = seen.updateValue(file.path, forKey: name) {
                    diagnostics.append("\(file.path):1: @show \(name) already exists in \(other)")
                }
            }
        }
        return diagnostics
    }

    /// Finds learner's files with `@from` and a step number. `next` never edits a learner's file, so no line of one may
    /// come with a later step.
    private func stepMarkers(_ marked: [MarkedText]) -> [String] {
        marked.filter { $0.opensAtSteps && !projector.isRunnerOwned($0.path, at: 2) }
            .map { "\($0.path):1: @from with a number may only stand in files that the runner owns" }
    }

    /// Finds compiled files with lines that no step has. Without them, the repository is the course with every chapter, and
    /// its own run of the steps' tests shows that the chapters go together. Only the manifest and the lists that the runner
    /// owns may say more, such as one line for a feature that no step teaches.
    private func features(_ marked: [MarkedText]) -> [String] {
        marked.filter {
            $0.opensAtFeatures && $0.path.pathEnds(with: ".swift") && !projector.isRunnerOwned($0.path, at: 2)
        }
        .map { "\($0.path):1: only files that the runner owns may have lines that come with no step" }
    }

    private func markerRatio(_ marked: [MarkedText]) -> [String] {
        let markers = marked.map(\.markerLineCount).reduce(0, +)
        let lines = marked.map(\.lineCount).reduce(0, +)
        // Files without a marker count too, so this is stricter than necessary.
        return markers * 8 < lines
            ? [] : ["Sources: \(markers) marker lines in \(lines) lines of marked files are too many"]
    }

    private func own(_ step: Step, _ regions: [MarkedText.Region]) -> [String] {
        guard !regions.isEmpty else { return ["steps/\(step.id)/step.yml: there is no @write \(step.number) anywhere"] }
        return regions.compactMap { region in
            let owner = course.writtenSteps.first { projector.paths(ownedBy: $0.number).contains(region.file) }
            guard let owner, !course.closure(of: step.number).contains(owner.number) else { return nil }
            return "\(region.file):\(region.line): the file comes with step \(owner.number) only"
        }
    }

    private func hints(_ step: Step, _ regions: [MarkedText.Region]) throws -> [String] {
        let path = "steps/\(step.id)/hints.md"
        let hints = try projector.hints(of: step.number)
        var diagnostics: [String] = []
        for region in regions where !hints.contains(where: { $0.region == region.name }) {
            diagnostics.append("\(path): there are no hints for \(region.name)")
        }
        var seen: Set<String> = []
        for (region, texts) in hints {
            if !regions.contains(where: { $0.name == region }) {
                diagnostics.append("\(path): the step has no region \(region)")
            }
            if texts.count != 3 || texts.contains(where: \.isEmpty) {
                diagnostics.append("\(path): \(region) needs three hints, none of them empty")
            }
            for text in texts where !seen.insert(text).inserted {
                diagnostics.append("\(path): a hint of \(region) repeats another one")
            }
        }
        return diagnostics
    }

    private func unreferencedFiles(_ step: Step) -> [String] {
        let folder = "steps/\(step.id)/"
        let parts = step.parts.map { "part-\($0.number).md" }
        let expected = ["step.yml", "lesson.md", "after.md", "hints.md"] + parts
        let folders = ["wrong/", "given/", "engines/", "servers/", "programs/"]
        return SourceFiles.list(course.root, "steps/\(step.id)").compactMap { path in
            let name = path.dropFirst(folder.count)
            guard !expected.contains(String(name)), !folders.contains(where: { name.pathBegins(with: $0) }) else {
                return nil
            }
            return "\(path): unused file"
        }
    }

    private func tests(_ step: Step) throws -> [String] {
        let source = try TestSource(of: step, in: projector)
        var diagnostics: [String] = step.tests.isEmpty ? ["steps/\(step.id)/step.yml: there are no tests"] : []
        var seen: Set<String> = []
        for test in step.tests {
            if Course.number(ofTest: test.id) != step.number {
                diagnostics.append("steps/\(step.id)/step.yml: \(test.id) isn't a test of this step")
            }
            if !seen.insert(test.id).inserted {
                diagnostics.append("steps/\(step.id)/step.yml: \(test.id) is listed twice")
            }
            if let found = source.find(test.id), found.hasCasesInNoOrder {
                diagnostics.append(
                    "\(found.path):\(found.line): it needs .serialized, so that its cases are always reported in the same order"
                )
            }
        }
        return diagnostics
    }

    /// Checks that a step which judges the learner's tests has one test for each mutant.
    private func mutants(_ step: Step) throws -> [String] {
        guard let judged = step.judged else { return [] }
        let folder = "steps/\(step.id)/\(judged.mutants)"
        let mutants = Set(try Mutant.load(folder: course.root + "/" + folder).map(\.name))
        let named = step.tests.compactMap(\.mutant)
        return mutants.subtracting(named).sorted().map { "\(folder)/\($0).swift: no test of step.yml names it" }
            + Set(named).subtracting(mutants).sorted().map { "steps/\(step.id)/step.yml: there is no mutant \($0)" }
    }

    private func wrongAnswers(_ step: Step, _ regions: [MarkedText.Region]) -> [String] {
        do {
            let answers = try WrongAnswer.all(of: step, root: course.root)
            guard !answers.isEmpty else { return ["steps/\(step.id)/wrong: there are no wrong answers"] }
            return answers.flatMap { answer -> [String] in
                var diagnostics: [String] = []
                for part in answer.parts {
                    if !regions.contains(where: { $0.name == part.region && $0.step == step.number }) {
                        diagnostics.append("\(answer.path):1: step \(step.number) has no region \(part.region)")
                    } else {
                        do { _ = try projector.lines(of: part, after: step.number) } catch {
                            diagnostics.append("\(error)")
                        }
                    }
                }
                if !step.tests.contains(where: { $0.id == answer.test }) {
                    diagnostics.append("\(answer.path):2: step.yml doesn't list \(answer.test)")
                }
                return diagnostics
            }
        } catch {
            return ["\(error)"]
        }
    }
}

extension MarkedText {
    /// True when some line appears only from a numbered step on.
    var opensAtSteps: Bool { markers.contains { if case .steps = $0 { true } else { false } } }

    /// True when some line appears in no step.
    var opensAtFeatures: Bool { markers.contains { if case .feature = $0 { true } else { false } } }

    private var markers: [Opening] { Self.markers(nodes) }

    private static func markers(_ nodes: [Node]) -> [Opening] {
        nodes.flatMap { node -> [Opening] in
            switch node {
            case .line: []
            case .from(let opening, let body, _): [opening] + markers(body)
            case .write(_, let body, _), .show(_, let body): markers(body)
            }
        }
    }
}
