import ArgumentParser
import Foundation
import Vitals
import VitalsServer

/// The options that choose the database, shared by every subcommand.
struct StoreOptions: ParsableArguments {
    private static let url = Setting(
        "database-url", "URL", "DATABASE_URL", default: "a SQLite file", "postgres://…, postgresql://… or sqlite:PATH")
    private static let directory = Setting(
        "data", "DIR", "VITALS_SERVER_DATA", default: "of the user, by XDG",
        "Data directory, for the SQLite file")
    private static let connections = Setting("pool-size", "N", "POOL_SIZE", default: "8", "Connections to PostgreSQL")
    static let settings = [url, directory, connections]

    @Option(name: url.name, help: url.help) var databaseURL: String?
    @Option(name: directory.name, help: directory.help) var dataDirectory: String?
    @Option(name: connections.name, help: connections.help) var poolSize: Int?

    func location() throws -> StoreLocation {
        if let url = try Self.url.text(databaseURL) { return try StoreLocation(databaseURL: url) }
        let directory = try Self.directory.text(dataDirectory) ?? Environment.dataDirectory()
        return .sqlite(path: directory + "/vitals-server.sqlite")
    }

    /// Refuses to make a store: no server has it, so what the command shows or changes there would be nothing that counts.
    ///
    /// - Throws: `Failure` where the SQLite file doesn't exist.
    func requireStore() throws {
        guard case .sqlite(let path) = try location(), !FileManager.default.fileExists(atPath: path) else { return }
        throw Failure("There is no store at \(path). Name your server's data folder, such as --data /var/lib/vitals.")
    }

    func open() async throws -> any SyncStore {
        let location = try location()
        let poolSize = try Self.connections.number(poolSize, in: 1...1000) ?? 8
        do {
            return try await makeStore(at: location, poolSize: poolSize)
        } catch {
            throw Failure(error, while: "The database can't be opened")
        }
    }

    /// Opens the store for one command, and closes it even when the command fails, however late. The command may have
    /// closed it already.
    ///
    /// - Parameter action: what the command does, for errors that don't say it themselves.
    /// - Throws: `Failure`; `ValidationError` for an option.
    func withStore<Value>(
        while action: String = "The database failed", _ body: (any SyncStore) async throws -> Value
    ) async throws -> Value {
        let store = try await open()
        do {
            let value = try await body(store)
            try await store.close()
            return value
        } catch {
            try? await store.close()
            throw Failure(error, while: action)
        }
    }
}

/// The database that holds the records.
enum StoreLocation {
    case sqlite(path: String)
    case postgres(url: String)

    /// - Throws: `ValidationError`, which never repeats the URL, since it may hold a password.
    init(databaseURL url: String) throws {
        if url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") {
            self = .postgres(url: url)
        } else if url.hasPrefix("sqlite:"), url.utf8.count > "sqlite:".utf8.count {
            let rest = String(url.dropFirst("sqlite:".count))
            guard rest != ":memory:", !rest.hasPrefix("//") || rest.hasPrefix("///") else {
                throw ValidationError("Write the path of a file after sqlite:, such as sqlite:/var/lib/vitals.sqlite.")
            }
            self = .sqlite(path: rest.hasPrefix("///") ? String(rest.dropFirst(2)) : rest)
        } else {
            throw ValidationError("The database URL must be postgres://…, postgresql://… or sqlite:PATH.")
        }
    }
}

extension StoreLocation: CustomStringConvertible {
    private func isExposed(_ path: String) -> Bool {
        PrivateFolder.isExposed((path as NSString).deletingLastPathComponent)
    }

    /// Names the store in a log, without a password.
    var description: String {
        switch self {
        case .sqlite(let path):
            "the SQLite file \(path)"
                + (isExposed(path) ? ", in a folder that others on this machine may look into" : "")
        case .postgres(let url): PostgresConfiguration(url: url).place
        }
    }
}
