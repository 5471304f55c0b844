import GRDB
package import Vitals

extension Feature {
    /// Counts what is written on this device, by kind.
    package static let __name__ = Feature(name: "__slug__") {
        $0.migrations = [
            StoreMigration(
                name: "__slug__",
                sql: """
                    CREATE TABLE __table__ (kind TEXT NOT NULL PRIMARY KEY, written INTEGER NOT NULL) WITHOUT ROWID;
                    """)
        ]
        $0.didReplaceRow = { try $0.countWrite(of: $1) }
    }
}

extension RecordTables {
    /// Counts a local write, in the transaction that made it.
    func countWrite(of record: Measurement) throws {
        // @write __NN__ __slug__-count
        try execute(
            """
            INSERT INTO __table__ (kind, written) VALUES (?, 1)
            ON CONFLICT (kind) DO UPDATE SET written = written + 1
            """, [record.kind.rawValue])
        // @starter
        //| // Count this write, under its kind.
        // @end
    }
}
