import Foundation
import GRDB

extension MeasurementStore {
    /// Deletes the records whose samples were all deleted at their source. Runs after each import.
    ///
    /// Such a deletion is version 2, written at the beginning of 1970. So it beats an imported record, which has version
    /// 1, and loses to every edit by hand; and all devices that apply it write the same deletion.
    func deleteWhatSourcesDeleted() throws {
        guard try read({ try $0.tableExists("health_deletion") }) else { return }
        try write { tables in
            let records = try String.fetchAll(
                tables.database,
                sql: """
                    SELECT DISTINCT record FROM health_sample AS deleted JOIN health_deletion USING (sample)
                    WHERE NOT EXISTS (
                      SELECT 1 FROM health_sample AS other
                      WHERE other.record = deleted.record AND other.sample NOT IN (SELECT sample FROM health_deletion)
                    )
                    """)
            for id in records.compactMap(UUID.init(uuidString:)) { try tables.deleteAtSource(id) }
        }
    }
}

extension RecordTables {
    fileprivate func deleteAtSource(_ id: UUID) throws {
        guard let row = try row(id), !row.record.isDeleted else { return }
        var deletion = row.record
        deletion.version = 2
        deletion.updatedAt = Timestamp(clamping: 0)
        deletion = deletion.asDeletion
        guard deletion.beats(row.record) else { return }
        try features.willReplaceRow(with: deletion, in: self)
        try put(deletion, dirty: true)
        try features.didReplaceRow(with: deletion, in: self)
    }
}
