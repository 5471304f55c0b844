/// The result of `migrate`.
package enum PostgresMigration: Hashable, Sendable, CustomStringConvertible {
    case applied(version: Int64)
    case upToDate(version: Int64)

    package var description: String {
        switch self {
        case .applied(let version): "schema version \(version) applied"
        case .upToDate(let version): "up to date (schema version \(version))"
        }
    }
}

extension PostgresSyncStore {
    /// Brings a database to this build's schema. An empty database gets the schema; a database that has it isn't
    /// changed.
    ///
    /// If two run at the same time, the second waits for the first and finds the work done.
    /// - Parameters:
    ///   - schema: the text of `db/schema.sql`.
    ///   - migrations: the texts of `db/migrations/`, in order. All of them run every time, so each does nothing where
    ///     its work is already done.
    /// - Throws: `SyncStoreError.unusable` for a database that is newer, or that holds other data.
    package static func migrate(
        url: String, schema: String, migrations: [String] = []
    ) async throws -> PostgresMigration {
        let pool = PostgresPool(.forMigration(url: url), size: 1)
        do {
            let outcome = try await pool.withConnection { connection in
                let outcome = try connection.migrate(schema: schema)
                for migration in migrations { try connection.execute(unsafe: migration) }
                return outcome
            }
            try await pool.close()
            return outcome
        } catch {
            try? await pool.close()
            throw (error as? PostgresError)?.syncStoreError ?? error
        }
    }
}

extension PostgresConfiguration {
    /// Longer timeouts, because a migration may wait for another one, and may rewrite a table.
    fileprivate static func forMigration(url: String) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(url: url)
        configuration.statementTimeoutSeconds = 120
        configuration.lockTimeoutSeconds = 60
        return configuration
    }
}

extension PostgresConnection {
    /// "VITALS" in ASCII: the key of the advisory lock that makes migrations wait for each other. It ends with the
    /// session.
    private static let migrationLock: Int64 = 0x5649_5441_4C53

    fileprivate func migrate(schema: String) throws -> PostgresMigration {
        // The lock function returns void, which has no binary form that we read. Hence the count.
        try query("SELECT count(pg_advisory_lock(\(Self.migrationLock)))")
        if let installed = try PostgresSchema.installedVersion(on: self) {
            try PostgresSchema.check(on: self)
            return .upToDate(version: installed)
        }
        try PostgresSchema.checkSearchPath(on: self)
        do {
            try execute(unsafe: schema)
        } catch {
            // A table or another name exists already.
            guard error.sqlState == "42P07" || error.sqlState == "42710" else { throw error }
            throw SyncStoreError.unusable(
                "The database contains other tables, and nothing was changed; "
                    + "point DATABASE_URL at an empty database.")
        }
        try PostgresSchema.check(on: self)
        return .applied(version: PostgresSchema.version)
    }
}
