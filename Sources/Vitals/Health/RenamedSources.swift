import Foundation
import GRDB

/// Finds the samples of an export that are here already under the name that their source had before.
///
/// Say a phone is called "iPhone" in one export and "Ada’s iPhone" in the next. The source is part of a sample's id, so
/// that watch and phone stay apart, and each of the phone's samples looks new. It counts as known if there is an imported
/// record of equal type, start, end and value, whose source doesn't occur in this export at all. Only the end of the
/// export shows that, so the samples are stored first, and removed again in the same transaction. What may be the same is
/// noted in a table of this connection, because all samples of ten years may have a new name.
struct RenamedSources {
    private var sources: Set<String> = []
    /// False in a store into which nothing was imported yet, where there's nothing to look for.
    private let hasImports: Bool

    /// An export of more sources than this isn't searched: it would take too long, and no person has as many.
    private static let maximumSources = 1_000

    init(_ tables: RecordTables) throws {
        try tables.database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS renamed (
                  added TEXT NOT NULL, known TEXT NOT NULL, source TEXT, type TEXT NOT NULL, value_ REAL NOT NULL,
                  start INTEGER NOT NULL, finish INTEGER NOT NULL);
                CREATE TEMP TABLE IF NOT EXISTS renamed_taken (known TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
                DELETE FROM temp.renamed;
                DELETE FROM temp.renamed_taken;
                """)
        hasImports = try !RecordRow.all(
            tables.database, "SELECT \(RecordTables.columns) FROM measurement WHERE own = 0 LIMIT 1", []
        ) { _ in true }.isEmpty
    }

    /// Notes a sample of the export.
    ///
    /// - Parameter isNew: true if it was added to the store.
    mutating func note(_ record: Measurement, _ origin: SampleOrigin, isNew: Bool, _ tables: RecordTables) throws {
        if sources.count <= Self.maximumSources { sources.insert(origin.source) }
        guard isNew, hasImports, let type = HealthSampleType(record.kind) else { return }
        let second = record.recordedAt.flooredToSecond.millisecondsSinceEpoch
        let sql = "SELECT \(RecordTables.columns) FROM measurement WHERE kind = ? AND recorded_at BETWEEN ? AND ?"
        let start = origin.start.flooredToSecond
        for known in try RecordRow.all(
            tables.database, sql, [record.kind.rawValue, second, second + 999], Measurement.init)
        where known.id != record.id && known.isImported && !known.isDeleted
            && known.value.fourDigits == record.value.fourDigits
            && start == (known.origin?.start.flooredToSecond ?? start)
        {
            try tables.database.cachedStatement(
                sql:
                    "INSERT INTO temp.renamed (added, known, source, type, value_, start, finish) VALUES (?, ?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [
                record.id.lowercased, known.id.lowercased, known.origin?.source, type.rawValue, record.value,
                origin.start.millisecondsSinceEpoch, record.recordedAt.millisecondsSinceEpoch,
            ])
        }
    }

    /// Removes the samples that are known under another name. Each known record stands for one of them.
    func removeRepeated(from transaction: inout ImportTransaction) throws {
        guard sources.count <= Self.maximumSources else { return }
        let lines = Set(sources.map { SampleOrigin(source: $0, start: Timestamp(clamping: 0)).inOneLine.source })
        let database = transaction.tables.database
        var removed = ""
        // The rows of one sample follow each other.
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM temp.renamed ORDER BY rowid")
        while let row = try rows.next() {
            let (added, known): (String, String) = (row["added"], row["known"])
            guard added != removed, !isPresent(known, row, lines), let id = UUID(uuidString: added) else { continue }
            try database.execute(
                sql: "INSERT OR IGNORE INTO temp.renamed_taken (known) VALUES (?)", arguments: [known])
            guard database.changesCount == 1 else { continue }
            try transaction.tables.remove(id)
            removed = added
            transaction.report.addedCount -= 1
            transaction.report.presentCount += 1
        }
        try database.execute(sql: "DELETE FROM temp.renamed; DELETE FROM temp.renamed_taken")
    }

    /// True if the source of a known record occurs in this export. One that was imported before records named their source
    /// has it in its id.
    private func isPresent(_ known: String, _ row: Row, _ lines: Set<String>) -> Bool {
        if let source: String = row["source"] { return lines.contains(source) }
        guard let type = HealthSampleType(rawValue: row["type"]) else { return true }
        return sources.contains { source in
            let sample = HealthSample(
                type: type, value: row["value_"], start: Timestamp(clamping: row["start"]),
                end: Timestamp(clamping: row["finish"]), created: nil, sourceName: source)
            return sample.id.lowercased == known
        }
    }
}

extension Measurement {
    /// True if the id was computed from a sample (version 5), rather than made up for a record that a person typed.
    fileprivate var isImported: Bool { id.uuid.6 >> 4 == 5 }
}
