internal import Crypto
internal import Vitals

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
    ///   - migrations: the texts of `db/migrations/`, in order. Each does nothing where its work is already done.
    ///   - onlyMissing: whether migrations that the database has noted are left out. Where none is missing, nothing is
    ///     written and no lock is taken, so that servers can do it at every start.
    /// - Throws: `SyncStoreError.unusable` for a database that is newer, that holds other data, or whose role may not
    ///   create tables.
    package static func migrate(
        url: String, schema: String, migrations: [String] = [], onlyMissing: Bool = false
    ) async throws -> PostgresMigration {
        let pool = PostgresPool(.forMigration(url: url), size: 1)
        do {
            let outcome = try await pool.withConnection { connection in
                try connection.migrate(schema: schema, migrations, onlyMissing: onlyMissing)
            }
            try await pool.close()
            return outcome
        } catch {
            try? await pool.close()
            let postgres = error as? PostgresError
            // "insufficient_privilege"
            if postgres?.sqlState == "42501" { throw SyncStoreError.unusable(PostgresSchema.noPermission) }
            throw postgres?.syncStoreError ?? error
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

    fileprivate func migrate(
        schema: String, _ migrations: [String], onlyMissing: Bool
    ) throws -> PostgresMigration {
        if onlyMissing {
            let installed = try PostgresSchema.installedVersion(on: self)
            let missing = try appliedMigrations().missing(of: migrations)
            if installed == PostgresSchema.version, missing.isEmpty {
                return .upToDate(version: PostgresSchema.version)
            }
        }
        let outcome = try lockAndApply(schema)
        guard !migrations.isEmpty else { return outcome }
        // Read after the lock: another server may have done the work meanwhile.
        let missing = onlyMissing ? try appliedMigrations().missing(of: migrations) : migrations
        for migration in missing { try execute(unsafe: migration) }
        try note(missing)
        return outcome
    }

    private func lockAndApply(_ schema: String) throws -> PostgresMigration {
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

/// The migrations that a database has noted as done, by the hashes of their texts.
private struct AppliedMigrations {
    let hashes: Set<String>

    func missing(of migrations: [String]) -> [String] {
        migrations.filter { migration in !hashes.contains(Self.hash(migration)) }
    }

    static func hash(_ migration: String) -> String { SHA256.hash(data: Array(migration.utf8)).hexadecimal }
}

extension PostgresConnection {
    private func appliedMigrations() throws -> AppliedMigrations {
        // A database from before there were notes has no such table.
        let table = try query("SELECT 1::int8 WHERE to_regclass('applied_migrations') IS NOT NULL")
        guard table.count > 0 else { return AppliedMigrations(hashes: []) }
        let result = try query("SELECT sha256 FROM applied_migrations")
        var hashes: Set<String> = []
        for row in result.rows {
            let hash: String = try row.value(0)
            hashes.insert(hash)
        }
        return AppliedMigrations(hashes: hashes)
    }

    private func note(_ migrations: [String]) throws {
        try execute(
            unsafe: """
                CREATE TABLE IF NOT EXISTS applied_migrations (
                    sha256     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                    applied_at TIMESTAMPTZ      NOT NULL DEFAULT now()
                )
                """)
        for migration in migrations {
            let hash = AppliedMigrations.hash(migration)
            try query("INSERT INTO applied_migrations (sha256) VALUES (\(hash)) ON CONFLICT DO NOTHING")
        }
    }
}
