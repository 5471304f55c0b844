package import CheckpointCourse

/// A mutant that an operator made of a body or a file.
package struct MechanicalMutant: Hashable, Sendable {
    /// The body that a learner writes, or the file, that it changes.
    package let scope: String
    /// The path in the repository.
    package let file: String
    /// The line in the file, counted from 1.
    package let line: Int
    package let mutation: MutationOperator
    /// The lines that it changes, without indentation, and what becomes of them.
    package let before: [String]
    package let after: [String]
    /// How many earlier mutants of the scope change the same lines in the same way.
    package let occurrence: Int
    /// All lines of the scope, changed.
    package let body: [String]

    /// Stays the same when the lines move: it depends on the scope and on the lines alone.
    package var id: String {
        var fingerprint = Fingerprint()
        for text in [scope, mutation.rawValue, "\(occurrence)"] + before + ["becomes"] + after { fingerprint.add(text) }
        return String(fingerprint.hex.prefix(8))
    }

    /// Returns the mutants of a scope.
    ///
    /// - Parameters:
    ///   - lines: the scope's lines.
    ///   - numbers: the number of each line in the file, counted from 1.
    package static func all(
        of lines: [String], numbers: [Int], scope: String, file: String, _ language: CodeLanguage
    ) -> [MechanicalMutant] {
        let text = lines.joined(separator: "\n")
        var counts: [String: Int] = [:]
        return MutationOperators(text, language).changes().map { change in
            let body = change.applied(to: text).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
            let begin = zip(lines, body).prefix { $0 == $1 }.count
            let same = zip(lines.reversed(), body.reversed()).prefix { $0 == $1 }.count
            let rest = min(same, min(lines.count, body.count) - begin)
            let before = lines[begin..<lines.count - rest].map(trimmed)
            let after = body[begin..<body.count - rest].map(trimmed).filter { !$0.isEmpty }
            let key = ([change.mutation.rawValue] + before + ["becomes"] + after).joined(separator: "\n")
            defer { counts[key, default: 0] += 1 }
            return MechanicalMutant(
                scope: scope, file: file, line: numbers.isEmpty ? 1 : numbers[min(begin, numbers.count - 1)],
                mutation: change.mutation, before: before, after: after, occurrence: counts[key, default: 0],
                body: body)
        }
    }

    private static func trimmed(_ line: some StringProtocol) -> String {
        String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// Returns the number of each line of a region in its file. Lines of a state are found again in order, because the
    /// file also has markers and lines of other states.
    static func numbers(of lines: [String], in file: [Substring], after marker: Int) -> [Int] {
        var next = marker
        return lines.map { line in
            let wanted = trimmed(line)
            if let found = file.indices.dropFirst(next).first(where: { trimmed(file[$0]) == wanted }) {
                next = found + 1
            }
            return max(next, 1)
        }
    }
}

extension Projector {
    /// Returns the mutants of the bodies that a step has learners write, in the order of files and lines.
    package func mechanicalMutants(of step: Step) throws -> [MechanicalMutant] {
        let solution = course.state(after: step.number)
        let marked = try markedFiles()
        return try regions().filter { $0.step == step.number }.flatMap { region -> [MechanicalMutant] in
            guard let language = CodeLanguage(path: region.file),
                let lines = marked.first(where: { $0.path == region.file })?.lines(of: region.name, in: solution)
            else { return [] }
            let place = given[step.number]?[region.file] ?? region.file
            let text = try files.contents(place).text ?? ""
            let numbers = MechanicalMutant.numbers(
                of: lines, in: text.split(separator: "\n", omittingEmptySubsequences: false), after: region.line)
            return MechanicalMutant.all(of: lines, numbers: numbers, scope: region.name, file: region.file, language)
        }
    }
}
