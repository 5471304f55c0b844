import Foundation
import StepSupport
import Vitals

/// Phones that are processes. Each has a directory in a folder that is deleted with this fixture.
struct PhoneFixture {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The place where a program without a directory setting would put its data.
    var home: String { folder.path("home") }

    /// A phone that isn't logged in yet.
    func phone(_ name: String) -> PhoneProgram {
        PhoneProgram(folder.path(name), environment: ["HOME": home, "XDG_DATA_HOME": home])
    }
}

/// A server on its own Postgres database, and phones that know it.
struct WiredPhoneFixture {
    static let token = "dev-token"

    let shelf: PhoneFixture
    let database: TestDatabase
    let server: LiveServer

    init() async throws {
        shelf = try PhoneFixture()
        database = try await SchemaFile.server.database()
        server = try await blocking { [database] in try LiveServer(databaseURL: database.url) }
    }

    /// A phone that is logged in to the server.
    func phone(_ name: String) async throws -> PhoneProgram {
        let phone = shelf.phone(name)
        let run = try await phone.run("login", "--server", server.url, input: Self.token + "\n")
        guard run.status == 0 else {
            throw ProgramError("`vitals-device login --server \(server.url)` failed: \(run.errors)\(run.output)")
        }
        return phone
    }

    /// The value and version of the one record in the server's database.
    func stored() async throws -> [[String]] { try await database.query("SELECT value, version FROM measurements") }
}

/// A record as `vitals-device list --json` shows it.
struct ListedRecord: Decodable, Hashable, CustomStringConvertible {
    let id: String
    let value: Double
    let version: Int
    let updatedAt: String
    let dirty: Bool

    var description: String { "\(value) in version \(version), \(dirty ? "to be sent" : "synced")" }
}

extension PhoneProgram {
    func list() async throws -> [ListedRecord] {
        let run = try await self.run("list", "--json")
        guard run.status == 0 else { throw ProgramError("`vitals-device list --json` failed: \(run.errors)") }
        return try JSONDecoder().decode([ListedRecord].self, from: Data(run.output.utf8))
    }

    /// The server that the phone syncs with; nil before the first login.
    func server() async throws -> String? {
        struct Status: Decodable { let server: String? }
        let run = try await self.run("status", "--json")
        guard run.status == 0 else { throw ProgramError("`vitals-device status --json` failed: \(run.errors)") }
        return try JSONDecoder().decode(Status.self, from: Data(run.output.utf8)).server
    }

    /// - Throws: with the program's output when it fails.
    func sync() async throws {
        let run = try await self.run("sync")
        guard run.status == 0 else {
            throw ProgramError("`vitals-device sync` ended with status \(run.status): \(run.errors)\(run.output)")
        }
    }

    func edit(_ id: String, _ value: String) async throws {
        let run = try await self.run("edit", id, value)
        guard run.status == 0 else { throw ProgramError("`vitals-device edit` failed: \(run.errors)") }
    }

    /// The phone's files that contain a text.
    func files(holding text: String) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return try names.filter { name in
            let path = directory + "/" + name
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue else {
                return false
            }
            return try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
        }
    }
}
