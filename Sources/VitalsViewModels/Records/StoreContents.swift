import Foundation
public import Vitals

/// The records of a kind with their refused copies and conflicts, read together.
public struct StoreContents: Hashable, Sendable {
    /// The rows, the newest measurement first.
    public let stored: [StoredMeasurement]
    /// Copies that the server refused, the latest first. The row of such a copy reverted to the server's record, or is
    /// gone if the server had none.
    public let refused: [RejectedMeasurement]
    /// Edits of this phone that lost, the latest first.
    public let conflicts: [Conflict]
    /// True when there are more rows than these.
    public let hasMore: Bool

    /// Reads the rows of a kind, or of all kinds.
    ///
    /// - Parameter limit: the maximum number of rows; nil reads them all.
    /// - Throws: `StoreError`.
    public init(_ device: Device, kind: MetricKind? = nil, limit: Int? = nil) throws {
        let rows = try device.list(kind: kind, limit: limit.map { $0 + 1 })
        let page = limit.map { Array(rows.prefix($0)) } ?? rows
        let listed = Set(page.map(\.measurement.id))
        stored = page
        hasMore = page.count < rows.count
        conflicts = try device.conflicts()
        // The row of a refused copy may be further down the list. Then the copy is shown once that row is read.
        refused = try device.rejected().filter { copy in
            guard kind == nil || copy.measurement.kind == kind else { return false }
            let id = copy.measurement.id
            return try listed.contains(id) || device.record(id) == nil
        }
    }

    /// One entry for each record that the person would look for, newest measurement first. Entries of the same moment
    /// are in order of id.
    ///
    /// - Parameter isSyncing: true while a sync is under way.
    public func entries(isSyncing: Bool) -> [RecordEntry] {
        // @write 15 view-entries
        let lost = Set(conflicts.map(\.loser.id))
        // An edit fixes the greatest of several refused copies of a record, so show that one.
        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
            one.measurement.beats(other.measurement) ? one : other
        }
        var entries = stored.map { row -> RecordEntry in
            let record = row.measurement
            // A copy that would lose to the row even if the server accepted it is out of date, so show the row.
            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
        }
        entries += copies.values.map { RecordEntry(shown: $0.measurement, state: .refused(reason: $0.detail)) }
        return entries.sorted { left, right in
            left.shown.recordedAt == right.shown.recordedAt
                ? left.shown.id.uuidString < right.shown.id.uuidString
                : left.shown.recordedAt > right.shown.recordedAt
        }
        // @starter
        //| todo(15, "make an entry of each row, and of each refused copy without a row, with the state it is in")
        // @end
    }
}
