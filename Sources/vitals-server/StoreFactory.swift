import ArgumentParser
import VitalsServer

/// The database that holds the records.
enum StoreLocation {
    case sqlite(path: String)
    case postgres(url: String)

    /// - Throws: `ValidationError`, which never repeats the URL, since it may hold a password.
    init(databaseURL: String?, dataDirectory: String) throws {
        guard let url = databaseURL else {
            self = .sqlite(path: dataDirectory + "/vitals-server.sqlite")
            return
        }
        if url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") {
            self = .postgres(url: url)
        } else if url.hasPrefix("sqlite:"), url.utf8.count > "sqlite:".utf8.count {
            let rest = String(url.dropFirst("sqlite:".count))
            guard rest != ":memory:", !rest.hasPrefix("//") || rest.hasPrefix("///") else {
                throw ValidationError("After sqlite: comes the path of a file, such as sqlite:/var/lib/vitals.sqlite.")
            }
            self = .sqlite(path: rest.hasPrefix("///") ? String(rest.dropFirst(2)) : rest)
        } else {
            throw ValidationError("The database URL must be postgres://…, postgresql://… or sqlite:PATH.")
        }
    }
}

/// Opens the store at a location. Only this file knows every kind of store.
func makeStore(at location: StoreLocation, poolSize: Int) async throws -> any SyncStore {
    switch location {
    case .sqlite(let path):
        return Features.extend(try SQLiteSyncStore(path: path, migrations: Features.sqliteMigrations))
    case .postgres(let url): return Features.extend(try await PostgresSyncStore(url: url, poolSize: poolSize))
    }
}

/// Brings the tables of a database up to date, and returns a message about it.
///
/// - Parameter schemaPath: where `db/schema.sql` is; nil to search for it. `migrations/` is next to it.
func migrate(_ location: StoreLocation, schemaPath: String?) async throws -> String {
    switch location {
    case .sqlite(let path):
        try await SQLiteSyncStore(path: path, migrations: Features.sqliteMigrations).close()
        return "\(path) is up to date."
    case .postgres(let url):
        let files = try SchemaFiles(at: schemaPath)
        let outcome = try await PostgresSyncStore.migrate(url: url, schema: files.schema, migrations: files.migrations)
        return "The database: \(outcome)."
    }
}
