import Synchronization
import Vitals

import struct Foundation.UUID

/// A history of three phones and their server, one event after the other.
package struct PhoneHistory: Sendable, CustomStringConvertible {
    enum Event: Sendable, CustomStringConvertible {
        case edit(phone: Int, record: Int, Double)
        case sync(phone: Int)
        /// The phone loses its power after some writes of a sync.
        case crash(phone: Int, afterWrites: Int)
        /// The response to a phone's next request is lost.
        case loseAnswer(InMemoryServer.Request)
        case dropRequests(InMemoryServer.Request)
        case sendTwice(InMemoryServer.Request)
        /// During the phone's next request, a record is edited on the phone.
        case editInFlight(InMemoryServer.Request, phone: Int, record: Int, Double)
        case serverForgets

        var description: String {
            switch self {
            case .edit(let phone, let record, let value): "\(name(phone)) sets record \(record) to \(value)"
            case .sync(let phone): "\(name(phone)) syncs"
            case .crash(let phone, let writes): "\(name(phone)) syncs and crashes after \(writes) writes"
            case .loseAnswer(let request): "the response to the next \(request) is lost"
            case .dropRequests(let request): "the next \(request) never arrives"
            case .sendTwice(let request): "the next \(request) arrives twice"
            case .editInFlight(let request, let phone, let record, let value):
                "during the next \(request) \(name(phone)) sets record \(record) to \(value)"
            case .serverForgets: "the server loses its database"
            }
        }

        private func name(_ phone: Int) -> String { PhoneHistory.names[phone] }
    }

    static let names = ["A", "B", "C"]
    private var events: [Event]

    package var description: String { events.map(\.description).joined(separator: "; ") }

    package static func generated(by generator: inout CaseGenerator) -> PhoneHistory {
        PhoneHistory(events: generator.list(4...14) { event(&$0) })
    }

    package var smaller: [PhoneHistory] { Shrink.list(events).map { PhoneHistory(events: $0) } }

    private static func event(_ generator: inout CaseGenerator) -> Event {
        let phone = generator.integer(in: 0...2)
        let record = generator.integer(in: 1...2)
        let value = Double(generator.integer(in: 70...73))
        let request: InMemoryServer.Request = generator.once(in: 2) ? .push : .pull
        switch generator.integer(in: 1...20) {
        case 1...7: return .edit(phone: phone, record: record, value)
        case 8...13: return .sync(phone: phone)
        case 14: return .crash(phone: phone, afterWrites: generator.integer(in: 0...8))
        case 15: return .loseAnswer(request)
        case 16: return .dropRequests(request)
        case 17: return .sendTwice(request)
        case 18, 19: return .editInFlight(request, phone: phone, record: record, value)
        default: return .serverForgets
        }
    }

    /// Plays the history, then lets each phone sync twice. Returns what a person would complain about; nil when all is
    /// well.
    package func problem() async throws -> String? {
        let world = try World()
        for event in events { try await world.live(event) }
        world.server.forgiveFaults()
        for phone in world.phones + world.phones {
            if let error = try await phone.syncThatMayFail() {
                return "\(phone.name) can't sync: \(error)\n\(world.server.timeline.drawing)"
            }
        }
        let problem = try ConvergenceCheck.problem(
            world.phones, world.server, after: "After all phones had synced twice")
        return problem ?? world.lostEdit
    }
}

/// Three phones, their server, and every record ever written.
private final class World: Sendable {
    let server = InMemoryServer()
    let clock = StepClock()
    let phones: [Phone]
    private let greatestEdits = Mutex<[UUID: Measurement]>([:])

    init() throws {
        server.setPageSize(2)
        var settings = SyncSettings.patient
        (settings.batchSize, settings.maximumAttempts) = (2, 2)
        let (server, clock) = (server, clock)
        phones = try PhoneHistory.names.map { try Phone($0, server, clock: clock, settings: settings) }
    }

    func live(_ event: PhoneHistory.Event) async throws {
        switch event {
        case .edit(let phone, let record, let value): try edit(phone, record, value)
        case .sync(let phone): _ = try await phones[phone].syncThatMayFail()
        case .crash(let phone, let writes):
            phones[phone].crashPoint.arm(afterWrites: writes)
            if try await phones[phone].syncThatMayFail() != nil {
                server.timeline.note("crashes", on: phones[phone].name)
            }
            phones[phone].crashPoint.disarm()
        case .loseAnswer(let request): server.onNext(request, .loseAnswer)
        case .dropRequests(let request): for _ in 0..<2 { server.onNext(request, .dropRequest) }
        case .sendTwice(let request): server.onNext(request, .twice)
        case .editInFlight(let request, let phone, let record, let value):
            server.onNext(request, .inFlight { try self.edit(phone, record, value) })
        case .serverForgets: server.forgetEverything()
        }
    }

    private func edit(_ number: Int, _ record: Int, _ value: Double) throws {
        let (phone, id) = (phones[number], Records.id(record))
        // Only edits of record 1 advance the clock, so that some edits share a millisecond and some don't.
        if record == 1 { clock.advance(byMilliseconds: 1) }
        phone.crashPoint.disarm()
        let isNew = try phone.store.byId(id) == nil
        let edit =
            isNew
            ? try phone.store.add(kind: .weight, value: value, unit: .kilograms, id: id)
            : try phone.store.edit(id, value: value)
        greatestEdits.withLock { greatest in
            if let other = greatest[id], InMemoryLog.isGreater(other, than: edit) { return }
            greatest[id] = edit
        }
    }

    /// A message when the phones agree, but not on the greatest edit ever made; otherwise nil.
    var lostEdit: String? {
        let held = server.records
        for (id, edit) in greatestEdits.withLock({ $0 }) where held[id] != edit {
            return """
                All phones agree on \(held[id].shown), though one of them was edited to \(Optional(edit).shown), which is \
                greater: that edit is lost.
                \(server.timeline.drawing)
                """
        }
        return nil
    }
}
