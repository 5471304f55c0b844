import Foundation
import GRDB
import TestSupport
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerReminders
import VitalsServerWorkouts

/// A server's database, looked at without the server: its tables, and each row as a text.
struct DatabaseUnderTest: Sendable {
    /// The tables, and the columns of each that are to be read; nil for all.
    typealias Columns = [String: [String]]
    typealias Rows = [String: [String]]

    /// The arguments by which the program finds it.
    let arguments: [String]
    let open: @Sendable () async throws -> any FilledStore.Store
    /// The columns of every table that the database says it has.
    let columns: @Sendable () throws -> Columns
    /// The rows of the tables, sorted.
    let rows: @Sendable (Columns) throws -> Rows
    /// The text that makes the same tables with the same rows in an empty database.
    let dump: @Sendable () throws -> String

    /// Tables in which the database counts its own versions.
    static let bookkeeping: Set = ["applied_migrations", "grdb_migrations", "schema_version"]

    /// The rows with everything that the database has today.
    func everything() throws -> (columns: Columns, rows: Rows) {
        let columns = try columns()
        return (columns, try rows(columns))
    }
}

extension StoreUnderTest {
    /// Runs `body` with a database that `sql` makes; nil for the tables that are made today, without a row.
    func withDatabase(_ sql: String?, _ body: @escaping @Sendable (DatabaseUnderTest) async throws -> Void) async throws
    {
        switch self {
        case .memory: return
        case .sqlite:
            try await withTemporaryDirectory { directory in
                let path = directory + "/vitals-server.sqlite"
                if let sql { try DatabaseUnderTest.makeSQLite(sql, at: path) }
                try await body(.sqlite(path, arguments: ["--data", directory]))
            }
        case .postgres:
            try await withPostgresDatabase { url in
                try PostgresTestDatabase.execute(try sql ?? DatabaseUnderTest.postgresTables(), at: url)
                try await body(.postgres(url))
            }
        }
    }
}

// MARK: SQLite

extension DatabaseUnderTest {
    fileprivate static func makeSQLite(_ sql: String, at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    fileprivate static func sqlite(_ path: String, arguments: [String]) -> DatabaseUnderTest {
        @Sendable func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.read(body)
        }
        return DatabaseUnderTest(
            arguments: arguments,
            open: {
                try SQLiteSyncStore(
                    path: path, migrations: .all,
                    pushHooks: [.overwrittenNotes, .entities, .reminders, .samples, .devices])
            },
            columns: { try read { try sqliteColumns($0, "hidden >= 0") } },
            rows: { columns in
                try read { db in
                    try columns.reduce(into: [:]) { rows, table in
                        rows[table.key] = try sqliteRows(db, table.key, table.value, between: " | ").sorted()
                    }
                }
            },
            dump: { try read(sqliteDump) })
    }

    private static func sqliteColumns(_ db: Database, _ condition: String) throws -> Columns {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        return try tables.reduce(into: [:]) { columns, table in
            columns[table] = try String.fetchAll(
                db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE \(condition) ORDER BY cid", arguments: [table])
        }
    }

    private static func sqliteRows(
        _ db: Database, _ table: String, _ columns: [String], between separator: String
    ) throws -> [String] {
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || '\(separator)' || ")
        return try String.fetchAll(db, sql: "SELECT \(values) FROM \"\(table)\" ORDER BY rowid")
    }

    private static func sqliteDump(_ db: Database) throws -> String {
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let made = try String.fetchAll(
            db,
            sql: """
                SELECT sql || ';' FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid
                """)
        let inserted = try sqliteColumns(db, "hidden = 0").sorted { $0.key < $1.key }.flatMap { table, columns in
            try sqliteRows(db, table, columns, between: ", ").map { row in
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(row));"
            }
        }
        let begin = ["PRAGMA application_id = \(id);", "PRAGMA foreign_keys = OFF;"]
        return (begin + made + inserted).joined(separator: "\n") + "\n"
    }
}

// MARK: PostgreSQL

extension DatabaseUnderTest {
    /// The schema and all migrations of today.
    static func postgresTables() throws -> String {
        let folder = PostgresTestDatabase.schemaFile.deletingLastPathComponent().path + "/migrations"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }.sorted()
        return try PostgresTestDatabase.schema()
            + names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
    }

    fileprivate static func postgres(_ url: String) -> DatabaseUnderTest {
        DatabaseUnderTest(
            arguments: ["--database-url", url],
            open: {
                try await PostgresSyncStore(
                    url: url, poolSize: 4, pushHooks: [.overwrittenNotes, .entities, .reminders, .samples, .devices])
            },
            columns: { try postgresColumns("TRUE", at: url) },
            rows: { columns in
                try columns.reduce(into: [:]) { rows, table in
                    rows[table.key] = try postgresRows(table.key, table.value, at: url).sorted()
                }
            },
            dump: {
                let inserted = try postgresColumns("is_generated = 'NEVER'", at: url).sorted { $0.key < $1.key }
                    .flatMap { table, columns in
                        let names = columns.joined(separator: ", ")
                        return try ["DELETE FROM \(table);"]
                            + postgresRows(table, columns, at: url).map { row in
                                "INSERT INTO \(table) (\(names)) OVERRIDING SYSTEM VALUE SELECT \(names) FROM "
                                    + "json_populate_record(NULL::\(table), '\(row.replacing("'", with: "''"))');"
                            }
                    }
                let begin = [
                    "-- The rows, in no order that their references need.", "SET session_replication_role = replica;",
                ]
                let end = "SELECT setval(pg_get_serial_sequence('sync_log', 'seq'), max(seq)) FROM sync_log;"
                return try postgresTables() + (begin + inserted + [end]).joined(separator: "\n") + "\n"
            })
    }

    private static func postgresColumns(_ condition: String, at url: String) throws -> Columns {
        func texts(_ sql: String) throws -> [String] {
            try PostgresTestDatabase.execute(sql, at: url).compactMap { $0 }
        }
        return try texts("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").reduce(into: [:]) {
            $0[$1] = try texts(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name = '\($1)' AND \(condition) ORDER BY ordinal_position
                """)
        }
    }

    /// Each row as a JSON object, in which PostgreSQL writes every value so that it's read back as it was.
    private static func postgresRows(_ table: String, _ columns: [String], at url: String) throws -> [String] {
        try PostgresTestDatabase.execute(
            """
            SET TIME ZONE 'UTC';
            SELECT row_to_json(r)::text FROM (SELECT \(columns.joined(separator: ", ")) FROM \(table)) r ORDER BY 1
            """, at: url
        ).compactMap { $0 }
    }
}
