internal import CheckpointSystem
internal import Foundation

/// A real `vitals-device` with its own data folder, driven through its command line.
struct DemoPhone: Sendable {
    let name: String
    let executable: String
    let dataDirectory: String

    /// - Returns: the phone's standard output.
    /// - Throws: `CourseError` with the command and its last lines of output if it fails.
    @discardableResult
    func run(_ arguments: String...) async throws -> String { try await run(arguments) }

    @discardableResult
    func run(_ arguments: [String]) async throws -> String { try await run(arguments, fails: false) }

    /// Runs a command that should change nothing and end with status 1.
    ///
    /// - Returns: what it said.
    func fail(_ arguments: String...) async throws -> String { try await run(arguments, fails: true) }

    private func run(_ arguments: [String], fails: Bool) async throws -> String {
        let result = try await Command(executable, arguments + ["--data", dataDirectory]).capture()
        if fails, result.ending == "exit status 1" { return result.standardOutput + result.standardError }
        guard !fails, result.succeeded else {
            let lines = (result.standardOutput + result.standardError).split(separator: "\n")
            throw CourseError(
                .failed, "Phone \(name): `vitals-device \(arguments[0])` failed with \(result.ending).",
                lastLines: lines.suffix(12).map(String.init))
        }
        return result.standardOutput
    }

    func logIn(server: String) async throws { try await run("login", "--server", server, "--token", DemoServer.token) }
    func importHealth(_ file: String) async throws { try await run("import", file) }
    func sync() async throws { try await run("sync") }
    func edit(_ id: String, to value: String) async throws { try await run("edit", id, value) }

    func weights() async throws -> [DemoRecord] { try await records().filter { $0.kind == "WEIGHT" } }

    func records() async throws -> [DemoRecord] {
        let text = try await run("list", "--json")
        do {
            return try JSONDecoder().decode([DemoRecord].self, from: Data(text.utf8))
        } catch {
            throw CourseError(.failed, "Phone \(name): `list --json` didn't print the expected array of records.")
        }
    }

    func weight(_ id: String) async throws -> DemoRecord? {
        try await weights().first { $0.id.lowercased() == id.lowercased() }
    }

    /// Returns true if the phone lists `record` among the edits that lost.
    func showsConflict(of record: DemoRecord) async throws -> Bool {
        let text = try await run("conflicts", "--json")
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return contains(record, in: json)
    }

    private func contains(_ record: DemoRecord, in json: Any?) -> Bool {
        if let list = json as? [Any] { return list.contains { contains(record, in: $0) } }
        guard let members = json as? [String: Any] else { return false }
        let isIt =
            (members["id"] as? String)?.lowercased() == record.id.lowercased()
            && (members["value"] as? NSNumber)?.doubleValue == record.value
        return isIt || members.values.contains { contains(record, in: $0) }
    }
}
