/// The version of `db/schema.sql` that a database has. It is stored in the table `schema_version`.
enum PostgresSchema {
    /// The version that this build reads and writes.
    static let version: Int64 = 1

    static let missing = "The database has no Vitals schema; run `vitals-server migrate`, or start the server once."

    /// What a migration says that may not change the tables.
    static let noPermission =
        """
        The database's role may not create or change tables, so the schema can't be brought up to date. Run `vitals-server \
        migrate` with the role that owns the tables, or grant this one CREATE on the schema. It must be able to read the table \
        applied_migrations too.
        """

    /// Without a schema to create tables in, `migrate` can't help.
    static let noSearchPath =
        "The database's search_path names no schema that exists, so it has no place for the tables: create that schema, or set "
        + "another one, such as ALTER DATABASE … SET search_path = public."

    /// - Throws: `SyncStoreError.unusable` where a table would have no schema to be created in.
    static func checkSearchPath(on connection: PostgresConnection) throws {
        let count = try connection.query("SELECT count(current_schema())").first?.value(0, as: Int64.self)
        guard count == 1 else { throw SyncStoreError.unusable(noSearchPath) }
    }

    /// The installed version; nil where the schema was never applied.
    static func installedVersion(on connection: PostgresConnection) throws -> Int64? {
        do {
            return try connection.query("SELECT version FROM schema_version").first?.value(0, as: Int64.self)
        } catch  where error.sqlState == "42P01" {
            return nil
        }
    }

    /// - Throws: `SyncStoreError.unusable`, which says what to do.
    static func check(on connection: PostgresConnection) throws {
        switch try installedVersion(on: connection) {
        case nil:
            try checkSearchPath(on: connection)
            throw SyncStoreError.unusable(missing)
        case version: break
        case let installed? where installed > version: throw newer(installed)
        case let installed?:
            throw SyncStoreError.unusable(
                "The database has schema version \(installed), and this build needs \(version); "
                    + "run `vitals-server migrate`.")
        }
    }

    static func newer(_ installed: Int64) -> SyncStoreError {
        .unusable(
            "The database has schema version \(installed), and this build knows \(version); "
                + "install a newer vitals-server.")
    }
}
