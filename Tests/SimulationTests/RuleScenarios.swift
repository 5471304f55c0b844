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
        RuleScenario(description: "tie on the version", rule: nil) { cast in
            let id = try await cast.sharedWeight(70)
            try cast.a.store.edit(id, value: 71)
            try cast.b.store.edit(id, value: 72)
            return try await cast.check(id, is: 72)
        },
        RuleScenario(description: "lost acknowledgement", rule: .equalMeansClean) { cast in
            let id = try cast.weight(70, on: cast.a)
            // The pull before the first push binds the account; then the push is heard by the server alone.
            let calls = Locked(0)
            cast.a.network.mishap.withLock {
                $0 = {
                    calls.withLock { count in
                        count += 1
                        return count > 1 ? .lostAnswer : .none
                    }
                }
            }
            _ = await cast.a.sync()
            cast.a.network.mishap.withLock { $0 = { .none } }
            return try await cast.check(id, is: 70)
        },
        RuleScenario(description: "edit in flight", rule: .versionedAcknowledgement) { cast in
            try await cast.editInFlight([72])
        },
        RuleScenario(description: "edit in flight, A to B to A", rule: .versionedAcknowledgement) { cast in
            try await cast.editInFlight([80, 71])
        },
        RuleScenario(description: "crash between page and cursor", rule: .atomicPage) { cast in
            let id = try await cast.sharedWeight(70)
            try cast.a.store.edit(id, value: 71)
            _ = await cast.a.sync()
            for writes in 0..<6 {
                cast.b.crash(afterWrites: writes)
                _ = await cast.b.sync()
            }
            return try await cast.check(id, is: 71)
        },
        RuleScenario(description: "wiped server", rule: .receipts) { cast in
            let id = try await cast.sharedWeight(70)
            await cast.server.wipe()
            _ = try cast.weight(80, on: cast.b)
            return try await cast.check(id, is: 70)
        },
        RuleScenario(description: "restored server, nobody renewed anything", rule: .receipts) { cast in
            let id = try await cast.sharedWeight(70)
            let backup = await cast.server.snapshot()
            try cast.a.store.edit(id, value: 71)
            _ = await cast.a.sync()
            await cast.server.restore(backup)
            // Other records take the numbers that the lost ones had, before A looks again.
            for value in [50.0, 51, 52] { _ = try cast.weight(value, on: cast.b) }
            _ = await cast.b.sync()
            return try await cast.check(id, is: 71)
        },
        RuleScenario(description: "restored server lacks what it had acknowledged", rule: .resetMarksAllDirty) { cast in
            let backup = await cast.server.snapshot()
            let id = try await cast.sharedWeight(70)
            await cast.server.restore(backup)
            return try await cast.check(id, is: 70)
        },
        RuleScenario(description: "another account's token", rule: .accountBinding) { cast in
            let id = try await cast.sharedWeight(70)
            let stranger = try await cast.server.addUser(token: "stranger")
            try cast.a.store.edit(id, value: 71)
            cast.a.network.user = stranger
            _ = await cast.a.sync()
            cast.a.network.user = cast.user
            if try await !cast.server.all(of: stranger).isEmpty { return "a stranger holds our records" }
            return try await cast.check(id, is: 71)
        },
        RuleScenario(description: "poisoned record", rule: .halving) { cast in
            let ids = try (0..<8).map { try cast.weight(60 + Double($0), on: cast.a) }
            cast.a.network.refusesAt.withLock { $0 = { $0.id == ids[4] } }
            _ = await cast.a.sync()
            let held = try await cast.server.all(of: cast.user)
            guard held.count == 7 else { return "one record keeps \(7 - held.count) others from syncing" }
            return try cast.a.store.rejected().map(\.measurement.id) == [ids[4]] ? nil : "the refusal is not shown"
        },
        RuleScenario(description: "record at which the server fails", rule: .halving) { cast in
            let ids = try (0..<8).map { try cast.weight(60 + Double($0), on: cast.a) }
            cast.a.network.breaksAt.withLock { $0 = { $0.id == ids[4] } }
            _ = await cast.a.sync()
            let held = try await cast.server.all(of: cast.user)
            guard held.count == 7 else { return "one record keeps \(7 - held.count) others from syncing" }
            cast.a.network.breaksAt.withLock { $0 = { _ in false } }
            return try await cast.check(ids[4], is: 64)
        },
        RuleScenario(description: "fix of a refused record in flight", rule: .rejectionMatchesCopy) { cast in
            let id = try cast.bad(on: cast.a)
            let store = cast.a.store
            let calls = Locked(0)
            cast.a.network.inFlight.withLock {
                $0 = {
                    // The pull that binds the account, its empty page, then the push that is refused.
                    let call = calls.withLock { count in
                        count += 1
                        return count
                    }
                    if call == 2 { try store.edit(id, value: 72) }
                }
            }
            _ = await cast.a.sync()
            return try await cast.check(id, is: 72)
        },
        RuleScenario(description: "refused record hides newer ones", rule: .rejectedMovesAside) { cast in
            let id = try await cast.sharedWeight(70)
            var record = try cast.a.store.byId(id)!
            for _ in 0..<3 { record = try record.bumpVersion(now: Timestamp(clamping: cast.clock.read())) }
            record.kind = MetricKind(rawValue: "MOOD")
            try cast.a.store.upsert(record)
            _ = await cast.a.sync()
            try cast.b.store.edit(id, value: 71)
            return try await cast.check(id, is: 71)
        },
        RuleScenario(description: "fix outranks the refused copy", rule: .fixOutranksBoth) { cast in
            let id = try await cast.sharedWeight(70)
            var record = try cast.a.store.byId(id)!
            for _ in 0..<3 { record = try record.bumpVersion(now: Timestamp(clamping: cast.clock.read())) }
            record.kind = MetricKind(rawValue: "MOOD")
            try cast.a.store.upsert(record)
            _ = await cast.a.sync()
            let refused = try cast.a.store.rejected().first?.measurement
            let fix = try cast.a.store.edit(id) { fixed in
                fixed.kind = .weight
                fixed.value = 73
            }
            guard let refused, fix.beats(refused) else { return "the fix loses to the copy that it fixes" }
            return try await cast.check(id, is: 73)
        },
        RuleScenario(
            description: "a server of the base protocol forgot what a phone still holds", rule: .healing,
            baseProtocol: true
        ) { cast in
            let id = try await cast.sharedWeight(70)
            let backup = await cast.server.snapshot()
            try cast.a.store.edit(id, value: 71)
            try cast.a.store.edit(id, value: 72)
            for device in [cast.a, cast.b] { _ = await device.sync() }
            await cast.server.restore(backup)
            // Another phone starts from the backup. Its edit has a lower version and a number that A has not seen.
            let other = try cast.phone("C")
            _ = await other.sync()
            for value in [50.0, 51, 52] { _ = try cast.weight(value, on: other) }
            _ = await other.sync()
            try other.store.edit(id, value: 60)
            _ = await other.sync()
            for _ in 0..<2 { _ = await cast.a.sync() }
            let held = try await cast.server.all(of: cast.user)[id]?.value
            return held == 72 ? nil : "the server holds an older edit than A, for ever"
        },
        RuleScenario(description: "losing edit is shown", rule: .conflictsAreKept) { cast in
            let id = try await cast.sharedWeight(70)
            try cast.a.store.edit(id, value: 71)
            try cast.b.store.edit(id, value: 72)
            _ = await cast.b.sync()
            if let problem = try await cast.check(id, is: 72) { return problem }
            guard let conflict = try cast.a.store.conflicts().first else { return "A's edit vanished unseen" }
            try cast.a.store.restore(conflict: conflict.id)
            return try await cast.check(id, is: 71)
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
