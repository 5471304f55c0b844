import Foundation
import TestSupport
import Vitals
import VitalsServer

/// A short history of two phones and a server in which one rule of deletes or of overwritten edits makes the difference.
struct DeletesScenario: Sendable, CustomStringConvertible {
    /// The rule that a server or a phone goes without.
    enum Without: Sendable {
        case phone(SyncRules)
        case server(ServerRules)
    }

    let description: String
    let without: Without
    /// Returns a description of the failure, or nil if everything held.
    let run: @Sendable (DeletesFixture) async throws -> String?
}

/// The rules of a server that a test can switch off.
struct ServerRules: OptionSet, Sendable {
    let rawValue: Int
    /// The server notes what was overwritten.
    static let notes = ServerRules(rawValue: 1)
    /// Notes pass to later versions.
    static let notesPass = ServerRules(rawValue: 2)
    /// A receipt names the last row of the log, whatever the response holds.
    static let receiptsNameTheHead = ServerRules(rawValue: 4)
    /// A deleted record may hold nothing that was measured.
    static let wellFormed = ServerRules(rawValue: 8)
    /// A compaction leaves the receipts of the rows that it removes.
    static let compactedReceipts = ServerRules(rawValue: 16)

    static let all: ServerRules = [.notes, .notesPass, .receiptsNameTheHead, .wellFormed, .compactedReceipts]

    /// A server in memory that keeps these rules, and its store.
    func makeService() -> (MemorySyncStore, SyncService) {
        let store = MemorySyncStore(pushHooks: [.overwrittenNotes(with: self)])
        var rules = PushRules.deletes
        if !contains(.wellFormed) { rules.takesUnmeasured = { _ in false } }
        let base: any SyncStore = contains(.receiptsNameTheHead) ? store : RowReceiptStore(base: store)
        let served: any SyncStore = contains(.compactedReceipts) ? CompactedSyncStore(base, compacted: store) : base
        return (store, SyncService(store: served, features: ["base", "deletes"], pushRules: rules))
    }
}

struct DeletesFixture: Sendable {
    let server: MemorySyncStore
    let clock = ManualClock()
    let a: SimulatedDevice
    let b: SimulatedDevice
    /// A phone of a build from before deletes.
    let old: SimulatedDevice
    let user = DevelopmentUser.id

    init(without: DeletesScenario.Without? = nil) throws {
        var (phoneRules, serverRules) = (SyncRules.all, ServerRules.all)
        switch without {
        case .phone(let rule): phoneRules.subtract(rule)
        case .server(let rule): serverRules.subtract(rule)
        case nil: break
        }
        let service: SyncService
        (server, service) = serverRules.makeService()
        a = try SimulatedDevice("A", service: service, user: user, clock: clock, rules: phoneRules)
        b = try SimulatedDevice("B", service: service, user: user, clock: clock, rules: phoneRules)
        old = try SimulatedDevice(
            "old", service: service, user: user, clock: clock, rules: .all.subtracting(.deletes), isOld: true)
    }

    func sharedWeight(_ value: Double) async throws -> UUID {
        let id = try a.store.add(kind: .weight, value: value, unit: .kilograms).id
        for device in [a, b, old] { _ = await device.sync() }
        return id
    }

    func held(_ id: UUID) async throws -> Vitals.Measurement? { try await server.all(of: user)[id] }

    /// Syncs all phones twice; then all must hold what the server holds, with nothing dirty.
    func converge() async throws -> String? {
        let devices = [a, b, old]
        for device in devices + devices {
            if case .failure(let error) = await device.sync() { return "\(device.name) can't sync: \(error)" }
        }
        let held = try await server.all(of: user)
        for device in devices {
            if try device.all() != held { return "\(device.name) and the server differ" }
            if try !device.store.dirty().isEmpty { return "\(device.name) is never done" }
        }
        return nil
    }
}

extension PushHook<MemoryPush> {
    /// The notes of a server that goes without some of its rules.
    static func overwrittenNotes(with rules: ServerRules) -> PushHook {
        var hook = PushHook.overwrittenNotes
        let notes = hook.beforeWrite
        hook.beforeWrite = { batch, user, push in
            if !rules.contains(.notes) { return { _ in } }
            if !rules.contains(.notesPass) { for record in batch.records { push.notes[record.id] = nil } }
            return try notes(batch, user, push)
        }
        return hook
    }
}

