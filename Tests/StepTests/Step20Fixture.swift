import Foundation
import StepSupport
import Synchronization
import Vitals
import VitalsServer

/// A server in memory that knows deletes, one phone with a real store, and the events between them.
///
/// The phone is B in the drawing of the messages, and A is the other phone that pushes.
final class Step20Fixture: Sendable {
    static let origin = "http://server.test"
    let server = MemorySyncStore(pushHooks: [.overwrittenNotes])
    let clock = StepClock()
    let crashPoint = CrashPoint()
    let phone: MeasurementStore
    private let timeline = Timeline()
    private let recorder: TimelineRecorder
    private let syncer: Syncer
    private let service: SyncService
    private let sent = Step20Count()

    /// The messages so far, for the end of a test's message.
    var drawing: String { timeline.drawing }

    /// - Parameter extra: features that the phone has besides those of the course.
    init(extra: [Feature] = []) throws {
        service = SyncService(store: server, features: ["base", "deletes", "live"], pushRules: .deletes)
        phone = try MeasurementStore(
            path: ":memory:", clock: clock.read, rules: .all, features: .builtIn.followed(by: extra),
            beforeWrite: crashPoint.beforeWrite)
        let api = ServiceAPI(service: service) { [sent] records, origins in
            sent.add(records.count)
            return PushBody.bytes(of: records, editedFrom: origins)
        }
        recorder = TimelineRecorder("B", api, in: timeline)
        syncer = Syncer(
            store: phone, api: recorder, origin: Self.origin, settings: .patient, sleep: { _ in }, seed: { 1 })
    }

    func sync() async throws {
        recorder.noteChanges(in: phone)
        defer { recorder.noteChanges(in: phone) }
        _ = try await syncer.sync()
    }

    /// Edits a record on the phone.
    @discardableResult
    func edit(_ id: UUID, value: Double) throws -> Vitals.Measurement {
        defer { recorder.noteChanges(in: phone) }
        return try phone.edit(id, value: value)
    }

    /// Restores the server from an old backup.
    func restore(_ backup: MemorySyncStore.Snapshot) async throws {
        await server.restore(backup)
        timeline.note("loses everything", on: nil)
        timeline.note("gets " + (try await held()).drawn, on: nil)
    }

    /// Another phone's push.
    func push(_ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion] = [:]) async throws {
        let caller = RequestIdentity(user: DevelopmentUser.id)
        let request = timeline.send("push " + records.drawn, from: "A")
        timeline.reply("takes it", to: request)
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
        timeline.deliver("event \(event.seq): " + event.records.drawn, to: "B")
        defer { recorder.noteChanges(in: phone) }
        return try phone.apply(event, account: account, origin: origin)
    }

    /// Hands the phone a page as a pull brings it: by default the empty one at the end.
    func pull(_ records: [Vitals.Measurement] = [], unreadable: Int = 0) throws {
        let state = try phone.syncState()
        let cursor = state.cursor + Int64(records.count + unreadable)
        let page = Pulled(records: records, nextCursor: cursor, unreadableCount: unreadable)
        let nothing = unreadable == 0 ? "an empty page" : "a page that it can't read"
        timeline.deliver(records.isEmpty ? nothing : records.drawn, to: "B")
        defer { recorder.noteChanges(in: phone) }
        _ = try phone.apply(
            SyncResponse(page, account: AccountID.of(user: DevelopmentUser.id)), askedWith: state, origin: Self.origin)
    }

    /// Answers the push of everything that the phone wants to send: the server takes all of it, or none.
    func answerPush(refusing: Bool = false) throws {
        let sent = try phone.dirty()
        let request = timeline.send("push " + sent.drawn, from: "B")
        timeline.reply(refusing ? "refuses \(sent.count)" : "takes it", to: request)
        defer { recorder.noteChanges(in: phone) }
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

    /// A well-formed deletion of a weight, made without the learner's code.
    static func deletion(_ id: UUID, version: Int64) -> Vitals.Measurement {
        var record = Records.weight(
            0.1, id: id, version: version, recordedAt: 1_781_940_000_200, updatedAt: 1_781_940_000_200)
        record.extra = UnknownMembers(unchecked: #"{"deleted":true}"#)
        return record
    }

    /// The number of records that the phone has sent.
    var sentCount: Int { sent.count }

    /// The values that the server holds, in order.
    var serverValues: [Double] {
        get async throws { try await held().map(\.value).sorted() }
    }

    private func held() async throws -> [Vitals.Measurement] {
        try await server.pull(user: DevelopmentUser.id, cursor: 0, through: nil, limit: .max, receipt: nil).records
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

/// Changes a phone's state when its next transaction begins that knows notes, just as a login or a page would that was
/// committed before.
final class Step20LateChange: Sendable {
    private let sql: String
    private let isArmed = Mutex(true)

    init(_ sql: String) { self.sql = sql }

    /// True once the state was changed.
    var wasMade: Bool { isArmed.withLock { !$0 } }

    var feature: Feature {
        Feature(name: "late change") {
            $0.willApply = { tables, _ in
                let isFirst = self.isArmed.withLock { isArmed in
                    defer { isArmed = false }
                    return isArmed
                }
                if isFirst { try tables.execute(self.sql) }
            }
        }
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
