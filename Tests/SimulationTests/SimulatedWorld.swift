import Foundation
import TestSupport
import Vitals
import VitalsServer

/// A random history of three phones of one person, of which one may be lost, a stranger's phone, and a server that forgets,
/// also in the middle of a sync; then a quiet end with a check of all invariants.
///
/// The same seed gives the same history every time.
struct SimulatedWorld {
    let server: MemorySyncStore
    let devices: [SimulatedDevice]
    let stranger: SimulatedDevice
    private let user = DevelopmentUser.id
    private let strangerUser: UUID
    private let clock = ManualClock()
    private var random: SplitMix64
    private var ids: [UUID] = []
    private var backups: [MemorySyncStore.Snapshot] = []
    private var misfortunes: Misfortunes
    /// Every valid record that a device of the person ever created, by device.
    private let made = Locked<[String: [Vitals.Measurement]]>([:])
    /// The latest local edit of each record on each device, unless the person has replaced it.
    private let latestEdits = Locked<[String: [UUID: Vitals.Measurement]]>([:])

    private static let poison = MetricKind(rawValue: "POISON")

    init(
        seed: UInt64, rules: SyncRules = .all, usesNaiveGuard: Bool = false, receiptsNameTheHead: Bool = true
    ) async throws {
        random = SplitMix64(seed: seed)
        misfortunes = Misfortunes(seed: seed)
        server = MemorySyncStore(usesNaiveGuard: usesNaiveGuard)
        strangerUser = try await server.addUser(token: "stranger")
        let service = SyncService(store: receiptsNameTheHead ? server : RowReceiptStore(base: server))
        var devices: [SimulatedDevice] = []
        for name in ["A", "B", "C"] {
            devices.append(
                try SimulatedDevice(name, service: service, user: DevelopmentUser.id, clock: clock, rules: rules))
        }
        for device in devices { device.network.refusesAt.withLock { $0 = { $0.kind == Self.poison } } }
        self.devices = devices
        stranger = try SimulatedDevice("S", service: service, user: strangerUser, clock: clock, rules: rules)
    }

    /// Runs a history of `stepCount` steps and its quiet end.
    ///
    /// - Returns: a description of what doesn't hold, or nil.
    mutating func run(stepCount: Int) async throws -> String? {
        for _ in 0..<stepCount {
            try await step()
        }
        return try await quietEnd()
    }

    // MARK: Steps

