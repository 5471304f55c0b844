package import Foundation
package import Vitals

extension Device {
    /// The samples of this device.
    ///
    /// A device that wasn't opened with the feature `workouts` has no tables for them: each call throws `StoreError` then.
    package var samples: DeviceSamples { DeviceSamples(self) }
}

/// The samples of one device: to read, to ingest, and to keep as many as the device needs.
package struct DeviceSamples: Sendable {
    private let device: Device

    init(_ device: Device) { self.device = device }

    // MARK: Reading

    /// The samples of a type that start in a range, by start and id. Those that were pruned aren't among them (`older`).
    ///
    /// - Throws: `StoreError`.
    package func list(_ type: String, from: Timestamp, to: Timestamp, limit: Int = 5_000) throws -> [Sample] {
        try read { try $0.list(type, from: from, to: to, limit: limit) }
    }

    /// - Throws: `StoreError`.
    package func counts() throws -> SampleCounts { try read { try $0.counts() } }

    /// The types of which this device has samples, by name.
    ///
    /// - Throws: `StoreError`.
    package func types() throws -> [SampleTypeSummary] { try read { try $0.summaries() } }

    /// The total of a type in a day whose bounds are the midnights of the user's time zone. Each minute counts once, whoever recorded it.
    ///
    /// - Throws: `StoreError`.
    package func total(_ type: SampleType, in day: Range<Timestamp>) throws -> Double {
        try read { try $0.total(type, in: day) }
    }

    /// Samples that this device has pruned, or never had, from the server.
    ///
    /// - Throws: `SyncError`.
    package func older(_ type: String, from: Timestamp, to: Timestamp) async throws -> [Sample] {
        guard let api = try device.makeAPI() as? any SampleAPI else { throw SyncError.noServer }
        let context = SyncContext(account: try device.syncState().account)
        var (found, after) = ([Sample](), String?.none)
        do throws(SyncFailure) {
            repeat {
                let page = try await api.samples(of: type, from: from, to: to, after: after, context: context)
                found += page.samples
                // A server that gives the same mark again would be asked for ever.
                guard page.next != after else { break }
                after = page.next
            } while after != nil
        } catch {
            throw error.syncError
        }
        return found
    }

    // MARK: Refused

    /// The samples that the server won't take, the oldest first.
    ///
    /// - Throws: `StoreError`.
    package func rejected() throws -> [RejectedSample] { try read { try $0.rejected() } }

    /// Sends them again with the next sync.
    ///
    /// - Throws: `StoreError`.
    package func retryRejected() throws { try write { try $0.retryRejected() } }

    /// Forgets them.
    ///
    /// - Throws: `StoreError`.
    package func discardRejected() throws { try write { try $0.discardRejected() } }

    // MARK: Keeping

    /// The months of samples that this device keeps; nil for all. Older ones are pruned once the server has them.
    ///
    /// - Throws: `StoreError`.
    package func retention() throws -> Int? { try read { try $0.keepMonths() } }

    /// - Parameter months: 1 or more; nil keeps all.
    /// - Throws: `StoreError`.
    package func setRetention(_ months: Int?) throws { try write { try $0.setKeepMonths(months.map { max(1, $0) }) } }

    /// Deletes samples for good, here and on the server: reading them again doesn't bring them back.
    ///
    /// - Throws: `StoreError`.
    package func delete(_ ids: [UUID]) throws { try write { tables in for id in ids { try tables.delete(id) } } }

    // MARK: Ingest

    /// How far each health source was read.
    ///
    /// - Throws: `StoreError`.
    package func lanes() throws -> [String: [LaneProgress]] {
        try read { try $0.laneSources() }.mapValues { $0.map { LaneProgress($0) } }
    }

    /// Reads what is new in a health source, and goes on with what is old.
    ///
    /// - Parameters:
    ///   - budgetSeconds: the time after which no window begins.
    ///   - maximumWindows: the number of windows after which it stops.
    ///   - progress: called after each window.
    /// - Throws: `StoreError`, `CancellationError`. What was stored stays.
    package func ingest(
        from source: any SampleSource, budgetSeconds: Double = .infinity, maximumWindows: Int = .max,
        progress: @Sendable (IngestReport) -> Void = { _ in }
    ) async throws -> IngestReport {
        try await Ingest(device.store, source).run(
            budgetSeconds: budgetSeconds, maximumWindows: maximumWindows, progress: progress)
    }

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try device.store.read { try body(SampleTables(device.store.tables(reading: $0))) }
    }

    private func write<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try device.store.write { try body(SampleTables($0)) }
    }
}
