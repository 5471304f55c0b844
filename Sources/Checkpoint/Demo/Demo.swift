internal import CheckpointSystem
internal import Foundation

/// A demo on this machine: it sets the stage for a story, with a real server and real phones, and plays it.
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
    package var story: any Story = ConvergenceStory()

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
            report.started(server: server, database: database.description)
            let stage = DemoStage(
                root: root, programs: folder, directory: directory, databaseURL: database.url, server: server,
                report: report, resources: resources)
            let holds = try await story.play(on: stage)
            report.verdict(holds ? story.success : story.failure, holds: holds)
            if keeps { await handOver(stage) }
            return holds
        }
    }

    private func handOver(_ stage: DemoStage) async {
        let (server, directory) = (stage.server, stage.directory)
        let device = ShellWord.quoted(stage.phone("A").executable)
        let attach = [
            "export VITALS_DATA=\(ShellWord.quoted(stage.phone("A").dataDirectory))"
                + "   # or \(ShellWord.quoted(stage.phone("B").dataDirectory))",
            "\(device) list --kind weight",
            "\(device) conflicts",
            "curl -H 'Authorization: Bearer \(DemoServer.token)' '\(server.url)/sync/pull?cursor=0'",
            "tail -f \(ShellWord.quoted(server.process.logPath))",
        ]
        report.kept(server: server, directory: directory, attach: attach, stop: await stage.resources.handOver())
    }
}
