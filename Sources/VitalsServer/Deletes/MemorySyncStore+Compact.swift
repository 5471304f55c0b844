package import Vitals

package import struct Foundation.UUID

extension MemorySyncStore: CompactingStore {
    package func firstSuperseded(of user: UUID, from seq: Int64) -> Int64? {
        supersededSeqs(of: user).first { $0 >= seq }
    }

    package func compact(range: Int64, of user: UUID) -> Int {
        let seqs = supersededSeqs(of: user).filter { CompactedTags.range(of: $0) == range }
        removeLogRows(seqs, of: user)
        return seqs.count
    }

    package func standIn(for receipt: Receipt, of user: UUID) throws -> Receipt? {
        isRemoved(receipt, of: user) ? try head(user: user, receipt: nil).map(Receipt.init) : nil
    }

    /// 0: nothing in memory is a file.
    package func logSizeBytes() -> Int64 { 0 }

    package func eraseRemains() {}
}
