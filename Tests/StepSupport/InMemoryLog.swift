package import Vitals

package import struct Foundation.UUID

/// What `InMemoryServer` holds: the latest copy of each record, numbered in the order in which copies were written.
///
/// Of two copies it keeps the greater one, by seven plain comparisons of its own.
package struct InMemoryLog: Sendable {
    package enum Outcome: Sendable {
        case accepted, unchanged, stale
    }

    package struct Row: Sendable {
        /// The place in the log of the write that made it, 1 or more.
        package let seq: Int64
        package let record: Measurement
    }

    /// Counts how often this server has lost its database; it makes the receipts of each life differ.
    package let generation: Int
    private var latest: [UUID: Row] = [:]
    private var tags: [Int64: String] = [:]

    package init(generation: Int = 1) { self.generation = generation }

    package var records: [UUID: Measurement] { latest.mapValues(\.record) }

    /// The latest copies that were written after place `cursor`, in order.
    package func rows(after cursor: Int64, limit: Int) -> [Row] {
        Array(latest.values.filter { $0.seq > cursor }.sorted { $0.seq < $1.seq }.prefix(limit))
    }

    package func receipt(of seq: Int64) -> Receipt? { tags[seq].flatMap { Receipt(seq: seq, tag: $0) } }

    /// Writes a record if it is greater than the copy that is there.
    ///
    /// - Returns: what became of it, and the row that is there now.
    package mutating func receive(_ record: Measurement) -> (Outcome, Row) {
        if let held = latest[record.id], !Self.isGreater(record, than: held.record) {
            return (Self.isGreater(held.record, than: record) ? .stale : .unchanged, held)
        }
        let row = Row(seq: Int64(tags.count) + 1, record: record)
        latest[record.id] = row
        tags[row.seq] = Self.tag(generation, row)
        return (.accepted, row)
    }

    /// A batch as it is written: one copy of each id, by id.
    package static func greatestOfEachID(_ records: [Measurement]) -> [Measurement] {
        let greatest = Dictionary(records.map { ($0.id, $0) }) { isGreater($1, than: $0) ? $1 : $0 }
        return greatest.values.sorted { $0.id.uuidString < $1.id.uuidString }
    }

    /// The order of records of one id, written out.
    package static func isGreater(_ left: Measurement, than right: Measurement) -> Bool {
        if left.version != right.version { return left.version > right.version }
        let (leftMilliseconds, rightMilliseconds) = (
            left.updatedAt.millisecondsSinceEpoch, right.updatedAt.millisecondsSinceEpoch
        )
        if leftMilliseconds != rightMilliseconds { return leftMilliseconds > rightMilliseconds }
        if let kind = isGreaterByBytes(left.kind.rawValue, right.kind.rawValue) { return kind }
        if left.value != right.value { return left.value > right.value }
        if let unit = isGreaterByBytes(left.unit.rawValue, right.unit.rawValue) { return unit }
        let (leftMoment, rightMoment) = (
            left.recordedAt.millisecondsSinceEpoch, right.recordedAt.millisecondsSinceEpoch
        )
        if leftMoment != rightMoment { return leftMoment > rightMoment }
        return isGreaterByBytes(left.extra.text, right.extra.text) ?? false
    }

    /// Nil when they are equal.
    private static func isGreaterByBytes(_ left: String, _ right: String) -> Bool? {
        if left.utf8.elementsEqual(right.utf8) { return nil }
        return right.utf8.lexicographicallyPrecedes(left.utf8)
    }

    /// FNV-1a over what the row says: it need only differ where the rows do.
    private static func tag(_ generation: Int, _ row: Row) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(generation) \(row.seq) \(row.record.id.uuidString) \(row.record.version)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
