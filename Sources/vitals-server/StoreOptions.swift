import ArgumentParser
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
        let directory = dataDirectory ?? Environment.text("VITALS_SERVER_DATA") ?? Environment.dataDirectory
        return try StoreLocation(databaseURL: databaseURL ?? Environment.text("DATABASE_URL"), dataDirectory: directory)
    }

    func open() async throws -> any SyncStore {
        let location = try location()
        let poolSize = try poolSize ?? Environment.value("POOL_SIZE", as: Int.self) ?? 8
        guard (1...1000).contains(poolSize) else { throw ValidationError("The pool size must lie between 1 and 1000.") }
        do {
            return try await makeStore(at: location, poolSize: poolSize)
        } catch {
            throw Failure(error, while: "The database cannot be opened")
        }
    }

    /// Opens the store for one command, and closes it even when the command fails.
    func withStore<Value>(_ body: (any SyncStore) async throws -> Value) async throws -> Value {
        let store = try await open()
        do {
            let value = try await body(store)
            try await store.close()
            return value
        } catch {
            try? await store.close()
            throw Failure(error, while: "The database failed")
        }
    }
}
