import ArgumentParser
import Foundation
import Vitals
import VitalsServer

/// The options that choose the database, shared by every subcommand.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("database-url"),
        help: "postgres://…, postgresql://… or sqlite:PATH (DATABASE_URL; default: a file in the data directory)")
    var databaseURL: String?

    @Option(
        name: .customLong("data"), help: "Data directory (VITALS_SERVER_DATA; default: ~/.local/share/vitals-server)")
    var dataDirectory: String?

    @Option(help: "Connections to PostgreSQL (POOL_SIZE; default: 8)")
    var poolSize: Int?

    func location() throws -> StoreLocation {
        if let url = try databaseURL ?? Environment.text("DATABASE_URL") { return try StoreLocation(databaseURL: url) }
        let directory = try dataDirectory ?? Environment.text("VITALS_SERVER_DATA") ?? Environment.dataDirectory()
        return .sqlite(path: directory + "/vitals-server.sqlite")
    }

    func open() async throws -> any SyncStore {
        let location = try location()
        let poolSize = try poolSize ?? Environment.value("POOL_SIZE", as: Int.self) ?? 8
        guard (1...1000).contains(poolSize) else { throw ValidationError("The pool size must be between 1 and 1000.") }
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
