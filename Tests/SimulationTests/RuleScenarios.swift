import Foundation
import TestSupport
import Vitals
import VitalsServer

/// A history of two phones and a server in which one rule makes the difference.
struct RuleScenario: Sendable, CustomStringConvertible {
    let description: String
    /// The rule that prevents the failure; nil if it's the server's order.
    let rule: SyncRules?
    var baseProtocol = false
    /// Runs the scenario. Returns a description of the failure, or nil if everything held.
    let run: @Sendable (Fixture) async throws -> String?
}

/// The participants of a scenario.
struct Fixture: Sendable {
    let server: MemorySyncStore
    let clock = ManualClock()
    let a: SimulatedDevice
    let b: SimulatedDevice
    let user = DevelopmentUser.id
    private let service: SyncService
    private let rules: SyncRules

    init(rules: SyncRules, usesNaiveGuard: Bool = false, baseProtocol: Bool = false) throws {
        server = MemorySyncStore(usesNaiveGuard: usesNaiveGuard)
        service = SyncService(store: server, sendsIdentity: !baseProtocol)
        self.rules = rules
        a = try SimulatedDevice("A", service: service, user: user, clock: clock, rules: rules)
        b = try SimulatedDevice("B", service: service, user: user, clock: clock, rules: rules)
    }

    /// Returns another phone of the same person.
    func phone(_ name: String) throws -> SimulatedDevice {
        try SimulatedDevice(name, service: service, user: user, clock: clock, rules: rules)
    }

    /// Syncs both phones twice on a working network; then all three must hold the same records, with nothing dirty.
    func converge() async throws -> String? {
        for device in [a, b, a, b] {
            if case .failure(let error) = await device.sync() { return "\(device.name) cannot sync: \(error)" }
        }
        let held = try await server.all(of: user)
        for device in [a, b] {
            if try device.all() != held { return "\(device.name) and the server differ" }
            if try !device.store.dirty().isEmpty { return "\(device.name) is never done" }
        }
        return nil
    }

    func weight(_ value: Double, on device: SimulatedDevice) throws -> UUID {
        try device.store.add(kind: .weight, value: value, unit: .kilograms).id
    }

    /// Creates a weight that both phones and the server hold.
    func sharedWeight(_ value: Double) async throws -> UUID {
        let id = try weight(value, on: a)
        for device in [a, b] { _ = await device.sync() }
        return id
    }

    func check(_ id: UUID, is value: Double) async throws -> String? {
        if let problem = try await converge() { return problem }
        let held = try await server.all(of: user)[id]?.value
        return held == value ? nil : "the server holds \(String(describing: held)) and not \(value)"
    }
}

