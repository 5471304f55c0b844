import Foundation
package import Vitals

/// Sends samples and deletions, as a part of the device's sync. The sync lock is held while it runs.
package struct SampleUpload: Sendable {
    private let store: MeasurementStore
    private let api: any SampleAPI
    private let rules: SampleRules

    /// The most batches of one sync, 100,000 samples: the rest goes with the next one, so that a sync ends.
    package static let maximumBatches = 20

    package init(_ store: MeasurementStore, _ api: any SampleAPI, rules: SampleRules = .all) {
        self.store = store
        self.api = api
        self.rules = rules
    }

    /// Sends batches until nothing waits, or the limit of a sync is reached.
    ///
    /// A server without samples is no error: what waits goes on waiting.
    ///
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    package func run(maximumBatches: Int = maximumBatches) async throws {
        let server = try binding()
        try write { try $0.bind(to: server) }
        var (limit, hasLost, hasAnswer, isReused) = (SampleBatch.limit, false, false, false)
        for _ in 0..<maximumBatches {
            try Task.checkCancellation()
            let batch = try write { try $0.stage(limit: limit) }
            let receipt = try read { try $0.receipt() }
            if batch == nil, hasAnswer || receipt == nil { break }
            let context = SyncContext(account: try store.syncState().account, receipt: receipt)
            do throws(UploadFailure) {
                if let batch {
                    try settle(batch, try await api.upload(batch, context: context))
                } else {
                    try await api.checkReceipt(context: context)
                }
                hasAnswer = true
            } catch {
                switch error {
                case .absent: return
                case .historyLost where !hasLost:
                    hasLost = true
                    try write { try $0.loseHistory() }
                case .tooLarge where limit > 1:
                    limit = max(1, limit / 4)
                    if let batch { try write { try $0.release(batch) } }
                case .requestReused where !isReused:
                    isReused = true
                    if let batch { try write { try $0.release(batch) } }
                case .failed(let failure): throw failure.syncError
                case .historyLost: throw SyncFailure.historyLost(account: nil).syncError
                // A batch under a new id can't have been there before.
                case .requestReused: throw SyncFailure.refused(status: 422, detail: "", account: nil).syncError
                case .tooLarge: throw SyncFailure.refused(status: 413, detail: "", account: nil).syncError
                }
            }
        }
        try prune()
    }

    private func settle(_ batch: SampleBatch, _ answer: UploadAnswer) throws(UploadFailure) {
        do {
            try write { try $0.settle(batch, by: answer) }
        } catch {
            // It's stored nowhere, so the batch goes out again: the server gives the same answer.
            throw .failed(.unexpected(status: 200, detail: "the answer can't be stored (\(error))"))
        }
    }

    /// Removes what is older than this phone keeps and is on the server.
    package func prune() throws {
        guard let months = try read({ try $0.keepMonths() }) else { return }
        let moment = store.clock().advanced(byMilliseconds: -Int64(months) * Self.monthMilliseconds)
        guard let moment else { return }
        while try write({ try $0.prune(before: moment, limit: 10_000) }) == 10_000 {}
    }

    /// 30.4375 days, a twelfth of a year.
    private static let monthMilliseconds: Int64 = 2_629_800_000

    private func binding() throws -> String {
        let state = try store.syncState()
        return "\(state.origin ?? "") \(state.account ?? "")"
    }

    private func write<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.write { try body(SampleTables($0, rules: rules)) }
    }

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.read { try body(SampleTables(store.tables(reading: $0), rules: rules)) }
    }
}
