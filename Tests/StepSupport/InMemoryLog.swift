package import Vitals

package import struct Foundation.UUID

/// The data of `InMemoryServer`: the latest copy of each record, numbered in the order of the writes.
///
/// It keeps the greater one of two copies. It has its own comparison of the seven fields.
package struct InMemoryLog: Sendable {
    package enum Outcome: Sendable {
        case accepted, unchanged, stale
    }

    package struct Row: Sendable {
        /// The log number of the write that stored it, 1 or more.
        package let seq: Int64
        package let record: Measurement
    }

    /// The number of times that this server has lost its database. It makes the receipts of each generation differ.
    package let generation: Int
    private var latest: [UUID: Row] = [:]
    private var tags: [Int64: String] = [:]

    package init(generation: Int = 1) { self.generation = generation }

    package var records: [UUID: Measurement] { latest.mapValues(\.record) }

    /// The latest copies that were written after `cursor`, in order.
    package func rows(after cursor: Int64, limit: Int) -> [Row] {
        Array(latest.values.filter { $0.seq > cursor }.sorted { $0.seq < $1.seq }.prefix(limit))
    }

    package func receipt(of seq: Int64) -> Receipt? { tags[seq].flatMap { Receipt(seq: seq, tag: $0) } }

    /// Writes a record if it is greater than the stored copy.
    ///
    /// - Returns: the outcome, and the row that is stored now.
    package mutating func receive(_ record: Measurement) -> (Outcome, Row) {
        if let held = latest[record.id], !Self.isGreater(record, than: held.record) {
            return (Self.isGreater(held.record, than: record) ? .stale : .unchanged, held)
        }
        let row = Row(seq: Int64(tags.count) + 1, record: record)
        latest[record.id] = row
        tags[row.seq] = Self.tag(generation, row)
        return (.accepted, row)
    }

    /// A batch in the form in which it is written: one copy of each id, sorted by id.
    package static func greatestOfEachID(_ records: [Measurement]) -> [Measurement] {
        let greatest = Dictionary(records.map { ($0.id, $0) }) { isGreater($1, than: $0) ? $1 : $0 }
        return greatest.values.sorted { $0.id.uuidString < $1.id.uuidString }
    }

    /// Compares two records of one id, written out field by field.
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

    /// A tag, FNV-1a over the row's fields: it only has to differ where the rows do.
    private static func tag(_ generation: Int, _ row: Row) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(generation) \(row.seq) \(row.record.id.uuidString) \(row.record.version)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
