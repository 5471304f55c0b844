package import Vitals

import struct Foundation.UUID

/// The records of a pull, read from the store piece by piece. Each piece is read once the client has taken the one
/// before.
///
/// `nextCursor` was read first, so a record that is written meanwhile moves past it and is left to the next pull.
/// `docs/decisions/0001-streamed-pull.md` explains why nothing is skipped.
package struct PullStream: Sendable {
    let store: any SyncStore
    let user: UUID
    /// The records that were read already. The response begins with them.
    let first: [Vitals.Measurement]
    /// The `seq` up to which `first` was read.
    let position: Int64
    /// The pieces planned so far. More are planned on the way, up to `nextCursor`.
    let pieces: [PagePlan.Piece]
    /// The `nextCursor` of the response.
    package let nextCursor: Int64
    /// The notes of overwritten versions; nil where the response has none, as for a client of the base protocol.
    var overwritten: (any OverwrittenStore)?
    var observer: (any SyncObserver)?

    /// Sends the body piece by piece. Between two pieces it holds no connection to the database.
    package func write(_ send: ([UInt8]) async throws -> Void) async throws {
        try await send(Array(#"{"records":["#.utf8))
        var isFirst = true
        var reader = PieceReader(self)
        var notes = OverwrittenText()
        // Keep only the bytes while a slow client reads; the records are freed by then.
        while let bytes = try await nextBytes(from: &reader, isFirst: isFirst, &notes) {
            if bytes.isEmpty { continue }
            try await send(bytes)
            isFirst = false
        }
        let rest = notes.isEmpty ? "" : "," + notes.text
        try await send(Array(("]" + rest + #","nextCursor":"# + String(nextCursor) + "}").utf8))
    }

    private func nextBytes(
        from reader: inout PieceReader, isFirst: Bool, _ notes: inout OverwrittenText
    ) async throws -> [UInt8]? {
        guard let records = try await reader.next() else { return nil }
        observer?.didPull(records.count)
        if let overwritten, !records.isEmpty {
            notes.append(try await overwritten.overwritten(records.map(\.id), user: user))
        }
        return Self.bytes(of: records, isFirst: isFirst)
    }

    /// Reads all records, for a caller that has room for them.
    package func records() async throws(ServiceError) -> [Vitals.Measurement] {
        do {
            var records: [Vitals.Measurement] = []
            var reader = PieceReader(self)
            while let piece = try await reader.next() { records += piece }
            return records
        } catch {
            throw .from(error)
        }
    }

    private static func bytes(of records: [Vitals.Measurement], isFirst: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            if index > 0 || !isFirst { bytes.append(UInt8(ascii: ",")) }
            record.writeJSON(into: &bytes)
        }
        return bytes
    }
}

/// Reads a stream's pieces in order. There may be fewer than planned, because their records were written again
/// meanwhile.
private struct PieceReader {
    private let stream: PullStream
    private var first: [Vitals.Measurement]?
    private var position: Int64
    private var pieces: ArraySlice<PagePlan.Piece>

    init(_ stream: PullStream) {
        self.stream = stream
        first = stream.first
        position = stream.position
        pieces = stream.pieces[...]
    }

    /// Reads the next piece; nil after the last one.
    mutating func next() async throws -> [Vitals.Measurement]? {
        if let first {
            self.first = nil
            return first
        }
        guard position < stream.nextCursor else { return nil }
        if pieces.isEmpty {
            let sizes = try await stream.store.recordSizes(
                user: stream.user, cursor: position, through: stream.nextCursor, limit: SyncLimits.plannedRecordCount)
            pieces = PagePlan(sizes).pieces[...]
            // A small rest is read as a single piece, whatever its number of records.
            if pieces.count == 1 {
                pieces = [PagePlan.Piece(count: SyncLimits.pieceRecordCount, end: stream.nextCursor)]
            }
        }
        guard let piece = pieces.popFirst() else { return nil }
        let page = try await stream.store.pull(
            user: stream.user, cursor: position, through: piece.end, limit: piece.count, receipt: nil)
        position = page.records.isEmpty ? piece.end : page.nextCursor
        return page.records
    }
}

/// The 200 response of a pull.
package struct PullResponse: Sendable {
    package var body: PullStream
    /// Nil from a server of the base protocol.
    package var identity: SyncHeaders?
}
