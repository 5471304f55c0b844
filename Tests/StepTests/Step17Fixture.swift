import Foundation
import StepSupport
import Vitals
import VitalsServer

/// A server in memory that knows deletes, and phones with real stores in a folder of their own.
final class Step17Fixture: Sendable {
    let server = MemorySyncStore(pushHook: .overwrittenNotes)
    let clock = StepClock()
    private let folder: TemporaryFolder
    private let service: SyncService

    init() throws {
        folder = try TemporaryFolder()
        service = SyncService(store: server, features: ["base", "deletes"], pushRules: .deletes)
    }

    func phone(_ name: String) throws -> Step17Phone {
        let store = try Records.store(path: folder.path("\(name).sqlite"), clock: clock)
        return Step17Phone(name: name, store: store, service: service)
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
    private let api: Step17API
    private let syncer: Syncer

    init(name: String, store: MeasurementStore, service: SyncService) {
        self.name = name
        self.store = store
        let api = Step17API(service: service)
        self.api = api
        var settings = SyncSettings.patient
        settings.maximumAttempts = 2
        syncer = Syncer(
            store: store, api: api, origin: "http://server.test", settings: settings, sleep: { _ in }, seed: { 1 })
    }

    @discardableResult
    func sync() async throws -> SyncReport { try await syncer.sync() }

    /// Runs `body` after the server has handled the next push, and before the phone has the response.
    func duringNextPush(_ body: @escaping @Sendable () throws -> Void) { api.inFlight.set(body) }

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

/// The calls of the protocol, on the server's own service, without HTTP.
private final class Step17API: SyncAPI {
    let inFlight = OneCall()
    private let service: SyncService

    init(service: SyncService) { self.service = service }

    func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed> {
        try await push(records, editedFrom: [:], context: context)
    }

    func push(
        _ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        do {
            let body = PushBody.bytes(of: records, editedFrom: origins)
            let answer = try await service.push(body: body, caller: caller(context))
            let pushed = try Pushed(json: try JSONValue(parsing: answer.body))
            try inFlight.take()?()
            return response(pushed, answer.identity)
        } catch {
            throw failure(error)
        }
    }

    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
        do {
            let answer = try await service.pull(cursor: cursor, limit: limit, caller: caller(context))
            let bytes = Bytes()
            try await answer.body.write { await bytes.append($0) }
            return response(try Pulled(json: try JSONValue(parsing: await bytes.all)), answer.identity)
        } catch {
            throw failure(error)
        }
    }

    private func caller(_ context: SyncContext) -> RequestIdentity {
        RequestIdentity(
            user: DevelopmentUser.id, account: context.account, receipt: context.receipt?.description)
    }

    private func response<Body: Sendable>(_ body: Body, _ identity: SyncHeaders?) -> SyncResponse<Body> {
        SyncResponse(body, account: identity?.account, receipt: identity?.receipt, features: identity?.features)
    }

    private func failure(_ error: any Error) -> SyncFailure {
        guard let error = error as? ServiceError else { return .unexpected(status: 0, detail: "\(error)") }
        switch (error.status, error.code) {
        case (409, "history_lost"): return .historyLost(account: service.identity(of: DevelopmentUser.id)?.account)
        case (400, _), (413, _): return .refused(status: error.status, detail: error.detail, account: nil)
        default: return .unexpected(status: error.status, detail: "\(error)")
        }
    }
}

private actor Bytes {
    private(set) var all: [UInt8] = []

    func append(_ bytes: some Sequence<UInt8>) { all += bytes }
}
