import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals

/// A `vitals-server` that serves the page, run as people run it, with its own database.
final class Site: Sendable {
    enum Storage: Sendable { case sqlite, postgres }

    let url: String
    let port: Int
    private let token: String
    private let folder: TemporaryFolder
    /// The database; we hold it as long as the site exists.
    private let database: TestDatabase?
    private let databaseURL: String
    /// The page that the server serves.
    private let web: URL
    /// The server's further settings.
    private let settings: [String: String]
    private let running: Mutex<LiveServer>

    /// - Parameters:
    ///   - token: the only user's token. With any token but the public one, the server responds to every host name.
    ///   - settings: further settings of the server, by the names of their variables.
    init(
        _ storage: Storage = .sqlite, web: URL = PackageFiles.url("web"), token: String = Site.token,
        settings: [String: String] = [:]
    ) async throws {
        let folder = try TemporaryFolder()
        let database = storage == .postgres ? try await blocking { try TestDatabase() } : nil
        let databaseURL = database?.url ?? "sqlite:" + folder.path("server.sqlite")
        if storage == .postgres { _ = try await Self.output(of: ["migrate"], databaseURL) }
        if token != Self.token {
            let publicUser = "00000000-0000-0000-0000-000000000001"
            _ = try await Self.output(of: ["user", "delete", publicUser], databaseURL)
            _ = try await Self.output(of: ["user", "add", "--token", token], databaseURL)
        }
        let server = try await Self.server(databaseURL, web, settings, port: 0)
        (self.folder, self.database, self.databaseURL, self.web) = (folder, database, databaseURL, web)
        self.settings = settings
        (url, port, self.token) = (server.url, server.port, token)
        running = Mutex(server)
    }

    deinit { stop() }

    /// Ends the server at once, as a power cut would.
    func stop() { running.withLock { _ = $0.stop() } }

    /// Restarts the server on the same port.
    func start() async throws {
        let server = try await Self.server(databaseURL, web, settings, port: port)
        running.withLock { $0 = server }
    }

    /// Returns a code with which a browser becomes a device of the only user.
    func code() async throws -> String {
        let printed = try await Self.output(of: ["pair", "--json", "--port", "\(port)"], databaseURL)
        return try #require(try JSONValue(parsing: printed)["code"]?.string)
    }

    /// Runs a command of `vitals-server` on the site's database, and returns what it prints.
    func server(_ arguments: [String]) async throws -> String { try await Self.output(of: arguments, databaseURL) }

    /// Returns the names of the devices that were paired with a code.
    func deviceNames() async throws -> [String] {
        let printed = try await Self.output(of: ["token", "list", "--json"], databaseURL)
        return (try JSONValue(parsing: printed).array ?? []).compactMap { $0["name"]?.string }
    }

    /// Revokes the token of every device that was paired with a code.
    func revokeDevices() async throws {
        let printed = try await Self.output(of: ["token", "list", "--json"], databaseURL)
        let ids = (try JSONValue(parsing: printed).array ?? []).compactMap { $0["id"]?.string }
        try #require(!ids.isEmpty)
        for id in ids { _ = try await Self.output(of: ["token", "revoke", id], databaseURL) }
    }

    /// Returns a terminal phone that is logged in.
    func phone(_ name: String) async throws -> PhoneProgram {
        let phone = PhoneProgram(folder.path(name))
        let run = try await phone.run("login", "--server", url, input: token + "\n")
        try #require(run.status == 0, "\(run.errors)")
        return phone
    }

    /// Returns the server's records, ordered by id, and the number of writes that it has ever accepted.
    func table() async throws -> (records: [Vitals.Measurement], writeCount: Int64) {
        let answer = try await ServerClient(url: url, token: token).pull()
        let records = try answer.records().sorted { $0.id < $1.id }
        return (records, try #require(answer.nextCursor, "\(answer)"))
    }

    func records() async throws -> [Vitals.Measurement] { try await table().records }

    /// The public token, which a new database has.
    static let token = "dev-token"

    private static func server(
        _ databaseURL: String, _ web: URL, _ settings: [String: String], port: Int
    ) async throws -> LiveServer {
        let environment = settings.merging(["VITALS_WEB": web.path]) { $1 }
        return try await blocking { try LiveServer(databaseURL: databaseURL, port: port, environment: environment) }
    }

    private static func output(of arguments: [String], _ databaseURL: String) async throws -> String {
        let run = try await blocking {
            try RunningProgram("vitals-server", arguments, environment: ["DATABASE_URL": databaseURL])
                .finish(withinSeconds: 30)
        }
        try #require(run.status == 0, "\(arguments): \(run.errors)")
        return run.output
    }
}

extension PhoneProgram {
    /// Returns the phone's records, ordered by id.
    func records() async throws -> [Vitals.Measurement] {
        let run = try await run("list", "--json")
        try #require(run.status == 0, "\(run.errors)")
        let rows = try JSONValue(parsing: run.output).array ?? []
        return try rows.map { try Vitals.Measurement(json: $0.without(["dirty", "extra"])) }.sorted { $0.id < $1.id }
    }

    func sync(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let run = try await run("sync")
        expect(run.status, equals: 0, "\(run.errors)", sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    /// Returns the object without these members.
    func without(_ names: [String]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.name) })
    }
}
