import VitalsServer

/// Opens the store at a location. Only this file knows every kind of store.
func makeStore(at location: StoreLocation, poolSize: Int) async throws -> any SyncStore {
    switch location {
    case .sqlite(let path):
        return Features.wrap(
            try SQLiteSyncStore(path: path, migrations: Features.sqliteMigrations, pushHooks: Features.sqlitePushHooks))
    case .postgres(let url):
        return Features.wrap(
            try await PostgresSyncStore(url: url, poolSize: poolSize, pushHooks: Features.postgresPushHooks))
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
