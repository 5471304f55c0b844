import Vitals

/// The numbers and tags of removed log rows in one range of numbers, as stored: 20 hexadecimal digits each, sorted.
struct CompactedTags {
    /// How many log numbers a range has. One transaction compacts a range, so this bounds how long it takes.
    static let rangeLength: Int64 = 16_384

    /// The digits of all rows.
    private(set) var text: String

    /// The range that a log number is in.
    static func range(of seq: Int64) -> Int64 { seq / rangeLength }

    /// The log numbers of a range.
    static func numbers(in range: Int64) -> ClosedRange<Int64> {
        range * rangeLength...range * rangeLength + (rangeLength - 1)
    }

    init(text: String = "") { self.text = text }

    /// True if the row of this receipt was removed, and its tag is the receipt's.
    func contains(_ receipt: Receipt) -> Bool {
        guard receipt.tag.utf8.count == Self.tagLength else { return false }
        let wanted = Array(Self.digits(of: receipt).utf8)
        let stored = Array(text.utf8)
        return stride(from: 0, to: stored.count, by: Self.entryLength).contains { start in
            stored[start..<min(start + Self.entryLength, stored.count)].elementsEqual(wanted)
        }
    }

    /// Adds the rows of this range that are about to be removed.
    mutating func insert(_ receipts: some Sequence<Receipt>) {
        let stored = Array(text.utf8)
        var entries = stride(from: 0, to: stored.count, by: Self.entryLength).map { start in
            String(decoding: stored[start..<min(start + Self.entryLength, stored.count)], as: UTF8.self)
        }
        entries += receipts.map(Self.digits)
        text = entries.sorted().joined()
    }

    private static let tagLength = 16
    private static let entryLength = 4 + tagLength

    private static func digits(of receipt: Receipt) -> String {
        let place = String(receipt.seq % rangeLength, radix: 16)
        return String(repeating: "0", count: 4 - place.utf8.count) + place + receipt.tag
    }
}
