/// How much one request may ask of the server.
package struct SyncLimits: Hashable, Sendable {
    /// 5 MiB: a full batch of records of the base shape fits several times.
    package var bodySizeBytes: Int
    package var batchRecordCount: Int
    /// The greatest `limit` of a pull.
    package var pageRecordCount: Int
    /// Where a page ends before its `limit`: about 5 MiB, what a push may bring.
    package var pageSizeBytes = 5 << 20
    /// Where a look at sizes may end: past what a page can hold.
    static let measuredBytes = 5 << 20
    /// The most that the greater records in a push's answer may take, about; the phone then sends smaller batches.
    static let staleSizeBytes = 1 << 20
    /// Of how many records a pull without a limit learns the sizes at a time.
    static let plannedRecordCount = 10_000
    /// The most that a piece can have: 256 KiB of records without further members.
    static let pieceRecordCount = 1024

    /// How many JSON values a push may hold. A value takes far more memory than its two bytes in the body: 5 MiB of `[]` would
    /// be 200 MB. A record of the base shape has 8, so a full batch still has 12 more for each.
    var batchValueCount: Int { max(200_000, 20 * batchRecordCount) }

    package init(bodySizeBytes: Int = 5 << 20, batchRecordCount: Int = 10_000, pageRecordCount: Int = 10_000) {
        self.bodySizeBytes = bodySizeBytes
        self.batchRecordCount = batchRecordCount
        self.pageRecordCount = pageRecordCount
    }
}
