import Vitals

import struct Foundation.UUID

/// A store of which only records of some kinds can be read, and to which nothing can be written.
///
/// The numbers are those of the whole log: a page ends where it was read to, so that a cursor passes the records that are left
/// out, and the next pull doesn't read them again.
struct KindsSyncStore: ForwardingSyncStore {
    let base: any SyncStore
    let kinds: Set<String>

    func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        var position = cursor
        // Records of one kind may be rare, so look at many at a time. If that brings more than was asked for, read again.
        var limitOfRead = max(limit, SyncLimits.pieceRecordCount)
        while true {
            let page = try await base.pull(
                user: user, cursor: position, through: through, limit: limitOfRead, receipt: receipt)
            let records = page.records.filter { kinds.contains($0.kind.rawValue) }
            if records.count > limit {
                limitOfRead = limit
                continue
            }
            guard records.isEmpty, !page.records.isEmpty else {
                return PullOutcome(
                    records: records, nextCursor: max(page.nextCursor, position), head: page.head)
            }
            position = page.nextCursor
        }
    }

    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        throw ServiceError.readOnly(kinds.sorted())
    }
}
