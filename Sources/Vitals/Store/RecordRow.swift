import GRDB

/// The columns that every statement which reads records selects first, in the order of `RecordTables.columns`.
///
/// SQLite knows a column by its place. By its name, each read of each row would compare names.
enum RecordColumn: Int {
    case id, kind, value, unit, recordedAt, updatedAt, version, extra
    /// Only where a statement selects the flags of a row right after its record.
    case dirty, own
}

/// A row of a statement that reads records. It lies in SQLite's memory, so it's valid only until the next row is read.
///
/// A `Row` of GRDB can also be asked for a column by name. It prepares for that each time a statement is run, which takes
/// longer than reading one record.
struct RecordRow {
    private let statement: SQLiteStatement

    /// Reads a column of a record, in the type that the caller asks for.
    subscript<Value: StatementColumnConvertible>(_ column: RecordColumn) -> Value { value(column.rawValue) }

    /// Reads one of the columns that a statement selects after the record's; 0 is the first of them.
    subscript<Value: StatementColumnConvertible>(after index: Int) -> Value {
        value(RecordColumn.extra.rawValue + 1 + index)
    }

    private func value<Value: StatementColumnConvertible>(_ index: Int) -> Value {
        guard let value = Value.fromStatement(statement, atUncheckedIndex: CInt(index)) else {
            fatalError("column \(index) doesn't hold a \(Value.self)")
        }
        return value
    }
}

extension RecordRow {
    /// Runs a statement, and reads each of its rows. The connection keeps the statement for the next time, so `read` must
    /// not run the same SQL.
    static func all<Value>(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [],
        _ read: (RecordRow) throws -> Value
    ) throws -> [Value] {
        let rows = try RecordRow.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }
}

// GRDB runs a statement for values of one column fastest. This "value" takes the statement itself, and reads all columns.
extension RecordRow: StatementColumnConvertible, DatabaseValueConvertible {
    init?(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_ value: DatabaseValue) -> RecordRow? { nil }
}
