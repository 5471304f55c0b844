internal import CheckpointCheck
package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Judges mutants of the project by the project's own tests, in a copy of the project.
///
/// 1. All Swift mutants share one build of the copy (`SourceSchema`). The compiler says which of them aren't Swift.
/// 2. Without a mutant, the tests run first. Those that fail then judge nothing.
/// 3. A mutant is killed by the first test that fails twice, in a run and alone after it.
package struct TargetMutation: Sendable {
    package let target: MutationTarget
    /// The project's files.
    package let tree: [String: TreeFile]
    /// Folder of the copy, which stays for the next run.
    package let folder: String
    package let resources: Resources
    package let databaseURL: String
    package let progress: @Sendable (String) -> Void
    /// Called with each verdict.
    package let report: @Sendable (MechanicalMutant, MutantVerdict) async throws -> Void

    package init(
        target: MutationTarget, tree: [String: TreeFile], folder: String, resources: Resources, databaseURL: String,
        progress: @escaping @Sendable (String) -> Void,
        report: @escaping @Sendable (MechanicalMutant, MutantVerdict) async throws -> Void
    ) {
        (self.target, self.tree, self.folder, self.resources) = (target, tree, folder, resources)
        (self.databaseURL, self.progress, self.report) = (databaseURL, progress, report)
    }

    /// Judges mutants until as many have a verdict as wanted, apart from those that don't compile.
    package func judge(_ mutants: [MechanicalMutant], wanted: Int) async throws {
        try await target == .web ? judgePages(mutants, wanted) : judgePrograms(mutants, wanted)
    }

    // MARK: Swift

    private func judgePrograms(_ mutants: [MechanicalMutant], _ wanted: Int) async throws {
        let schema = try await built(SourceSchema(mutants, in: tree))
        let numbers = schema.mutants.keys.sorted().prefix(wanted)
        guard !numbers.isEmpty else { return }
        progress("Running the tests without a mutant")
        var unreliable: Set<String> = []
        for modules in target.testModules {
            unreliable.formUnion(try await run(["--filter", modules], mutant: 0, endsAtFailure: false).failures)
        }
        let skipped = unreliable.sorted().flatMap { ["--skip", Self.pattern($0)] }
        for (index, number) in numbers.enumerated() {
            guard let mutant = schema.mutants[number] else { continue }
            progress("Mutant \(index + 1) of \(numbers.count)")
            try await report(mutant, try await verdict(number, skipped))
        }
    }

    private func verdict(_ number: Int, _ skipped: [String]) async throws -> MutantVerdict {
        let begin = ContinuousClock.now
        for modules in target.testModules {
            var forgiven = skipped
            while true {
                let run = try await run(["--filter", modules] + forgiven, mutant: number, endsAtFailure: true)
                guard !run.isPassed else { break }
                guard let test = run.failures.first ?? run.running.first else {
                    return MutantVerdict(
                        outcome: .killed, message: "The tests didn't come to their end.", seconds: begin.seconds)
                }
                let again = try await self.run(
                    ["--filter", Self.pattern(test)], mutant: number, endsAtFailure: true)
                if !again.isPassed {
                    return MutantVerdict(
                        outcome: again.isSilent ? .timedOut : .killed, test: test, message: again.message,
                        seconds: begin.seconds)
                }
                forgiven += ["--skip", Self.pattern(test)]
            }
        }
        return MutantVerdict(outcome: .survived, seconds: begin.seconds)
    }

    private static func pattern(_ test: String) -> String {
        "\\." + NSRegularExpression.escapedPattern(for: test) + "/"
    }

    private struct Run {
        let failures: [String]
        let running: [String]
        let message: String
        let isSilent: Bool
        let isPassed: Bool
    }

    /// Seconds without an event after which the tests count as hanging. The longest single test takes half of it on two
    /// busy cores.
    private static let silenceSeconds = 240.0

    private func run(_ arguments: [String], mutant: Int, endsAtFailure: Bool) async throws -> Run {
        let log = try EventLog(path: folder + "/.build/mutant-events")
        var command = Command(
            folder + "/.build/debug/vitalsPackageTests.xctest",
            [
                "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width", "8",
                "--event-stream-output-path", folder + "/.build/mutant-events", "--event-stream-version", "0",
            ] + arguments)
        command.directory = folder
        command.environment = [
            Judge.mutantVariable: String(mutant), "VITALS_TEST_DATABASE_URL": databaseURL, "VITALS_TEST_TLS": "1",
        ]
        var limits = Limits()
        limits.memoryBytes = 8 << 30
        limits.outputBytes = 512 << 20
        limits.processCount = 1_000
        let run = LimitedRun(
            command: command, outputPath: folder + "/.build/mutant-output.txt", log: log, limits: limits,
            deadline: .now + .seconds(3_600), resources: resources,
            isSilent: {
                if endsAtFailure, log.read().hasFailures { return true }
                return log.silence > .seconds(Self.silenceSeconds)
            })
        let ending = try await run.run()
        let events = log.read()
        let failures = events.issues.keys.sorted()
        return Run(
            failures: failures, running: events.running,
            message: failures.first.flatMap { events.issues[$0]?.first?.message } ?? "",
            isSilent: ending == .silent && failures.isEmpty, isPassed: ending == .exited(0))
    }

    // MARK: The copy

    /// Builds the copy with the mutants that the compiler takes, and reports the others.
    private func built(_ whole: SourceSchema) async throws -> SourceSchema {
        var schema = whole
        for round in 1...40 {
            try copy(schema.files())
            progress("Building \(schema.mutants.count) mutants, round \(round)")
            var command = Command(folder + "/vitals-course", ["test", "--build", "--plain"])
            command.directory = folder
            command.timeoutSeconds = 3_600
            let result = try await command.capture()
            if result.succeeded { return schema }
            let output =
                (try? String(contentsOfFile: folder + "/.build/vitals-course-build.log", encoding: .utf8)) ?? ""
            let errors = CompilerDiagnostic.all(in: output, root: folder)
            guard !errors.isEmpty, let refused = schema.remove(behind: errors) else {
                throw CourseError(
                    .failed, "\(folder) doesn't build; its log: \(folder)/.build/vitals-course-build.log")
            }
            for mutant in refused { try await report(mutant, MutantVerdict(outcome: .uncompiled)) }
        }
        throw CourseError(.failed, "\(folder) still doesn't build after 40 rounds.")
    }

    /// Writes the project's files, with some others in their place, and removes what neither has.
    private func copy(_ changed: [String: TreeFile]) throws {
        let wanted = tree.merging(changed) { $1 }
        for (path, file) in wanted { try file.write(to: folder + "/" + path) }
        for target in MutationTarget.allCases where target != .web {
            for selector in target.folders.map({ $0 + "/SelectedMutant.swift" }) where wanted[selector] == nil {
                try? FileManager.default.removeItem(atPath: folder + "/" + selector)
            }
        }
    }

    // MARK: JavaScript

    private func judgePages(_ mutants: [MechanicalMutant], _ wanted: Int) async throws {
        try copy([:])
        progress("Running the tests without a mutant")
        if let failure = try await pageFailure() {
            throw CourseError(.failed, "Without a mutant, a test of the web app fails: \(failure.test)")
        }
        var count = 0
        for mutant in mutants where count < wanted {
            progress("Mutant \(count + 1) of \(wanted)")
            let begin = ContinuousClock.now
            try TreeFile(mutant.body.joined(separator: "\n")).write(to: folder + "/" + mutant.file)
            var verdict = try await pageFailure() ?? MutantVerdict(outcome: .survived)
            verdict.seconds = begin.seconds
            try tree[mutant.file]?.write(to: folder + "/" + mutant.file)
            try await report(mutant, verdict)
            if verdict.outcome != .uncompiled { count += 1 }
        }
    }

    private struct PageResult: Decodable {
        let name: String
        let passed: Bool
        let message: String
    }

    /// Runs the web app's tests in Node.
    ///
    /// - Returns: the verdict of the first test that fails; nil when all pass.
    private func pageFailure() async throws -> MutantVerdict? {
        var command = Command("node", ["Tests/Web/run-node.mjs", "--json"])
        command.directory = folder
        command.timeoutSeconds = 300
        let result = try await command.capture()
        guard let line = result.standardOutput.split(separator: "\n").last,
            let results = try? JSONDecoder().decode([PageResult].self, from: Data(line.utf8))
        else { return MutantVerdict(outcome: .timedOut, message: "The tests didn't come to their end.") }
        guard let failure = results.first(where: { !$0.passed }) else { return nil }
        let isLoading = failure.name == "The tests can be loaded" && failure.message.contains("SyntaxError")
        return MutantVerdict(
            outcome: isLoading ? .uncompiled : .killed, test: failure.name,
            message: String(failure.message.prefix(300)))
    }
}
