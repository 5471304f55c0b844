public import Foundation

// Records that the person's system collects: HealthKit, or an export of Apple Health.

extension Device {
    /// Imports everything that is new in a health source, such as a `HealthKitBridge`. Each batch is one transaction.
    ///
    /// Ask for permission first, with the bridge's `requestAuthorization(for:)`.
    ///
    /// - Throws: errors of the bridge, such as `HealthImportError`; `StoreError`. Batches that were stored before stay.
    public func importAll(from bridge: some HealthBridge) async throws -> ImportReport {
        let report = try await store.importAll(from: bridge)
        try store.features.didImport(to: store)
        return report
    }

    /// Imports an export of Apple Health in one transaction. Reading the same file again adds nothing, and neither does
    /// a later export in which a phone or an app has another name.
    ///
    /// Synchronous, in constant memory; a large export takes minutes, so call it from a background task.
    ///
    /// - Parameters:
    ///   - kinds: the kinds to read; samples of others are counted as skipped, unless a feature of the device reads them.
    ///   - limitBytes: the bytes of XML after which the import is given up, so that a small zip can't fill the disk.
    ///   - progress: called about once per mebibyte, with the bytes read and, for a plain file, their total.
    /// - Returns: counts of what the file held, and of what was new here.
    /// - Throws: `HealthImportError` for a file that is damaged or no export; `StoreError`. Then nothing of it is kept.
    public func importHealthExport(
        _ source: HealthImportSource, kinds: [MetricKind] = MetricKind.base,
        limitBytes: Int64 = HealthImportSource.usualLimitBytes,
        progress: (_ bytesRead: Int64, _ totalBytes: Int64?) -> Void = { _, _ in }
    ) throws -> (summary: HealthExportSummary, report: ImportReport) {
        let (summary, report) = try store.importing { transaction in
            var renamed = try RenamedSources(transaction.tables)
            let readers = try store.features.importReaders(transaction.tables).compactMap { $0 as? any HealthTagReader }
            var summary = try readSamples(
                of: source, kinds: kinds, limitBytes: limitBytes, progress: progress,
                otherTypes: readers.reduce(into: []) { $0.formUnion($1.recordTypes) },
                take: { tag, depth, summary in
                    for reader in readers where try reader.take(tag, depth: depth, into: &transaction, &summary) {
                        return true
                    }
                    return false
                },
                sample: { record, origin in
                    let addedCount = transaction.report.addedCount
                    try transaction.add(record)
                    let isNew = transaction.report.addedCount > addedCount
                    try renamed.note(record, origin, isNew: isNew, transaction.tables)
                })
            for reader in readers { try reader.finish(into: &transaction, &summary) }
            try renamed.removeRepeated(from: &transaction)
            return summary
        }
        try store.features.didImport(to: store)
        return (summary, report)
    }

    /// Imports records of a source of your own in one transaction. If `body` throws, nothing is kept.
    ///
    /// An imported record never replaces an equal or later version, so an import may be repeated.
    ///
    /// - Throws: `StoreError`; errors of `body` are rethrown.
    @discardableResult
    public func importing(_ body: (inout ImportTransaction) throws -> Void) throws -> ImportReport {
        let report = try store.importing(body).report
        try store.features.didImport(to: store)
        return report
    }

    /// The mark up to which a health source has been read; nil if it never was.
    ///
    /// - Throws: `StoreError`.
    public func anchor(source: String) throws -> HealthAnchor? { try store.anchor(source: source) }

    /// Notes which records samples became, and which samples were deleted. Noting the same again changes nothing.
    ///
    /// Call it before the batch is stored: after a crash in between, the source reports the batch again.
    ///
    /// - Throws: `StoreError`.
    public func noteHealthSamples(_ links: [HealthSampleLink], deleted: [UUID]) throws {
        try store.noteHealthSamples(links, deleted: deleted)
    }

    /// The samples that were deleted at their source, in the order in which the deletions were noted.
    ///
    /// - Throws: `StoreError`.
    public func healthDeletions() throws -> [HealthDeletion] { try store.healthDeletions() }
}
