internal import CheckpointCheck
internal import CheckpointCourse

/// Compiles mutants of a whole target into one program, as `MutantSchema` does with those of a step: each changed body
/// becomes a `switch` over the number of the mutant.
struct SourceSchema: Sendable {
    /// The mutants by their numbers, from 1.
    private(set) var mutants: [Int: MechanicalMutant]
    private let tree: [String: TreeFile]

    /// - Parameter tree: the project's files.
    init(_ mutants: [MechanicalMutant], in tree: [String: TreeFile]) {
        self.mutants = Dictionary(uniqueKeysWithValues: zip(1..., mutants))
        self.tree = tree
    }

    /// Returns the files that differ from the project's, keyed by path.
    func files() -> [String: TreeFile] {
        var files: [String: TreeFile] = [:]
        for (path, numbers) in Dictionary(grouping: mutants.keys.sorted(), by: { mutants[$0]?.file ?? "" }) {
            files[path] = TreeFile(text(of: path, numbers))
            let module = path.split(separator: "/").prefix(2).joined(separator: "/")
            files[module + "/SelectedMutant.swift"] = TreeFile(Self.selector)
        }
        return files
    }

    private func text(of path: String, _ numbers: [Int]) -> String {
        let text = tree[path]?.text ?? ""
        var bytes = Array(text.utf8)
        for body in FunctionBodies(text).all().reversed() {
            let scope = "\(path):\(body.name)"
            let cases = numbers.filter { mutants[$0]?.scope == scope }.map { ($0, mutants[$0]?.body ?? []) }
            guard !cases.isEmpty else { continue }
            let place = FunctionBody.Place.statements(isWholeValue: body.returnsValue)
            let lines = MutantSchema.schema(
                scope, body.lines, cases, in: place, selected: "mutant(reaching: \(cases[0].0))")
            bytes.replaceSubrange(body.range, with: Array("\n\(lines.joined(separator: "\n"))\n".utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the number under which a run reports that the mutant's body was reached: the least of the body's mutants.
    func body(of mutant: MechanicalMutant) -> Int? {
        mutants.filter { $1.scope == mutant.scope }.keys.min()
    }

    /// Names the file to which a program appends the number of each body that it reaches, once and a line each.
    static let reachedVariable = "VITALS_REACHED_BODIES"

    private static let selector = """
        internal import Foundation
        internal import Synchronization

        private let selectedMutant =
            ProcessInfo.processInfo.environment["\(Judge.mutantVariable)"].flatMap { Int($0) } ?? 0

        private let reachedFile: Int32 =
            ProcessInfo.processInfo.environment["\(reachedVariable)"].map {
                open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            } ?? -1

        private let reachedBodies = Mutex<Set<Int>>([])

        func mutant(reaching body: Int) -> Int {
            if reachedFile >= 0, reachedBodies.withLock({ $0.insert(body).inserted }) {
                let line = Array("\\(body)\\n".utf8)
                _ = write(reachedFile, line, line.count)
            }
            return selectedMutant
        }

        """

    /// Takes out the mutants behind errors of the compiler.
    ///
    /// - Returns: the mutants that it took out; nil when an error can't be traced to any.
    mutating func remove(behind diagnostics: [CompilerDiagnostic]) -> [MechanicalMutant]? {
        let files = files()
        guard let (numbers, scopes) = MutantSchema.culprits(of: diagnostics, in: files) else { return nil }
        // An error behind a body: some mutant lets it end without a value. Those that can are the first to go.
        let ends = mutants.filter { scopes.contains($1.scope) && [.drop, .swap].contains($1.mutation) }
        let behind = mutants.filter { scopes.contains($1.scope) }
        let gone = Set(numbers).union((ends.isEmpty ? behind : ends).keys)
        let removed = gone.sorted().compactMap { mutants.removeValue(forKey: $0) }
        return removed.isEmpty ? nil : removed
    }
}
