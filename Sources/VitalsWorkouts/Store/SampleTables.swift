package import Foundation
import GRDB
package import Vitals

/// The samples of a phone's store within one transaction.
package struct SampleTables {
    private let tables: RecordTables

    package init(_ tables: RecordTables) { self.tables = tables }

    /// - Returns: true if it's new.
    package func insert(_ sample: Sample, sourceID: UUID?) throws -> Bool {
        try tables.execute(
            "INSERT OR IGNORE INTO sample_stub (id, body) VALUES (?, ?)",
            [sample.id.lowercased, CanonicalJSON.text(sample.json)])
        return tables.database.changesCount == 1
    }
}

extension StoreMigration {
    static let sampleStub = StoreMigration(
        name: "sample stub", sql: "CREATE TABLE sample_stub (id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID")
}
