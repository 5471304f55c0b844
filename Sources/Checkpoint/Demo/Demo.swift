internal import CheckpointSystem
internal import Foundation

/// A demo of two real phones and a real server on this machine: they go offline, edit the same record, and sync again.
package struct Demo: Sendable {
    /// The package whose server and device the demo runs.
    package var root: String
    /// Folder that holds `vitals-server` and `vitals-device`; nil to build them first.
    package var binaries: String?
    package var usesPostgres = false
    /// True to leave the server running and keep all data at the end.
    package var keeps = false
    /// The value of `DATABASE_URL`.
    package var databaseURL: String?
    package var report: DemoReport

    package init(root: String, report: DemoReport) {
        self.root = root
        self.report = report
    }

    /// Runs the demo.
    ///
    /// - Returns: true if every check held.
    /// - Throws: `CourseError` if a process fails or the server ends half-way, `CancellationError` if interrupted.
    package func run() async throws -> Bool {
        let folder: String
        if let binaries { folder = binaries } else { folder = try await PackageBuild(root: root).products() }
        return try await Resources.using { resources in
            let directory = try await resources.makeDirectory("vitals-demo")
            let database = try await DemoDatabase.prepare(
                postgres: usesPostgres, databaseURL: databaseURL, server: folder + "/vitals-server",
                root: root, directory: directory, in: resources)
            let server = try await DemoServer.start(
                executable: folder + "/vitals-server", databaseURL: database.url, directory: directory, in: resources)
            report.started(server: server, database: database.words)
            let story = DemoStory(
                phoneA: phone("A", folder, directory), phoneB: phone("B", folder, directory), server: server,
                export: root + "/Tests/Fixtures/apple-health/export.xml", report: report)
            let holds = try await server.process.whileRunning { try await story.play() }
            report.verdict(holds ? Self.success : Self.failure, holds: holds)
            if keeps { await handOver(resources, server, story, directory) }
            return holds
        }
    }

    private static let success = "the phones and the server converged, each time on the record that the order names."
    private static let failure = "they did not converge as the order demands; see what FAILS above."

    private func phone(_ name: String, _ folder: String, _ directory: String) -> DemoPhone {
        DemoPhone(
            name: name, executable: folder + "/vitals-device",
            dataDirectory: "\(directory)/phone-\(name.lowercased())")
    }

    private func handOver(
        _ resources: Resources, _ server: DemoServer, _ story: DemoStory, _ directory: String
    ) async {
        let device = story.phoneA.executable
        let attach = [
            "export VITALS_DATA=\(story.phoneA.dataDirectory)   # or \(story.phoneB.dataDirectory)",
            "\(device) list --kind weight",
            "\(device) conflicts",
            "curl -H 'Authorization: Bearer \(DemoServer.token)' '\(server.url)/sync/pull?cursor=0'",
            "tail -f \(server.process.logPath)",
        ]
        report.kept(server: server, directory: directory, attach: attach, stop: await resources.handOver())
    }
}
