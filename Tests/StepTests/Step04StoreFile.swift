import GRDB
import StepSupport
import Vitals

/// A store in a file, with direct access to that file.
struct Step04StoreFile {
    let store: MeasurementStore
    private let folder: TemporaryFolder
    private let database: DatabaseQueue

    init() throws {
        folder = try TemporaryFolder()
        store = try Records.store(path: folder.path("vitals.sqlite"))
        database = try DatabaseQueue(path: folder.path("vitals.sqlite"))
    }

    func execute(_ sql: String) throws { try database.write { try $0.execute(sql: sql) } }

    /// The first column of a query's result.
    func texts(_ sql: String) throws -> [String] {
        try database.read { try String.fetchAll($0, sql: sql) }
    }

    /// SQLite's own description of how it would run a query.
    func plan(_ sql: String) throws -> [String] {
        try database.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] }
        }
    }
}
