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
    /// The records up to `through`; by the time they are read they may be fewer, and never more.
    struct Piece: Hashable, Sendable {
        let through: Int64
        let recordCount: Int
    }

    /// Little enough for hundreds of slow readers, large enough that a piece of a thousand base records costs one query.
    static let pieceSizeBytes = 256 << 10
    /// More than the seven members take as JSON.
    private static let baseSizeBytes = 256

    let pieces: [Piece]

    /// - Parameters:
    ///   - sizes: in order of `seq`.
    ///   - pageSizeBytes: where the page ends, early if it must; its first record is always in it.
    init(_ sizes: [RecordSize], pageSizeBytes: Int) {
        var pieces: [Piece] = []
        var pageBytes = 0
        var pieceBytes = 0
        var recordCount = 0
        var last: Int64?
        for size in sizes {
            let bytes = Self.baseSizeBytes + size.extraBytes
            if last != nil, pageBytes + bytes > pageSizeBytes { break }
            if let last, recordCount > 0, pieceBytes + bytes > Self.pieceSizeBytes {
                pieces.append(Piece(through: last, recordCount: recordCount))
                (pieceBytes, recordCount) = (0, 0)
            }
            pageBytes += bytes
            pieceBytes += bytes
            recordCount += 1
            last = size.seq
        }
        if let last { pieces.append(Piece(through: last, recordCount: recordCount)) }
        self.pieces = pieces
    }
}
