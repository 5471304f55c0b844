package import CheckpointCourse
internal import CheckpointSystem

/// Compiles the wrong answers of a step into a single program, which selects a mutant when it starts. That way, a
/// single build serves all of them ("mutant schemata": Untch, Offutt and Harrold, "Mutation analysis using mutant
/// schemata", ISSTA 1993).
///
/// 1. A body that some answer changes becomes a `switch` over the number of the mutant. Its default is the reference's
///    body, so the program without a number is the reference.
/// 2. Not every body can be a case of a `switch`: the value of a type's constant can't, for example. The compiler's
///    errors name those. `excluding(errorsAt:in:)` leaves them out, and they are built alone.
package struct MutantSchema: Sendable {
    package struct Mutant: Sendable {
        package let number: Int
        package let answer: WrongAnswer
    }

    package let projector: Projector
    package let step: Step
    package let mutants: [Mutant]

    /// The wrong answers among the mutants; the others are starters of a step's parts, which have no test of their own.
    package var answers: [Mutant] { mutants.filter { !$0.answer.test.isEmpty } }

    /// - Parameter answers: wrong answers of the step. Those that change anything but Swift sources are left out.
    package init(of answers: [WrongAnswer], step: Step, projector: Projector) throws {
        let files = try projector.markedFiles()
        let solution = projector.course.state(after: step.number)
        let compiled = Set(
            files.filter { Self.module(ofPath: $0.path) != nil }.flatMap { file in
                file.regions.map(\.name).filter {
                    if case .statements = FunctionBody.place(of: $0, in: file, solution) {
                        true
                    } else {
                        false
                    }
                }
            })
        self.projector = projector
        self.step = step
        mutants = answers.filter { $0.parts.allSatisfy { compiled.contains($0.region) } }.enumerated()
            .map { Mutant(number: $0 + 1, answer: $1) }
    }

    private init(_ schema: MutantSchema, mutants: [Mutant]) {
        projector = schema.projector
        step = schema.step
        self.mutants = mutants
    }

    /// Returns the tree after the step, with all mutants in it.
    ///
    /// - Parameter selection: how the program learns which mutant it is.
    /// - Throws: `MarkerError` when the reference no longer has the lines that an answer changes.
    package func tree(selection: MutantSelection = .number) throws -> [String: TreeFile] {
        let solution = projector.course.state(after: step.number)
        var state = solution
        var modules: Set<String> = []
        let reference = try projector.markedFiles()
        for (region, cases) in try cases() {
            guard let file = reference.first(where: { $0.lines(of: region, in: state) != nil }),
                let lines = file.lines(of: region, in: solution)
            else { continue }
            state.replacements[region] = Self.schema(
                region, lines, cases, in: FunctionBody.place(of: region, in: file, solution), selection.name)
            Self.module(ofPath: file.path).map { _ = modules.insert($0) }
        }
        var tree = try projector.tree(in: state)
        for module in modules { tree[module + "/SelectedMutant.swift"] = TreeFile(selection.source) }
        return tree
    }

    /// Returns the schema without the mutants that the compiler rejects; nil when an error can't be traced to a mutant.
    ///
    /// - Parameter tree: the compiled tree.
    package func excluding(errorsAt diagnostics: [CompilerDiagnostic], in tree: [String: TreeFile]) -> MutantSchema? {
        guard let (numbers, regions) = Self.culprits(of: diagnostics, in: tree) else { return nil }
        return keeping { mutant in
            !numbers.contains(mutant.number) && !mutant.answer.parts.contains { regions.contains($0.region) }
        }
    }

    /// Returns the numbers of the mutants with an error in their lines, and the regions with one in the reference's lines
    /// or behind them; nil when an error can't be traced.
    package static func culprits(
        of diagnostics: [CompilerDiagnostic], in tree: [String: TreeFile]
    ) -> (numbers: Set<Int>, regions: Set<String>)? {
        var numbers: Set<Int> = []
        var regions: Set<String> = []
        for diagnostic in diagnostics {
            let lines = tree[diagnostic.path]?.text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
            guard let label = lines.prefix(diagnostic.line).last(where: { $0.contains(label) }) else { return nil }
            let words = label.split(separator: " ").drop { $0 != "mutant:" }.dropFirst()
            if let number = words.first.flatMap({ Int($0) }) {
                numbers.insert(number)
            } else if let region = words.last {
                regions.insert(String(region))
            }
        }
        return (numbers, regions)
    }

    /// Returns the schema with only some of its mutants, under the same numbers; nil when that's all of them.
    package func keeping(_ isKept: (Mutant) -> Bool) -> MutantSchema? {
        let kept = mutants.filter(isKept)
        return kept.count < mutants.count ? MutantSchema(self, mutants: kept) : nil
    }

    typealias Case = (number: Int, lines: [String])

    /// Bodies of the mutants, keyed by the region that they change.
    private func cases() throws -> [String: [Case]] {
        var cases: [String: [Case]] = [:]
        for mutant in mutants {
            for part in mutant.answer.parts {
                let lines = try projector.lines(of: part, after: step.number)
                cases[part.region, default: []].append((mutant.number, lines))
            }
        }
        return cases
    }

    /// Prefix of a comment that names the mutant whose lines follow. It traces a compiler error to its mutant.
    private static let label = "// mutant: "

    /// - Parameter selected: the constant with the number of the selected mutant.
    static func schema(
        _ region: String, _ reference: [String], _ cases: [Case], in place: FunctionBody.Place, _ selected: String
    ) -> [String] {
        func body(_ lines: [String]) -> [String] {
            let body = FunctionBody(lines)
            if body.isEmpty { return lines + ["break"] }
            if body.isToWrite { return lines }
            if case .statements(isWholeValue: true) = place { return body.returning.lines }
            return lines
        }
        let mutants = cases.flatMap { ["case \($0.number):", "\(label)\($0.number)"] + body($0.lines) }
        return ["\(label)reference \(region)", "switch \(selected) {"] + mutants
            + ["default:", "\(label)reference \(region)"] + body(reference) + ["}"]
    }

    /// The folder of the module that a Swift source belongs to, such as `Sources/Vitals`; nil for anything else.
    package static func module(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "Sources" || parts[0] == "Tests", path.pathEnds(with: ".swift") else {
            return nil
        }
        return parts.prefix(2).joined(separator: "/")
    }
}
