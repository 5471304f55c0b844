/// A record as the demo sees it from outside: in a phone's `list --json` or in the server's response to a pull.
package struct DemoRecord: Codable, Hashable, Sendable {
    package let id: String
    package let kind: String
    package let value: Double
    package let unit: String
    let recordedAt: String
    let updatedAt: String
    package let version: Int64
    /// True if the phone still has to push it; nil on the server.
    let dirty: Bool?
    /// True for a deletion, which only the server shows; nil for all others.
    let deleted: Bool?
    /// The name of a symptom, as the server says it; nil for most records.
    let label: String?
    /// The members beyond those above, as a phone says them.
    let extra: Extra?

    struct Extra: Codable, Hashable, Sendable {
        let label: String?
    }

    /// The name of a symptom; nil for most records.
    var name: String? { label ?? extra?.label }

    /// The value rounded to a thousandth, with its unit; comparisons use every digit.
    var displayValue: String {
        if deleted == true { return "deleted" }
        let thousandths = (value * 1000).rounded() / 1000
        if let name { return "\(name), \(thousandths)" }
        return "\(thousandths) \(unit.lowercased())"
    }

    /// The part that must be equal on every device; ids compare without case, times as moments.
    package var content: Content {
        Content(
            id: id.lowercased(), kind: kind, value: value, unit: unit, recordedAt: Moment(recordedAt),
            updatedAt: Moment(updatedAt), version: version, name: name)
    }

    package struct Content: Hashable, Sendable {
        package let id: String
        package let kind: String
        package let value: Double
        package let unit: String
        let recordedAt: Moment
        let updatedAt: Moment
        package let version: Int64
        let name: String?
    }

    /// A UTC time in wire format, such as `2026-06-20T07:30:00.5Z`, stored as a text that sorts in the order of time.
    struct Moment: Hashable, Comparable, Sendable {
        let text: String

        init(_ wire: String) {
            let parts = wire.prefix { $0 != "Z" }.split(separator: ".")
            let fraction = parts.count > 1 ? String(parts[1]) : ""
            text =
                (parts.first.map(String.init) ?? "") + "." + fraction
                + String(repeating: "0", count: max(0, 3 - fraction.count))
        }

        static func < (left: Moment, right: Moment) -> Bool {
            left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
    }
}

extension DemoRecord {
    /// Returns the record that must win, computed here rather than taken from a phone or the server: the greater one by
    /// version, updatedAt, kind, value, unit, recordedAt. (The last key, `extra`, is empty in all records of the demo.)
    static func winner(_ left: DemoRecord, _ right: DemoRecord) -> DemoRecord {
        left.precedes(right) ? right : left
    }

    private func precedes(_ other: DemoRecord) -> Bool {
        if version != other.version { return version < other.version }
        let (mine, theirs) = (content, other.content)
        if mine.updatedAt != theirs.updatedAt { return mine.updatedAt < theirs.updatedAt }
        if kind != other.kind { return kind.utf8.lexicographicallyPrecedes(other.kind.utf8) }
        if value != other.value { return value < other.value }
        if unit != other.unit { return unit.utf8.lexicographicallyPrecedes(other.unit.utf8) }
        return mine.recordedAt < theirs.recordedAt
    }
}

/// One record in the three places that hold it, at one moment; nil where it's missing.
struct DemoState: Codable, Sendable {
    let phoneA: DemoRecord?
    let phoneB: DemoRecord?
    let server: DemoRecord?

    /// Returns true if all three hold `record` and neither phone has anything left to push.
    func agrees(on record: DemoRecord) -> Bool {
        [phoneA, phoneB, server].allSatisfy { $0?.content == record.content }
            && phoneA?.dirty == false && phoneB?.dirty == false
    }
}