extension DeletesScenario {
    static let all: [DeletesScenario] = [
        DeletesScenario(
            description: "an edit that the server had taken is overwritten unseen", without: .server(.notes)
        ) {
            try await $0.overwrittenEdit()
        },
        DeletesScenario(
            description: "an edit that the server had taken is overwritten unseen, and the phone looks away",
            without: .phone(.overwrittenEditsAreKept)
        ) { try await $0.overwrittenEdit() },
        DeletesScenario(
            description: "the winner is edited again before the loser looks", without: .server(.notesPass)
        ) { fixture in
            try await fixture.overwrittenEdit { id in
                try fixture.a.store.edit(id, value: 74)
                _ = await fixture.a.sync()
            }
        },
        DeletesScenario(
            description: "what was pulled meanwhile is not what the edit was made from", without: .phone(.editedFrom)
        ) { fixture in
            // B has an edit of its own that was never sent. It pulls A's, which loses to it. B hadn't seen A's when it
            // made the edit, so A has to be told.
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            for value in [72.0, 73] { try fixture.b.store.edit(id, value: value) }
            fixture.b.network.breaksAt.withLock { $0 = { _ in true } }
            _ = await fixture.a.sync()
            _ = await fixture.b.sync()
            fixture.b.network.breaksAt.withLock { $0 = { _ in false } }
            if let problem = try await fixture.converge() { return problem }
            return try fixture.a.store.conflicts().map(\.loser.value) == [71] ? nil : "A's edit vanished unseen"
        },
        DeletesScenario(
            description: "the server forgot an edit, and another one takes its place",
            without: .phone(.unconfirmedEditsAreKept)
        ) { fixture in
            let id = try await fixture.sharedWeight(70)
            let backup = await fixture.server.snapshot()
            try fixture.b.store.edit(id, value: 72)
            _ = await fixture.b.sync()
            await fixture.server.restore(backup)
            for value in [73.0, 74] { try fixture.a.store.edit(id, value: value) }
            // Other records take the numbers that the lost ones had.
            for value in [50.0, 51] { try fixture.a.store.add(kind: .weight, value: value, unit: .kilograms) }
            _ = await fixture.a.sync()
            // B learns that history was lost, and pulls before it can push.
            fixture.b.network.breaksAt.withLock { $0 = { _ in true } }
            for _ in 0..<2 { _ = await fixture.b.sync() }
            fixture.b.network.breaksAt.withLock { $0 = { _ in false } }
            if let problem = try await fixture.converge() { return problem }
            return try fixture.b.store.conflicts().map(\.loser.value) == [72] ? nil : "B's edit vanished unseen"
        },
        DeletesScenario(
            description: "an older conflict keeps the value of a deleted record",
            without: .phone(.deletionClearsAllCopies)
        ) { fixture in
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            try fixture.b.store.edit(id, value: 72)
            _ = await fixture.b.sync()
            _ = await fixture.a.sync()
            guard try fixture.a.store.conflicts().count == 1 else { return "there is no conflict to begin with" }
            try fixture.b.store.delete(id)
            if let problem = try await fixture.converge() { return problem }
            return try fixture.a.store.conflicts().isEmpty ? nil : "A keeps the value as a conflict, for ever"
        },
        DeletesScenario(
            description: "an old phone edits what was deleted", without: .server(.wellFormed)
        ) { fixture in
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.delete(id)
            for device in [fixture.a, fixture.old] { _ = await device.sync() }
            guard var record = try fixture.old.store.byId(id) else { return "the old phone has no record" }
            record = try record.bumpVersion(now: Timestamp(clamping: fixture.clock.read()))
            record.value = 72
            try fixture.old.store.upsert(record)
            if let problem = try await fixture.converge() { return problem }
            let held = try await fixture.held(id)
            return held == held?.asDeletion ? nil : "the server holds a deleted record of 72 kg"
        },
        DeletesScenario(
            description: "a stale deletion is adopted, and the server forgets it",
            without: .server(.receiptsNameTheHead)
        ) { fixture in
            let id = try await fixture.sharedWeight(70)
            let backup = await fixture.server.snapshot()
            try fixture.a.store.delete(id)
            try fixture.a.store.restore(deleted: try fixture.a.store.recentlyDeleted()[0].id)
            try fixture.a.store.delete(id)
            _ = await fixture.a.sync()
            // B's edit loses in its push; the pull that would bring a higher receipt never comes.
            try fixture.b.store.edit(id, value: 71)
            let calls = Locked(0)
            fixture.b.network.mishap.withLock {
                $0 = {
                    calls.withLock { count in
                        count += 1
                        return count > 1 ? .lostRequest : .none
                    }
                }
            }
            _ = await fixture.b.sync()
            fixture.b.network.mishap.withLock { $0 = { .none } }
            guard try fixture.b.store.byId(id)?.isDeleted == true else { return "B hasn't adopted the deletion" }
            await fixture.server.restore(backup)
            for _ in 0..<2 { if case .failure(let error) = await fixture.b.sync() { return "B can't sync: \(error)" } }
            return try await fixture.held(id)?.isDeleted == true
                ? nil : "B has it deleted, and the server has it, for ever"
        },
        DeletesScenario(
            description: "the log row of a phone's receipt is compacted", without: .server(.compactedReceipts)
        ) { fixture in
            // The highest row that B has seen is that of a record which A then writes again.
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            _ = await fixture.a.sync()
            guard try await fixture.server.compact().removedRowCount > 0 else { return "nothing was removed" }
            let report = try await fixture.b.sync().get()
            return report.pushedCount == 0 && report.pulledCount == 1
                ? nil : "B sends everything anew: \(report.pushedCount) pushed, \(report.pulledCount) pulled"
        },
    ]
}

extension DeletesFixture {
    /// B's edit is taken by the server. A, offline all the while, makes two edits on top of what was before.
    func overwrittenEdit(then more: (UUID) async throws -> Void = { _ in }) async throws -> String? {
        let id = try await sharedWeight(70)
        for value in [72.0, 73] { try a.store.edit(id, value: value) }
        try b.store.edit(id, value: 71)
        _ = await b.sync()
        _ = await a.sync()
        try await more(id)
        if let problem = try await converge() { return problem }
        return try b.store.conflicts().map(\.loser.value) == [71] ? nil : "B's edit vanished unseen"
    }
}
