internal import CheckpointSystem
internal import Foundation

/// A run of the whole test suite, counted from Swift Testing's event stream and never from its printed text.
package struct TestRun: Sendable {
    package var root: String
    package var filter: String?
    /// True to run only the tests that `LongTests.environment` extends, at full length.
    package var isLong = false
    package var usesPostgres = true
    /// A Postgres that the tests may use; nil to start a throw-away cluster.
    package var databaseURL: String?
    /// True to print the tests' output to standard error, which leaves standard output for a report.
    package var isQuiet = false
    /// False if the launcher has just built everything.
    package var builds = true

    package init(root: String) { self.root = root }

    /// The result of one phase.
    package struct Part: Sendable {
        package let phase: TestPhase
        package let tally: TestTally
        package let seconds: Double
    }

    package struct Outcome: Sendable {
        package let tally: TestTally
        package let buildSeconds: Double
        /// The results, in the order in which the phases ended.
        package let parts: [Part]
    }

    package func run() async throws -> Outcome {
        try await Resources.using { resources in
            let begin = ContinuousClock.now
            if builds { try await PackageBuild(root: root).tests() }
            let buildSeconds = begin.seconds
            let databaseURL = usesPostgres ? try await database(in: resources) : nil
            let directory = try await resources.makeDirectory("vitals-test")
            let phases = isLong ? LongTests.phases : TestPhase.all(filter: filter)
            let parts = try await withThrowingTaskGroup(of: Part.self) { tasks in
                var parts: [Part] = []
                for (begun, phase) in phases.enumerated() {
                    // Long tests are measured, so they run alone.
                    let isFull = begun >= (isLong ? 1 : TestPhase.atATime)
                    if isFull, let part = try await tasks.next() { parts.append(part) }
                    tasks.addTask { try await run(phase, directory, databaseURL) }
                }
                return try await tasks.reduce(into: parts) { $0.append($1) }
            }
            let tally = try await tally(of: parts, directory, databaseURL)
            return Outcome(tally: tally, buildSeconds: buildSeconds, parts: parts)
        }
    }

    /// Combines the parts. Failed tests of a whole run get a second try, alone on the machine
    /// (docs/decisions/0018-second-tries.md).
    private func tally(of parts: [Part], _ directory: String, _ databaseURL: String?) async throws -> TestTally {
        let tally = TestTally(of: parts.map(\.tally))
        let failures = filter == nil && !isLong ? tally.retryable() : []
        guard !failures.isEmpty else { return tally }
        let ids = failures.flatMap { ["--filter", "^" + NSRegularExpression.escapedPattern(for: $0.test)] }
        let retry = TestPhase(name: "second try", arguments: ids + ["--no-parallel"])
        return tally.afterRetry(try await run(retry, directory, databaseURL).tally)
    }

    private func database(in resources: Resources) async throws -> String {
        if let databaseURL { return databaseURL }
        return try await ThrowawayPostgres.start(in: resources).url
    }

    private func run(_ phase: TestPhase, _ directory: String, _ databaseURL: String?) async throws -> Part {
        let begin = ContinuousClock.now
        let stream = "\(directory)/\(UUID().uuidString).jsonl"
        var command = self.command(
            phase.arguments + ["--event-stream-output-path", stream, "--event-stream-version", "0"])
        command.directory = root
        command.timeoutSeconds = 3_600
        if isLong { command.environment = LongTests.environment }
        // A build without the trait has no HTTPS tests. With this variable set, another test fails in such a build.
        command.environment["VITALS_TEST_TLS"] = "1"
        command.environment["VITALS_TEST_DATABASE_URL"] = .some(databaseURL)
        if databaseURL != nil { command.environment["PATH"] = try PostgresBinaries.pathWithClient() }
        let result = try await command.stream(toStandardError: isQuiet)
        let events = (try? String(contentsOfFile: stream, encoding: .utf8)) ?? ""
        let tally = TestTally(eventStream: events, processSucceeded: result.succeeded, ending: result.ending)
        return Part(phase: phase, tally: tally, seconds: begin.seconds)
    }

    /// The limit for tests that run at the same time: enough to keep two cores busy while some of them wait. Without a
    /// limit all tests of a phase begin at once, and a test among 400 waits longer for its turn than for a response.
    private static let testsAtATime = 8

    /// Returns a command that runs the bundle itself if it's a program, because SwiftPM lets only one process use a
    /// build folder.
    private func command(_ arguments: [String]) -> Command {
        #if os(macOS)
        Command("swift", ["test", "--skip-build", "--disable-xctest", "--traits", "TLS", "--ignore-lock"] + arguments)
        #else
        Command(
            root + "/.build/debug/vitalsPackageTests.xctest",
            [
                "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width",
                String(Self.testsAtATime),
            ] + arguments)
        #endif
    }
}
