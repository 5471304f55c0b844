internal import Foundation

/// One run of the whole test suite by SwiftPM, counted from the event stream of Swift Testing and never from its prose.
package struct TestRun: Sendable {
    package var root: String
    package var filter: String?
    package var usesPostgres = true
    /// A Postgres that the tests may use; nil to start a throw-away one.
    package var databaseURL: String?
    /// False where the launcher has just built everything.
    package var builds = true

    package init(root: String) { self.root = root }

    package func run() async throws -> TestTally {
        try await Resources.using { resources in
            if builds { try await PackageBuild(root: root).tests() }
            var databaseURL = databaseURL
            if !usesPostgres {
                databaseURL = nil
            } else if databaseURL == nil {
                databaseURL = try await ThrowawayPostgres.start(in: resources).url
            }
            let directory = try await resources.makeDirectory("vitals-test")
            var tallies: [TestTally] = []
            for (number, selection) in Self.selections(filter: filter).enumerated() {
                let stream = "\(directory)/events-\(number).jsonl"
                var command = Command("swift", Self.arguments(eventStream: stream) + selection)
                command.directory = root
                command.timeoutSeconds = 3_600
                // A build without the trait has no tests of HTTPS; one of the others fails then, where this is set.
                command.environment = ["VITALS_TEST_DATABASE_URL": databaseURL, "VITALS_TEST_TLS": "1"]
                let result = try await command.stream(toStandardError: false)
                let events = (try? String(contentsOfFile: stream, encoding: .utf8)) ?? ""
                tallies.append(TestTally(eventStream: events, processSucceeded: result.succeeded))
            }
            return TestTally(of: tallies)
        }
    }

    /// Tests that keep a core busy, those of the main actor, those that watch real processes, and those that build what a
    /// learner would, run apart from the rest: two cores full of simulated phones would starve a test that waits for a lock
    /// or for a process to say something. Those that build share one folder, which would go to and fro between the states of
    /// two of them, those that start the runner itself wait for it, and a browser takes all that two cores have: they go one
    /// by one.
    static func selections(filter: String?) -> [[String]] {
        if let filter { return [["--filter", filter]] }
        let course = "(StepTests|ConvergenceTests|IntegrationTests)"
        let apart = [
            course, "SimulationTests", "VitalsViewModelsTests", "ProgramTests", "BrowserTests", "CheckpointTests",
            "CourseTests", "GradingTests",
        ]
        let oneByOne = ["BrowserTests", "CheckpointTests", "CourseTests", "GradingTests"]
        return [apart.flatMap { ["--skip", "^\($0)\\."] }]
            + apart.map { ["--filter", "^\($0)\\."] + (oneByOne.contains($0) ? ["--no-parallel"] : []) }
    }

    static func arguments(eventStream: String) -> [String] {
        [
            "test", "--skip-build", "--disable-xctest", "--traits", "TLS",
            "--event-stream-output-path", eventStream, "--event-stream-version", "0",
        ]
    }
}
