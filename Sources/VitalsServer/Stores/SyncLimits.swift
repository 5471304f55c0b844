/// Limits on what one request may cost the server.
package struct SyncLimits: Hashable, Sendable {
    /// 5 MiB: several times what a full batch of records of the base shape needs.
    package var bodySizeBytes: Int
    package var batchRecordCount: Int
    /// The greatest `limit` of a pull.
    package var pageRecordCount: Int
    /// The size at which a page ends before its `limit`: about 5 MiB, as much as a push may bring.
    package var pageSizeBytes = 5 << 20
    /// The size after which a scan of record sizes may stop: more than a page can hold.
    static let measuredBytes = 5 << 20
    /// The approximate maximum size of the greater records in a push's response. Beyond it, the phone sends smaller
    /// batches.
    static let staleSizeBytes = 1 << 20
    /// The number of records whose sizes a pull without a limit reads at a time.
    static let plannedRecordCount = 10_000
    /// The maximum number of records in a piece: 256 KiB of records without extra members.
    static let pieceRecordCount = 1024

    /// The number of JSON values that a push may hold. A value needs far more memory than its two bytes in the body: 5
    /// MiB of `[]` would take 200 MB. A record of the base shape has 8, so a full batch still has 12 to spare for each
    /// record.
    var batchValueCount: Int { max(200_000, 20 * batchRecordCount) }

    package init(bodySizeBytes: Int = 5 << 20, batchRecordCount: Int = 10_000, pageRecordCount: Int = 10_000) {
        self.bodySizeBytes = bodySizeBytes
        self.batchRecordCount = batchRecordCount
        self.pageRecordCount = pageRecordCount
    }
}
