import Vitals

import struct Foundation.UUID

/// A pull without a limit: the records of `cursor+1 ... head`, read from the store page by page.
///
/// `head` was read first, so a record that is written meanwhile moves past it and is left to the next pull;
/// `docs/decisions/0001-streamed-pull.md` says why nothing is skipped.
package struct PullStream: Sendable {
    private let store: any SyncStore
    private let user: UUID
    private let cursor: Int64
    /// The `nextCursor` of the answer.
    package let head: Int64
    private let pageRecordCount: Int
    package let identity: Identity?

    init(
        store: any SyncStore, user: UUID, cursor: Int64, head: Int64, pageRecordCount: Int, identity: Identity?
    ) {
        self.store = store
        self.user = user
        self.cursor = cursor
        self.head = head
        self.pageRecordCount = pageRecordCount
        self.identity = identity
    }

    /// Gives the body piece by piece; between two pieces no connection to the database is held.
    package func write(_ send: ([UInt8]) async throws -> Void) async throws {
        try await send(Array(#"{"records":["#.utf8))
        var position = cursor
        var isFirst = true
        while position < head {
            let page = try await store.pull(
                user: user, cursor: position, through: head, limit: pageRecordCount, receipt: nil)
            guard !page.records.isEmpty else { break }
            try await send(Self.bytes(of: page.records, isFirst: isFirst))
            isFirst = false
            position = page.nextCursor
        }
        try await send(Array((#"],"nextCursor":"# + String(head) + "}").utf8))
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
