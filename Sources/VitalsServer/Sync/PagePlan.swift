/// How large a record is, without the record.
package struct RecordSize: Hashable, Sendable {
    package var seq: Int64
    /// Of the members beyond the base shape.
    package var extraBytes: Int

    package init(seq: Int64, extraBytes: Int) {
        self.seq = seq
        self.extraBytes = extraBytes
    }
}

/// How a page is cut into pieces, so that a server never holds more of it than a piece.
///
/// A page is as long as its client is slow: ten thousand records of 8 KiB are 80 MB, and ten clients that hardly read would
/// make the server hold ten of them.
struct PagePlan: Sendable {
    /// Little enough for hundreds of slow readers, large enough that a piece of a thousand base records costs one query.
    static let pieceSizeBytes = 256 << 10
    /// More than the seven members take as JSON.
    private static let baseSizeBytes = 256

    struct Piece: Hashable, Sendable {
        /// The most that it has: fewer where records were written anew since, and have moved past the page.
        var count = 0
        /// The `seq` of its last record. Without this end, a piece whose small records have moved away would reach for as
        /// many of the large ones behind them.
        var end: Int64
    }

    private(set) var pieces: [Piece] = []
    /// The `seq` of the last record; nil where there is none.
    var end: Int64? { pieces.last?.end }
    /// The page ends before what it was asked for, because it would become too large.
    private(set) var isCut = false

    /// - Parameters:
    ///   - sizes: in order of `seq`.
    ///   - pageSizeBytes: where the page ends, early if it must; its first record is always in it.
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
