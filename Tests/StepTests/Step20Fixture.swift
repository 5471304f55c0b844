import Foundation
import StepSupport
import Synchronization
import Vitals
import VitalsServer

/// A server in memory that knows deletes, one phone with a real store, and the events between them.
final class Step20Fixture: Sendable {
    static let origin = "http://server.test"
    let server = MemorySyncStore(pushHooks: [.overwrittenNotes])
    let clock = StepClock()
    let crashPoint = CrashPoint()
    let phone: MeasurementStore
    private let syncer: Syncer
    private let service: SyncService
    private let sent = Step20Count()

    init() throws {
        service = SyncService(store: server, features: ["base", "deletes", "live"], pushRules: .deletes)
        phone = try Records.store(clock: clock, crashPoint: crashPoint)
        let api = ServiceAPI(service: service) { [sent] records, origins in
            sent.add(records.count)
            return PushBody.bytes(of: records, editedFrom: origins)
        }
        syncer = Syncer(
            store: phone, api: api, origin: Self.origin, settings: .patient, sleep: { _ in }, seed: { 1 })
    }

    func sync() async throws { _ = try await syncer.sync() }

    /// Another phone's push.
    func push(_ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion] = [:]) async throws {
        let caller = RequestIdentity(user: DevelopmentUser.id)
        _ = try await service.push(body: PushBody.bytes(of: records, editedFrom: origins), caller: caller)
    }

    func head() async throws -> Int64 {
        try await server.head(user: DevelopmentUser.id, receipt: nil)?.seq ?? 0
    }

    /// The server's event for a part of its log, as the phone reads it from the stream.
    func message(after seq: Int64, through: Int64) async throws -> EventMessage {
        try await EventSource(store: server, overwritten: server.ability((any OverwrittenStore).self))
            .event(user: DevelopmentUser.id, after: seq, through: through)
    }

    /// Merges an event as the phone would whose stream is open.
    @discardableResult
    func merge(
        _ event: LiveEvent, account: String? = AccountID.of(user: DevelopmentUser.id), origin: String = origin
    ) throws -> Applied {
        try phone.apply(event, account: account, origin: origin)
    }

    /// Hands the phone a page as a pull brings it: by default the empty one at the end.
    func pull(_ records: [Vitals.Measurement] = [], unreadable: Int = 0) throws {
        let state = try phone.syncState()
        let cursor = state.cursor + Int64(records.count + unreadable)
        let page = Pulled(records: records, nextCursor: cursor, unreadableCount: unreadable)
        _ = try phone.apply(
            SyncResponse(page, account: AccountID.of(user: DevelopmentUser.id)), askedWith: state, origin: Self.origin)
    }

    /// Answers the push of everything that the phone wants to send: the server takes all of it, or none.
    func answerPush(refusing: Bool = false) throws {
        let sent = try phone.dirty()
        let answer =
            refusing
            ? Pushed(
                rejected: sent.map { Rejection(id: $0.id, version: $0.version, code: "out_of_bounds", detail: "No.") })
            : Pushed(acceptedIDs: sent.map(\.id))
        _ = try phone.apply(
            SyncResponse(answer, account: AccountID.of(user: DevelopmentUser.id)), to: sent, origin: Self.origin)
    }

    /// The values that the phone wants to send, in order.
    var unsent: [Double] { get throws { try phone.dirty().map(\.value).sorted() } }

    static func event(_ seq: Int64, _ records: [Vitals.Measurement]) -> LiveEvent {
        LiveEvent(.measurements, seq: seq, records: records)
    }

    /// The number of records that the phone has sent.
    var sentCount: Int { sent.count }

    /// The values that the server holds, in order.
    var serverValues: [Double] {
        get async throws {
            try await server.pull(user: DevelopmentUser.id, cursor: 0, through: nil, limit: .max, receipt: nil)
                .records.map(\.value).sorted()
        }
    }

    /// The values that the phone lists, in order.
    var values: [Double] { get throws { try phone.list().map(\.measurement.value).sorted() } }

    /// Checks the members of an event's page, for a server's event that a learner's reader hasn't read.
    static func page(_ message: EventMessage) throws -> JSONValue {
        let text = String(decoding: message.bytes, as: UTF8.self)
        let data = text.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6) ?? "{}"
        return try JSONValue(parsing: Array(data.utf8))
    }
}

/// A store of notes that can't be read.
struct Step20FailingNotes: OverwrittenStore {
    struct Failure: Error, Hashable {}

    func overwritten(_ ids: [UUID], user: UUID) async throws -> [UUID: OverwrittenVersions] { throw Failure() }

    func recordsMarkedDeleted() async throws -> [UUID: [Vitals.Measurement]] { throw Failure() }
}

final class Step20Count: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add(_ more: Int) { number.withLock { $0 += more } }
}
