import Foundation
import GRDB

/// Finds the samples of an export that are here already under the name that their source had before.
///
/// Say a phone is called "iPhone" in one export and "Ada’s iPhone" in the next. The source is part of a sample's id, so
/// that watch and phone stay apart, and each of the phone's samples looks new. It counts as known if there is an imported
/// record of equal type, start, end and value, whose source doesn't occur in this export at all. Only the end of the
/// export shows that, so the samples are stored first, and removed again in the same transaction.
struct RenamedSources {
    private var sources: Set<String> = []
    private var candidates: [Candidate] = []
    /// False in a store into which nothing was imported yet, where there's nothing to look for.
    private let hasImports: Bool

    /// A sample that was added, and a record that may be the same.
    private struct Candidate {
        let added: UUID
        let known: UUID
        /// The source that the known record names; nil if it was imported before records named it.
        let source: String?
        let sample: HealthSample
    }

    /// An export of more sources than this isn't searched: it would take too long, and no person has as many.
    private static let maximumSources = 1_000

    init(_ tables: RecordTables) throws {
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
            let sample = HealthSample(
                type: type, value: record.value, start: origin.start, end: record.recordedAt, created: nil,
                sourceName: origin.source)
            candidates.append(
                Candidate(added: record.id, known: known.id, source: known.origin?.source, sample: sample))
        }
    }

    /// Removes the samples that are known under another name. Each known record stands for one of them.
    func removeRepeated(from transaction: inout ImportTransaction) throws {
        guard sources.count <= Self.maximumSources else { return }
        let lines = Set(sources.map { SampleOrigin(source: $0, start: Timestamp(clamping: 0)).inOneLine.source })
        var taken: Set<UUID> = []
        var removed: Set<UUID> = []
        for candidate in candidates where !taken.contains(candidate.known) && !removed.contains(candidate.added) {
            if let source = candidate.source {
                guard !lines.contains(source) else { continue }
            } else {
                guard !sources.contains(where: { candidate.sample.from($0).id == candidate.known }) else { continue }
            }
            taken.insert(candidate.known)
            removed.insert(candidate.added)
            try transaction.tables.remove(candidate.added)
            transaction.report.addedCount -= 1
            transaction.report.presentCount += 1
        }
    }
}

extension HealthSample {
    fileprivate func from(_ sourceName: String) -> HealthSample {
        HealthSample(type: type, value: value, start: start, end: end, created: created, sourceName: sourceName)
    }
}

extension Measurement {
    /// True if the id was computed from a sample (version 5), rather than made up for a record that a person typed.
    fileprivate var isImported: Bool { id.uuid.6 >> 4 == 5 }
}
