import Foundation
import GRDB

/// A phone's database file as text: SQL that makes it again, and its rows to compare.
struct StoreDump {
    /// A table of the file, with the columns that hold what was written: a generated one says nothing of its own.
    struct Table {
        let name: String
        let columns: [String]
    }

    let database: Database

    /// The tables, in the order in which they were made. The list is the file's own, so that none is forgotten.
    func tables() throws -> [Table] {
        try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").map {
            let columns = try String.fetchAll(
                database, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [$0])
            return Table(name: $0, columns: columns)
        }
    }

    /// The rows of a table, each as SQL writes its values. It throws where the table or a column is gone.
    func rows(_ table: Table) throws -> [String] {
        let values = table.columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        return try String.fetchAll(database, sql: "SELECT \(values) FROM \"\(table.name)\" ORDER BY 1")
    }

    /// SQL that makes an empty file into this one.
    func sql() throws -> String {
        var lines = ["application_id", "user_version"].map { name in
            let number = (try? Int.fetchOne(database, sql: "PRAGMA \(name)")) ?? 0
            return "PRAGMA \(name) = \(number);"
        }
        let tables = try tables()
        let schema = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND type"
        lines += try String.fetchAll(database, sql: "\(schema) = 'table' ORDER BY rowid").map { $0 + ";" }
        for table in tables {
            // SQLite makes this one itself, and fills it with the rows above.
            if table.name == "sqlite_sequence" { lines.append("DELETE FROM sqlite_sequence;") }
            let start = "INSERT INTO \(table.name) (\(table.columns.joined(separator: ", "))) VALUES"
            lines += try rows(table).map { "\(start) (\($0));" }
        }
        // Triggers come last, or they would write rows of their own.
        lines += try String.fetchAll(database, sql: "\(schema) <> 'table' ORDER BY rowid").map { $0 + ";" }
        return lines.joined(separator: "\n") + "\n"
    }
}
