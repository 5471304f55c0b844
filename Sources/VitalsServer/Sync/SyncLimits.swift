/// How much one request may ask of the server.
package struct SyncLimits: Hashable, Sendable {
    /// 5 MiB: a full batch of records of the base shape fits several times.
    package var bodySizeBytes: Int
    package var batchRecordCount: Int
    /// The greatest `limit` of a pull, and the page in which a pull without one is streamed.
    package var pageRecordCount: Int

    package init(bodySizeBytes: Int = 5 << 20, batchRecordCount: Int = 10_000, pageRecordCount: Int = 10_000) {
        self.bodySizeBytes = bodySizeBytes
        self.batchRecordCount = batchRecordCount
        self.pageRecordCount = pageRecordCount
    }
}
