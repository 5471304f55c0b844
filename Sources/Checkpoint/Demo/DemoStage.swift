package import CheckpointSystem
internal import Foundation

/// The stage of a story: a running server, phones with a folder each, and a report.
package struct DemoStage: Sendable {
    /// The clone of the course, which has the fixtures.
    package let root: String
    /// Folder that holds `vitals-server` and `vitals-device`.
    package let programs: String
    /// Folder for everything that the story writes.
    package let directory: String
    /// URL of the server's database.
    package let databaseURL: String
    /// The server as the story begins.
    package let server: DemoServer
    package let report: DemoReport
    /// Ends and removes what is registered with it, after the story.
    package let resources: Resources

    /// Returns the phone of this name, such as `A`. Its folder is there from its first command on.
    func phone(_ name: String) -> DemoPhone {
        DemoPhone(
            name: name, executable: programs + "/vitals-device",
            dataDirectory: "\(directory)/phone-\(name.lowercased())")
    }

    /// Starts a server in place of one that was stopped, at the same address.
    ///
    /// - Parameter environment: additional settings.
    func start(
        inPlaceOf server: DemoServer, databaseURL: String, environment: [String: String] = [:]
    ) async throws -> DemoServer {
        let port = server.url.split(separator: ":").last.map(String.init) ?? "0"
        return try await DemoServer.start(
            executable: programs + "/vitals-server", databaseURL: databaseURL, directory: directory,
            environment: environment.merging(["PORT": port]) { $1 }, in: resources)
    }

    /// Returns a code with which a phone becomes a device of the demo's user.
    func pairingCode() async throws -> String {
        struct Invitation: Decodable { let code: String }
        let command = DemoServer.command(
            programs + "/vitals-server", ["pair", "--json"], databaseURL: databaseURL, directory: directory)
        let result = try await command.capture()
        guard let made = try? JSONDecoder().decode(Invitation.self, from: Data(result.standardOutput.utf8)) else {
            throw CourseError(.failed, "`vitals-server pair` failed with \(result.ending).")
        }
        return made.code
    }
}
