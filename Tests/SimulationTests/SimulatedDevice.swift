import Foundation
import TestSupport
import Vitals
import VitalsServer

struct SimulatedCrash: Error {}

/// A phone with a real store in memory, the real engine and driver, and a simulated network.
final class SimulatedDevice: Sendable {
    let name: String
    let store: MeasurementStore
    let network: SimulatedNetwork
    let syncer: Syncer
    /// Number of writes until the next crash; nil for no crash.
    private let writesUntilCrash: Locked<Int?>

    init(
        _ name: String, service: SyncService, user: UUID, clock: ManualClock, rules: SyncRules,
        settings: SyncSettings = .small, isOld: Bool = false
    ) throws {
        self.name = name
        let read = clock.read
        let writesUntilCrash = Locked<Int?>(nil)
        self.writesUntilCrash = writesUntilCrash
        store = try MeasurementStore(
            path: ":memory:", clock: { Timestamp(clamping: read()) }, rules: rules,
            beforeWrite: {
                try writesUntilCrash.withLock { left in
                    guard let count = left else { return }
                    if count == 0 {
                        left = nil
                        throw SimulatedCrash()
                    }
                    left = count - 1
                }
            })
        network = SimulatedNetwork(service: service, user: user, isOld: isOld)
        syncer = Syncer(
            store: store, api: network, origin: "sim", settings: settings, sleep: { _ in }, seed: { 1 })
    }

    /// Makes the write after `count` others throw a crash.
    func crash(afterWrites count: Int?) { writesUntilCrash.withLock { $0 = count } }

    /// Syncs. A crash, an outage or a refusal ends the sync as it would end the app's.
    @discardableResult
    func sync() async -> Result<SyncReport, any Error> {
        defer { crash(afterWrites: nil) }
        do {
            return .success(try await syncer.sync())
        } catch {
            return .failure(error)
        }
    }

    func all() throws -> [UUID: Vitals.Measurement] {
        Dictionary(uniqueKeysWithValues: try store.allRecords().map { ($0.id, $0) })
    }
}

extension SyncSettings {
    /// Settings with pages and batches so small that every sync takes several.
    static var small: SyncSettings {
        var settings = SyncSettings()
        settings.batchSize = 3
        settings.pageSize = 2
        settings.maximumAttempts = 2
        return settings
    }
}

extension MemorySyncStore {
    func all(of user: UUID) throws -> [UUID: Vitals.Measurement] {
        let records = try pull(user: user, cursor: 0, through: nil, limit: .max, receipt: nil).records
        return Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
    }
}
