import Foundation
import StepSupport
import Vitals
import VitalsServer

/// A server in memory that knows deletes, and phones with real stores in a folder of their own.
final class Step17Fixture: Sendable {
    let server = MemorySyncStore(pushHooks: [.overwrittenNotes])
    let clock = StepClock()
    let timeline = Timeline()
    private let folder: TemporaryFolder
    private let service: SyncService

    init() throws {
        folder = try TemporaryFolder()
        service = SyncService(store: server, features: ["base", "deletes"], pushRules: .deletes)
    }

    func phone(_ name: String) throws -> Step17Phone {
        let store = try Records.store(path: folder.path("\(name).sqlite"), clock: clock)
        return Step17Phone(name: name, store: store, service: service, timeline: timeline)
    }

    /// The record that the server holds.
    func held(_ id: UUID = Records.id(1)) async throws -> Vitals.Measurement? {
        try await server.pull(user: DevelopmentUser.id, cursor: 0, through: nil, limit: .max, receipt: nil).records
            .first { $0.id == id }
    }
}

/// A phone whose network can be changed for the next push.
final class Step17Phone: Sendable {
    let name: String
    let store: MeasurementStore
    private let inFlight = OneCall()
    private let syncer: Syncer
    private let recorder: TimelineRecorder

    init(name: String, store: MeasurementStore, service: SyncService, timeline: Timeline) {
        self.name = name
        self.store = store
        let api = ServiceAPI(
            service: service, body: PushBody.bytes(of:editedFrom:),
            didHandlePush: { [inFlight] in try inFlight.take()?() })
        recorder = TimelineRecorder(name, api, in: timeline)
        var settings = SyncSettings.patient
        settings.maximumAttempts = 2
        syncer = Syncer(
            store: store, api: recorder, origin: "http://server.test", settings: settings, sleep: { _ in }, seed: { 1 })
    }

    @discardableResult
    func sync() async throws -> SyncReport {
        recorder.noteChanges(in: store)
        defer { recorder.noteChanges(in: store) }
        return try await syncer.sync()
    }

    /// Runs `body` after the server has handled the next push, and before the phone has the response.
    func duringNextPush(_ body: @escaping @Sendable () throws -> Void) { inFlight.set(body) }

    /// The values of the edits that lost, in order.
    var lostValues: [Double] {
        get throws { try store.conflicts().map(\.loser.value).sorted() }
    }

    /// The values that can be brought back, in order.
    var deletedValues: [Double] {
        get throws { try store.recentlyDeleted().map(\.measurement.value).sorted() }
    }
}

/// A call to be made once.
private final class OneCall: @unchecked Sendable {
    private let lock = NSLock()
    private var body: (@Sendable () throws -> Void)?

    func set(_ body: @escaping @Sendable () throws -> Void) { lock.withLock { self.body = body } }

    func take() -> (@Sendable () throws -> Void)? {
        lock.withLock {
            defer { body = nil }
            return body
        }
    }
}
