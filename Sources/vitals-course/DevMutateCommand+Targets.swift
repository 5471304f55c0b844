internal import ArgumentParser
internal import CheckpointAuthor
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension MutationTarget: ExpressibleByArgument {}

extension DevMutateCommand {
    /// The text that chooses the sample, unless `--seed` gives another. It stays the same, so that the figures of two
    /// releases are about the same mutants as far as the code is.
    private static let sampleSeed = "vitals"

    /// Mutants are drawn until so many for each one wanted are there, because a third of them don't compile.
    private static let drawnForEachWanted = 3

    func runTargets(_ root: String, _ marks: EquivalentMutants) async throws {
        let tree = try await Self.files(of: root)
        let targets = Array(Set(target)).sorted { $0.rawValue < $1.rawValue }
        let all = targets.map { ($0, $0.mutants(in: tree)) }
        let total = all.map(\.1.count).reduce(0, +)
        let chooser = MutantSample(seed: seed ?? Self.sampleSeed)
        let command = self
        try await interruptibly {
            var whole = MutationTally()
            for (target, mutants) in all where total > 0 {
                let wanted = max(1, (command.sample * mutants.count + total / 2) / total)
                let drawn = chooser.ranked(mutants).prefix(wanted * Self.drawnForEachWanted)
                if command.list {
                    for mutant in drawn { try MutantLine(mutant, marks.mark(on: mutant)).print(json: command.json) }
                    continue
                }
                let tally = try await command.judged(Array(drawn), wanted, of: target, tree, root, marks)
                try MutationText(name: target.rawValue, tally: tally).print(json: command.json)
                for row in tally.rows { whole.add(row) }
            }
            if targets.count > 1, !command.list {
                try MutationText(name: "all targets", tally: whole, listsSurvivors: false).print(json: command.json)
            }
        }
    }

    private func judged(
        _ drawn: [MechanicalMutant], _ wanted: Int, of target: MutationTarget, _ tree: [String: TreeFile],
        _ root: String, _ marks: EquivalentMutants
    ) async throws -> MutationTally {
        let path = "\(verdicts ?? root + "/.build/mutants")/\(target.rawValue).json"
        if afresh { try? FileManager.default.removeItem(atPath: path) }
        let isTest = { (path: String) in path.pathBegins(with: "Tests/") }
        let run = MutationRun(
            verdicts: MutantVerdicts(
                path: path, code: tree.filter { target.contains($0.key) }, tests: tree.filter { isTest($0.key) }),
            marks: marks, of: drawn)
        let judged = await run.tally.rows.filter { $0.verdict.outcome != .uncompiled }.count
        guard judged < wanted else { return await run.tally }
        let progress = ProgressLine(logs: true)
        defer { progress.clear() }
        let rest = await run.rest
        try await Resources.using { resources in
            let given = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
            var database = given ?? ""
            if given == nil, target != .web { database = try await ThrowawayPostgres.start(in: resources).url }
            let mutation = TargetMutation(
                target: target, tree: tree, folder: CacheFolder.standard + "/mutated", resources: resources,
                databaseURL: database, progress: { progress.show("\(target.rawValue): \($0)") },
                report: { try await run.keep($1, on: $0) })
            try await mutation.judge(rest, wanted: wanted - judged)
        }
        return await run.tally
    }

    /// Returns the files that git knows in the clone, as they are on disk.
    private static func files(of root: String) async throws -> [String: TreeFile] {
        let result = try await Command("git", ["-C", root, "ls-files", "-z"]).capture()
        guard result.succeeded else { throw CourseError(.usage, "\(root) isn't a clone.") }
        var files: [String: TreeFile] = [:]
        for path in result.standardOutput.split(separator: "\0").map(String.init) {
            guard let data = FileManager.default.contents(atPath: root + "/" + path) else { continue }
            files[path] = TreeFile(
                data, isExecutable: FileManager.default.isExecutableFile(atPath: root + "/" + path))
        }
        return files
    }
}
