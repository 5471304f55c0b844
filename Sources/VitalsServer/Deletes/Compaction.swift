/// The result of a compaction.
package struct Compaction: Hashable, Sendable {
    package var removedRowCount = 0
    package var bytesBefore: Int64 = 0
    package var bytesAfter: Int64 = 0
}

extension CompactingStore {
    /// Compacts the logs of all users, range by range. It may be stopped at any time, and goes on with the next run.
    ///
    /// - Parameter progress: gets the number of finished users, of all users, and of removed rows.
    package func compact(
        progress: (_ finished: Int, _ users: Int, _ removed: Int) -> Void = { _, _, _ in }
    ) async throws -> Compaction {
        var compaction = Compaction()
        compaction.bytesBefore = try await logSizeBytes()
        let users = try await users().map(\.id)
        for (index, user) in users.enumerated() {
            var seq: Int64 = 0
            while let superseded = try await firstSuperseded(of: user, from: seq) {
                let range = CompactedTags.range(of: superseded)
                compaction.removedRowCount += try await compact(range: range, of: user)
                seq = CompactedTags.numbers(in: range).upperBound + 1
            }
            progress(index + 1, users.count, compaction.removedRowCount)
        }
        compaction.bytesAfter = try await logSizeBytes()
        return compaction
    }
}
