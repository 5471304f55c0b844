internal import CheckpointCheck
package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Judges mutants of the project by the project's own tests, in a copy of the project.
///
/// 1. All Swift mutants share one build of the copy (`SourceSchema`). The compiler says which of them aren't Swift.
/// 2. Each suite of tests first runs alone without a mutant. Tests that fail then judge nothing, and the program writes down
///    which bodies the suite reaches.
/// 3. The suites that reach a mutant's body judge it. A mutant is killed by the first test that fails twice, in a run and
///    alone after it.
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
        let suites = try await suites()
        for (index, number) in numbers.enumerated() {
            guard let mutant = schema.mutants[number] else { continue }
            progress("Mutant \(index + 1) of \(numbers.count)")
            let reaching = suites.filter { $0.bodies.contains(schema.body(of: mutant) ?? 0) }
            try await report(mutant, try await verdict(number, reaching))
        }
    }

    /// A suite of tests, as it runs without a mutant.
    private struct Suite {
        /// Names of its tests, such as `MergeTests/ties()`.
        let name: String
        let seconds: Double
        /// Tests that fail without a mutant, and so judge nothing.
        let unreliable: [String]
        /// Numbers of the bodies that it reaches, in the tests' process or in programs that it starts.
        let bodies: Set<Int>
    }

    /// Suites that take longer than this many seconds run after the others.
    private static let shortSuiteSeconds = 4.0

    /// Runs each suite alone, without a mutant.
    private func suites() async throws -> [Suite] {
        let names = try await suiteNames()
        let reachedPath = folder + "/.build/mutant-reached"
        var suites: [Suite] = []
        for (index, name) in names.enumerated() {
            progress("Suite \(index + 1) of \(names.count) without a mutant: \(name)")
            try? FileManager.default.removeItem(atPath: reachedPath)
            let begin = ContinuousClock.now
            let run = try await run(
                ["--filter", Self.pattern(name)], mutant: 0, endsAtFailure: false,
                environment: [SourceSchema.reachedVariable: reachedPath])
            let reached = (try? String(contentsOfFile: reachedPath, encoding: .utf8)) ?? ""
            suites.append(
                Suite(
                    name: name, seconds: begin.seconds, unreliable: run.failures + run.running,
                    bodies: Set(reached.split(separator: "\n").compactMap { Int($0) })))
        }
        return suites
    }

    private func suiteNames() async throws -> [String] {
        var command = Command(bundle, ["--testing-library", "swift-testing", "--list-tests"])
        command.directory = folder
        let result = try await command.capture()
        guard result.succeeded else { throw CourseError(.failed, "The tests of \(folder) can't be listed.") }
        let modules = Set(target.testModules)
        let names = result.standardOutput.split(separator: "\n").compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/") else { return nil }
            let parts = line[..<slash].split(separator: ".", maxSplits: 1)
            guard parts.count == 2, modules.contains(String(parts[0])) else { return nil }
            return String(parts[1])
        }
        return Set(names).sorted()
    }

    private var bundle: String { folder + "/.build/debug/vitalsPackageTests.xctest" }

    /// - Parameter suites: those that reach the mutant's body. No other can tell it from the original.
    private func verdict(_ number: Int, _ suites: [Suite]) async throws -> MutantVerdict {
        let begin = ContinuousClock.now
        var forgiven = suites.flatMap(\.unreliable).flatMap { ["--skip", Self.pattern($0)] }
        let isShort = { (suite: Suite) in suite.seconds <= Self.shortSuiteSeconds }
        for part in [suites.filter(isShort), suites.filter { !isShort($0) }] where !part.isEmpty {
            let filter = ["--filter", part.map { Self.pattern($0.name) }.joined(separator: "|")]
            let silence = Self.silenceSeconds(part.map(\.seconds).max() ?? 0)
            while true {
                let run = try await run(filter + forgiven, mutant: number, endsAtFailure: true, silence: silence)
                guard !run.isPassed else { break }
                guard let test = run.failures.first ?? run.running.first else {
                    return MutantVerdict(
                        outcome: .killed, message: "The tests didn't come to their end.", seconds: begin.seconds)
                }
                let again = try await self.run(
                    ["--filter", Self.pattern(test)], mutant: number, endsAtFailure: true, silence: silence)
                if !again.isPassed {
                    return MutantVerdict(
                        outcome: again.isSilent ? .timedOut : .killed, test: test, message: again.message,
                        seconds: begin.seconds)
                }
                forgiven += ["--skip", Self.pattern(test)]
            }
        }
        return MutantVerdict(
            outcome: .survived, message: suites.isEmpty ? "No test reaches it." : "", seconds: begin.seconds)
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

    /// Seconds without an event after which tests count as hanging.
    ///
    /// - Parameter longest: seconds that the longest of their suites takes alone, without a mutant.
    private static func silenceSeconds(_ longest: Double) -> Double { max(20, 3 * longest) }

    private func run(
        _ arguments: [String], mutant: Int, endsAtFailure: Bool, silence: Double = 240,
        environment: [String: String] = [:]
    ) async throws -> Run {
        let log = try EventLog(path: folder + "/.build/mutant-events")
        var command = Command(
            bundle,
            [
                "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width", "8",
                "--event-stream-output-path", folder + "/.build/mutant-events", "--event-stream-version", "0",
            ] + arguments)
        command.directory = folder
        command.environment = [
            Judge.mutantVariable: String(mutant), "VITALS_TEST_DATABASE_URL": databaseURL, "VITALS_TEST_TLS": "1",
        ].merging(environment) { $1 }
        var limits = Limits()
        limits.memoryBytes = 8 << 30
        limits.outputBytes = 512 << 20
        limits.processCount = 1_000
        let run = LimitedRun(
            command: command, outputPath: folder + "/.build/mutant-output.txt", log: log, limits: limits,
            deadline: .now + .seconds(3_600), resources: resources,
            isSilent: {
                if endsAtFailure, log.read().hasFailures { return true }
                return log.silence > .seconds(silence)
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
