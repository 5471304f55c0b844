import Vitals

/// The size of a record, without the record itself.
package struct RecordSize: Hashable, Sendable {
    package var seq: Int64
    /// Size of the members that aren't in the base shape.
    package var extraBytes: Int

    package init(seq: Int64, extraBytes: Int) {
        self.seq = seq
        self.extraBytes = extraBytes
    }
}

/// A plan that cuts a page into pieces, so that a server never holds more than one piece of it.
///
/// A slow client keeps its page in memory for a long time. Ten thousand records of 8 KiB are 80 MB, and with ten
/// clients that hardly read, the server would hold ten such pages.
struct PagePlan: Sendable {
    /// Small enough for hundreds of slow readers, large enough that a piece of a thousand base records costs one query.
    static let pieceSizeBytes = 256 << 10
    /// More than the seven members need as JSON.
    static let baseSizeBytes = 256

    struct Piece: Hashable, Sendable {
        /// The greatest number of records. There are fewer where records were written again since, and moved past the
        /// page.
        var count = 0
        /// The `seq` of its last record. Without this end, a piece whose small records have moved away would read the
        /// same number of large records behind them.
        var end: Int64
    }

    private(set) var pieces: [Piece] = []
    /// The `seq` of the last record; nil where there is none.
    var end: Int64? { pieces.last?.end }
    /// True when the page ends before the requested limit, because it would become too large.
    private(set) var isCut = false

    /// - Parameters:
    ///   - sizes: sorted by `seq`.
    ///   - pageSizeBytes: the page's maximum size. Its first record is always in it, whatever its size.
    init(_ sizes: [RecordSize], pageSizeBytes: Int = .max) {
        var pageBytes = 0
        var pieceBytes = 0
        for size in sizes {
            let bytes = Self.baseSizeBytes + size.extraBytes
            if end != nil, pageBytes + bytes > pageSizeBytes {
                isCut = true
                break
            }
            if pieces.isEmpty || pieceBytes + bytes > Self.pieceSizeBytes {
                pieces.append(Piece(end: size.seq))
                pieceBytes = 0
            }
            pieces[pieces.count - 1].count += 1
            pieces[pieces.count - 1].end = size.seq
            pageBytes += bytes
            pieceBytes += bytes
        }
    }
}

/// The bytes that one read of a page may still bring, counted as `PagePlan` counts them.
///
/// A plan knows the sizes of a moment ago, and records may be pushed between the look and the read. So each read of a
/// store counts, too. A piece of a plan is never cut short by this: the records up to its end can only get fewer.
struct PieceBudget {
    private var bytes = 0
    private var isEmpty = true

    /// True when a record may be part of the read. The first one always may, whatever its size.
    mutating func admits(_ record: Vitals.Measurement) -> Bool {
        bytes += PagePlan.baseSizeBytes + record.extra.text.utf8.count
        defer { isEmpty = false }
        return isEmpty || bytes <= PagePlan.pieceSizeBytes
    }
}
