import GRDB
import StepSupport
import Vitals

/// A store in a file, and a way into that file past the store.
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

    /// The first column of what a query gives.
    func texts(_ sql: String) throws -> [String] {
        try database.read { try String.fetchAll($0, sql: sql) }
    }

    /// How SQLite would run a query, in its own words.
    func plan(_ sql: String) throws -> [String] {
        try database.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] }
        }
    }
}
