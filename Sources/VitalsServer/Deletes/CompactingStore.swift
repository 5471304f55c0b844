package import Vitals

package import struct Foundation.UUID

/// A store whose log can be compacted: superseded rows are removed, and of each its number and tag are kept.
///
/// A row is superseded once its record has a later one. The last row of a record, tombstones included, is never removed.
package protocol CompactingStore: SyncStore {
    /// The user's first superseded log row at `seq` or above; nil where there is none.
    func firstSuperseded(of user: UUID, from seq: Int64) async throws -> Int64?

    /// Compacts the user's rows in one range of log numbers, in one transaction.
    ///
    /// - Parameter range: a number of `seq / 16384`, as in the table `compacted`.
    /// - Returns: how many rows were removed.
    func compact(range: Int64, of user: UUID) async throws -> Int

    /// The receipt of the user's last log row, if `receipt` names a removed row and has its tag; else nil. Both are read
    /// in one transaction.
    func standIn(for receipt: Receipt, of user: UUID) async throws -> Receipt?

    /// The bytes that the log and what is kept of removed rows take, without free space.
    func logSizeBytes() async throws -> Int64

    /// Erases from the files what deleted rows left in them, as far as the store can.
    ///
    /// - Throws: `SyncStoreError.busy` where another program reads or writes for too long. It may be called again.
    func eraseRemains() async throws
}
