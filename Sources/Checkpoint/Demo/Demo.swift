internal import Foundation

/// Two real phones and a real server on this machine: they part, they disagree, and they meet again.
package struct Demo: Sendable {
    /// The package whose server and device are run.
    package var root: String
    /// Holds `vitals-server` and `vitals-device`; nil to build them first.
    package var binaries: String?
    package var usesPostgres = false
    /// Leaves the server and all data behind when the story has been told.
    package var keeps = false
    /// What `DATABASE_URL` says.
    package var databaseURL: String?
    package var report: DemoReport

    package init(root: String, report: DemoReport) {
        self.root = root
        self.report = report
    }

    /// - Returns: true when everything that must hold held.
    /// - Throws: `CourseError` when a process fails or the server ends half-way, `CancellationError` when interrupted.
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