extension RuleScenario {
    static let all: [RuleScenario] = [
        RuleScenario(description: "tie on the version", rule: nil) { fixture in
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            try fixture.b.store.edit(id, value: 72)
            return try await fixture.check(id, is: 72)
        },
        RuleScenario(description: "lost acknowledgement", rule: .equalMeansClean) { fixture in
            let id = try fixture.weight(70, on: fixture.a)
            // The pull before the first push binds the account; then the push is heard by the server alone.
            let calls = Locked(0)
            fixture.a.network.mishap.withLock {
                $0 = {
                    calls.withLock { count in
                        count += 1
                        return count > 1 ? .lostAnswer : .none
                    }
                }
            }
            _ = await fixture.a.sync()
            fixture.a.network.mishap.withLock { $0 = { .none } }
            return try await fixture.check(id, is: 70)
        },
        RuleScenario(description: "edit in flight", rule: .versionedAcknowledgement) { fixture in
            try await fixture.editInFlight([72])
        },
        RuleScenario(description: "edit in flight, A to B to A", rule: .versionedAcknowledgement) { fixture in
            try await fixture.editInFlight([80, 71])
        },
        RuleScenario(description: "crash between page and cursor", rule: .atomicPage) { fixture in
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            _ = await fixture.a.sync()
            for writes in 0..<6 {
                fixture.b.crash(afterWrites: writes)
                _ = await fixture.b.sync()
            }
            return try await fixture.check(id, is: 71)
        },
        RuleScenario(description: "wiped server", rule: .receipts) { fixture in
            let id = try await fixture.sharedWeight(70)
            await fixture.server.wipe()
            _ = try fixture.weight(80, on: fixture.b)
            return try await fixture.check(id, is: 70)
        },
        RuleScenario(description: "restored server, nobody renewed anything", rule: .receipts) { fixture in
            let id = try await fixture.sharedWeight(70)
            let backup = await fixture.server.snapshot()
            try fixture.a.store.edit(id, value: 71)
            _ = await fixture.a.sync()
            await fixture.server.restore(backup)
            // Other records take the numbers that the lost ones had, before A looks again.
            for value in [50.0, 51, 52] { _ = try fixture.weight(value, on: fixture.b) }
            _ = await fixture.b.sync()
            return try await fixture.check(id, is: 71)
        },
        RuleScenario(description: "restored server lacks what it had acknowledged", rule: .resetMarksAllDirty) {
            fixture in
            let backup = await fixture.server.snapshot()
            let id = try await fixture.sharedWeight(70)
            await fixture.server.restore(backup)
            return try await fixture.check(id, is: 70)
        },
        RuleScenario(description: "another account's token", rule: .accountBinding) { fixture in
            let id = try await fixture.sharedWeight(70)
            let stranger = try await fixture.server.addUser(token: "stranger")
            try fixture.a.store.edit(id, value: 71)
            fixture.a.network.user = stranger
            _ = await fixture.a.sync()
            fixture.a.network.user = fixture.user
            if try await !fixture.server.all(of: stranger).isEmpty { return "a stranger holds our records" }
            return try await fixture.check(id, is: 71)
        },
        RuleScenario(description: "poisoned record", rule: .bisection) { fixture in
            let ids = try (0..<8).map { try fixture.weight(60 + Double($0), on: fixture.a) }
            fixture.a.network.refusesAt.withLock { $0 = { $0.id == ids[4] } }
            _ = await fixture.a.sync()
            let held = try await fixture.server.all(of: fixture.user)
            guard held.count == 7 else { return "one record keeps \(7 - held.count) others from syncing" }
            return try fixture.a.store.rejected().map(\.measurement.id) == [ids[4]] ? nil : "the refusal is not shown"
        },
        RuleScenario(description: "record at which the server fails", rule: .bisection) { fixture in
            let ids = try (0..<8).map { try fixture.weight(60 + Double($0), on: fixture.a) }
            fixture.a.network.breaksAt.withLock { $0 = { $0.id == ids[4] } }
            _ = await fixture.a.sync()
            let held = try await fixture.server.all(of: fixture.user)
            guard held.count == 7 else { return "one record keeps \(7 - held.count) others from syncing" }
            fixture.a.network.breaksAt.withLock { $0 = { _ in false } }
            return try await fixture.check(ids[4], is: 64)
        },
        RuleScenario(description: "fix of a refused record in flight", rule: .rejectionMatchesCopy) { fixture in
            let id = try fixture.bad(on: fixture.a)
            let store = fixture.a.store
            let calls = Locked(0)
            fixture.a.network.inFlight.withLock {
                $0 = {
                    // The pull that binds the account, its empty page, then the push that is refused.
                    let call = calls.withLock { count in
                        count += 1
                        return count
                    }
                    if call == 2 { try store.edit(id, value: 72) }
                }
            }
            _ = await fixture.a.sync()
            return try await fixture.check(id, is: 72)
        },
        RuleScenario(description: "refused record hides newer ones", rule: .rejectedMovesAside) { fixture in
            let id = try await fixture.sharedWeight(70)
            var record = try fixture.a.store.byId(id)!
            for _ in 0..<3 { record = try record.bumpVersion(now: Timestamp(clamping: fixture.clock.read())) }
            record.kind = MetricKind(rawValue: "MOOD")
            try fixture.a.store.upsert(record)
            _ = await fixture.a.sync()
            try fixture.b.store.edit(id, value: 71)
            return try await fixture.check(id, is: 71)
        },
        RuleScenario(description: "fix outranks the refused copy", rule: .fixOutranksBoth) { fixture in
            let id = try await fixture.sharedWeight(70)
            var record = try fixture.a.store.byId(id)!
            for _ in 0..<3 { record = try record.bumpVersion(now: Timestamp(clamping: fixture.clock.read())) }
            record.kind = MetricKind(rawValue: "MOOD")
            try fixture.a.store.upsert(record)
            _ = await fixture.a.sync()
            let refused = try fixture.a.store.rejected().first?.measurement
            let fix = try fixture.a.store.edit(id) { fixed in
                fixed.kind = .weight
                fixed.value = 73
            }
            guard let refused, fix.beats(refused) else { return "the fix loses to the copy that it fixes" }
            return try await fixture.check(id, is: 73)
        },
        RuleScenario(
            description: "a server of the base protocol forgot what a phone still holds", rule: .healing,
            baseProtocol: true
        ) { fixture in
            let id = try await fixture.sharedWeight(70)
            let backup = await fixture.server.snapshot()
            try fixture.a.store.edit(id, value: 71)
            try fixture.a.store.edit(id, value: 72)
            for device in [fixture.a, fixture.b] { _ = await device.sync() }
            await fixture.server.restore(backup)
            // Another phone starts from the backup. Its edit has a lower version and a number that A has not seen.
            let other = try fixture.phone("C")
            _ = await other.sync()
            for value in [50.0, 51, 52] { _ = try fixture.weight(value, on: other) }
            _ = await other.sync()
            try other.store.edit(id, value: 60)
            _ = await other.sync()
            for _ in 0..<2 { _ = await fixture.a.sync() }
            let held = try await fixture.server.all(of: fixture.user)[id]?.value
            return held == 72 ? nil : "the server holds an older edit than A, for ever"
        },
        RuleScenario(description: "losing edit is shown", rule: .conflictsAreKept) { fixture in
            let id = try await fixture.sharedWeight(70)
            try fixture.a.store.edit(id, value: 71)
            try fixture.b.store.edit(id, value: 72)
            _ = await fixture.b.sync()
            if let problem = try await fixture.check(id, is: 72) { return problem }
            guard let conflict = try fixture.a.store.conflicts().first else { return "A's edit vanished unseen" }
            try fixture.a.store.restore(conflict: conflict.id)
            return try await fixture.check(id, is: 71)
        },
    ]
}

