import Foundation
import StepSupport
import Vitals
import VitalsServer

/// A server in memory that knows labels, and phones with real stores in a folder of their own.
final class Step18Fixture: Sendable {
    let clock = StepClock()
    private let folder: TemporaryFolder
    private let service: SyncService

    init() throws {
        folder = try TemporaryFolder()
        service = SyncService(
            store: MemorySyncStore(), features: ["base", ServerFeature.phrases.name], pushRules: .phrases)
    }

    func phone(_ name: String) throws -> Step18Phone {
        let store = try Records.store(path: folder.path("\(name).sqlite"), clock: clock)
        var settings = SyncSettings.patient
        settings.maximumAttempts = 2
        return Step18Phone(
            store: store,
            syncer: Syncer(
                store: store, api: ServiceAPI(service: service), origin: "http://server.test", settings: settings,
                sleep: { _ in }, seed: { 1 }))
    }
}

struct Step18Phone: Sendable {
    let store: MeasurementStore
    let syncer: Syncer

    @discardableResult
    func sync() async throws -> SyncReport { try await syncer.sync() }
}
