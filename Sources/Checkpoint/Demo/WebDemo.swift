internal import CheckpointSystem
internal import Foundation

/// A demo with two phones on one browser page and a real server, which runs until it's interrupted.
package struct WebDemo: Sendable {
    /// The package whose server runs and whose `web` is served.
    package var root: String
    /// Folder that holds `vitals-server`; nil to build it first.
    package var binaries: String?
    package var usesPostgres = false
    /// The value of `DATABASE_URL`.
    package var databaseURL: String?
    /// The port to listen on; 0 for any free one.
    package var port = 0
    package var report: DemoReport

    package init(root: String, report: DemoReport) {
        self.root = root
        self.report = report
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: `CourseError` if the server doesn't start or ends, `CancellationError` if interrupted.
    package func run() async throws {
        let folder: String
        if let binaries { folder = binaries } else { folder = try await PackageBuild(root: root).products() }
        try await Resources.using { resources in
            let directory = try await resources.makeDirectory("vitals-demo")
            let program = folder + "/vitals-server"
            let database = try await DemoDatabase.prepare(
                postgres: usesPostgres, databaseURL: databaseURL, server: program, root: root, directory: directory,
                in: resources)
            let server = try await DemoServer.start(
                executable: program, databaseURL: database.url, directory: directory,
                environment: ["VITALS_WEB": root + "/web", "PORT": "\(port)"], in: resources)
            report.started(server: server, database: database.description)
            var codes: [String] = []
            for _ in ["A", "B"] { codes.append(try await code(program, database.url, directory)) }
            // The codes go in the fragment, because a browser doesn't send it to the server.
            report.page(server.url + "/demo/#pair=" + codes.joined(separator: ","))
            try await server.process.whileRunning { try await Task.sleep(for: .seconds(86_400 * 365)) }
        }
    }

    private struct Invitation: Decodable { let code: String }

    /// Returns a pairing code, with which one of the phones becomes a device of the demo's user.
    private func code(_ program: String, _ databaseURL: String, _ directory: String) async throws -> String {
        let command = DemoServer.command(
            program, ["pair", "--json"], databaseURL: databaseURL, directory: directory)
        let result = try await command.capture()
        guard result.succeeded,
            let invitation = try? JSONDecoder().decode(Invitation.self, from: Data(result.standardOutput.utf8))
        else {
            let lines = (result.standardError + result.standardOutput).split(separator: "\n").suffix(5)
            throw CourseError(.failed, "`vitals-server pair` failed.", lastLines: lines.map(String.init))
        }
        return invitation.code
    }
}