extension Fixture {
    /// Pushes 71 from A, which is edited before the response arrives; B, which has seen 71, makes more edits and wins.
    /// The values that A's person entered meanwhile must not vanish unseen, even if they ended at 71 again.
    func editInFlight(_ values: [Double]) async throws -> String? {
        let id = try await sharedWeight(70)
        try a.store.edit(id, value: 71)
        let once = Locked(true)
        let (a, b) = (a, b)
        a.network.inFlight.withLock {
            $0 = {
                guard once.takeFirst() else { return }
                for value in values { try a.store.edit(id, value: value) }
                _ = await b.sync()
                for value in [73.0, 74, 75] { try b.store.edit(id, value: value) }
                _ = await b.sync()
            }
        }
        _ = await a.sync()
        if let problem = try await check(id, is: 75) { return problem }
        let lost = try a.store.conflicts().map(\.loser)
        return lost.contains { $0.value == values.last && $0.version == 2 + Int64(values.count) }
            ? nil : "the edit made in flight vanished unseen"
    }

    /// Creates a record that the device can hold and the server refuses.
    func bad(on device: SimulatedDevice) throws -> UUID {
        let record = Vitals.Measurement(
            id: UUID(), kind: .weight, value: 5_000, unit: .kilograms, recordedAt: Timestamp(clamping: 0),
            updatedAt: Timestamp(clamping: clock.read()), version: 1)
        return try device.store.upsert(record).id
    }
}

extension Locked<Bool> {
    /// Returns true the first time.
    func takeFirst() -> Bool {
        withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
    }
}