    private mutating func step() async throws {
        clock.advance(milliseconds: Int64.random(in: -2_000...5_000, using: &random))
        misfortunes.nextStep()
        let device = devices.randomElement(using: &random)!
        if misfortunes.isGone(device) { return }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35: try edit(device)
        case 35..<41: try makeRefusable(device)
        case 41..<45: try fix(device)
        case 45..<50: try edit(stranger)
        case 50..<53: backups.append(await server.snapshot())
        case 53..<55: await server.wipe()
        case 55..<57: if let backup = backups.randomElement(using: &random) { await server.restore(backup) }
        case 57..<61: try await syncWithStrangersToken(device)
        case 61..<66: _ = await stranger.sync()
        default: try await syncWithMishaps(device)
        }
    }

    private mutating func edit(_ device: SimulatedDevice) throws {
        let known = try device.all().keys.sorted { $0.lowercased < $1.lowercased }
        let value = Double(Int.random(in: 400...900, using: &random)) / 10
        guard let id = known.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 else {
            let id = UUID.random(using: &random)
            note(try device.store.add(kind: .weight, value: value, unit: .kilograms, id: id), device)
            return
        }
        note(
            try device.store.edit(id) {
                $0.kind = .weight; $0.unit = .kilograms; $0.value = value
            }, device)
    }

    /// Makes an edit that the device can hold and the server refuses, as if it came from a newer build.
    ///
    /// It edits a row that the server has. Made over an edit that was never sent, it would replace that edit for good,
    /// as any later edit by the same person does.
    private mutating func makeRefusable(_ device: SimulatedDevice) throws {
        let clean = try device.store.list().filter { !$0.isDirty }.map(\.measurement)
            .sorted { $0.id.lowercased < $1.id.lowercased }
        guard var record = try clean.randomElement(using: &random)?.bumpVersion(now: Timestamp(clamping: clock.read()))
        else { return }
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
            record = try record.bumpVersion(now: Timestamp(clamping: clock.read()))
        }
        // Refused by itself, or by a 400 that names no record.
        record.kind = Bool.random(using: &random) ? MetricKind(rawValue: "MOOD") : Self.poison
        note(try device.store.upsert(record), device)
    }

    private mutating func fix(_ device: SimulatedDevice) throws {
        guard let copy = try device.store.rejected().randomElement(using: &random) else { return }
        note(
            try device.store.edit(copy.measurement.id) {
                $0.kind = .weight; $0.value = 66
            }, device)
    }

    private func note(_ record: Vitals.Measurement, _ device: SimulatedDevice) {
        if (try? record.validate()) != nil, device !== stranger {
            made.withLock { $0[device.name, default: []].append(record) }
        }
        latestEdits.withLock { $0[device.name, default: [:]][record.id] = record }
    }

    // MARK: Syncs

    private mutating func syncWithMishaps(_ device: SimulatedDevice) async throws {
        let seed = random.next()
        let generator = Locked(SplitMix64(seed: seed))
        let mayRestore = Misfortunes.restoring(server, to: backups, seed: seed)
        device.network.mishap.withLock {
            $0 = {
                generator.withLock { random in
                    switch Int.random(in: 0..<20, using: &random) {
                    case 0: .lostRequest
                    case 1, 2: .lostAnswer
                    case 3: .duplicated
                    case 4: .serverError
                    default: .none
                    }
                }
            }
        }
        let (made, latestEdits, clock, store, name) = (made, latestEdits, clock, device.store, device.name)
        device.network.inFlight.withLock {
            $0 = {
                await mayRestore()
                let value = generator.withLock { random in
                    Int.random(in: 0..<4, using: &random) == 0
                        ? Double(Int.random(in: 400...900, using: &random)) / 10 : nil
                }
                guard let value else { return }
                clock.advance(milliseconds: 3)
                let refused = try store.rejected().map(\.measurement.id)
                let ids = try refused + store.dirty().map(\.id)
                guard let id = generator.withLock({ random in ids.randomElement(using: &random) }) else { return }
                let edited = try store.edit(id) {
                    $0.kind = .weight; $0.unit = .kilograms; $0.value = value
                }
                made.withLock { $0[name, default: []].append(edited) }
                latestEdits.withLock { $0[name, default: [:]][id] = edited }
            }
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            device.crash(afterWrites: Int.random(in: 0..<12, using: &random))
        }
        await device.sync()
        device.network.mishap.withLock { $0 = { .none } }
        device.network.inFlight.withLock { $0 = {} }
    }

    /// Syncs once with a stranger's token, as if the person had mistyped their own.
    private mutating func syncWithStrangersToken(_ device: SimulatedDevice) async throws {
        guard try device.store.syncState().lastSyncAt != nil else { return }
        device.network.user = strangerUser
        await device.sync()
        device.network.user = user
    }

    // MARK: What must hold

    private var living: [SimulatedDevice] { devices.filter { !misfortunes.isGone($0) } }

    private func quietEnd() async throws -> String? {
        for _ in 0..<2 {
            for device in living + [stranger] {
                if case .failure(let error) = await device.sync() {
                    return "liveness: \(device.name) cannot sync: \(error)"
                }
            }
        }
        let held = try await server.all(of: user)
        for device in living {
            if try device.all() != held { return "convergence: \(device.name) and the server differ" }
            if try !device.store.dirty().isEmpty { return "convergence: \(device.name) is never done" }
        }
        if let problem = try noLostUpdate(held) ?? lostEditsAreShown(held) { return problem }
        return try await isolation(held)
    }

    private func noLostUpdate(_ held: [UUID: Vitals.Measurement]) -> String? {
        var greatest: [UUID: Vitals.Measurement] = [:]
        let made = made.withLock { $0 }
        for record in living.flatMap({ made[$0.name] ?? [] }) {
            greatest[record.id] = greatest[record.id].map { merge($0, record) } ?? record
        }
        for (id, record) in greatest where held[id].map({ record.beats($0) }) ?? true {
            return "no lost update: the greatest record of \(id) is gone"
        }
        return nil
    }

    /// Checks that a device's last edit of a record is still the record, was seen by the author of the winner, or is
    /// kept as a conflict.
    private func lostEditsAreShown(_ held: [UUID: Vitals.Measurement]) throws -> String? {
        let edits = latestEdits.withLock { $0 }
        for device in living {
            let kept =
                try device.store.conflicts().map(\.loser) + device.store.rejected().map(\.measurement)
            for (id, edit) in edits[device.name] ?? [:] {
                guard let winner = held[id], winner != edit else { continue }
                // A greater version may have been made on top of this edit; an equal or lower one cannot.
                guard winner.version <= edit.version else { continue }
                let hasSameContent = winner.kind == edit.kind && winner.value == edit.value
                // Kept as it was, or as another phone's copy that said the same and took its place.
                let isKept = kept.contains { $0.id == id && $0.kind == edit.kind && $0.value == edit.value }
                if !hasSameContent, !isKept {
                    return "no lost update: \(device.name)'s edit vanished unseen"
                }
            }
        }
        return nil
    }

    private func isolation(_ held: [UUID: Vitals.Measurement]) async throws -> String? {
        let strangers = try await server.all(of: strangerUser)
        guard try stranger.all() == strangers else { return "convergence: the stranger and the server differ" }
        return Set(held.keys).isDisjoint(with: strangers.keys) ? nil : "isolation: records crossed between accounts"
    }
}

extension UUID {
    static func random(using random: inout SplitMix64) -> UUID {
        let (high, low) = (random.next(), random.next())
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4),
                byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}
