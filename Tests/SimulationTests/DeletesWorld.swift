import Foundation
import TestSupport
import Vitals
import VitalsServer

/// A random history of three phones that edit, delete and restore, of which one may be lost, an old phone that knows nothing
/// of deletes, and a server that forgets, also in the middle of a sync, and compacts its log; then a quiet end with a check
/// that no edit vanished unseen and that nothing deleted came back.
///
/// The same seed gives the same history every time.
struct DeletesWorld {
    private let server: MemorySyncStore
    private let devices: [SimulatedDevice]
    private let old: SimulatedDevice
    private let user = DevelopmentUser.id
    private let clock = ManualClock()
    private var random: SplitMix64
    private var backups: [MemorySyncStore.Snapshot] = []
    private var misfortunes: Misfortunes
    private let lineage = Locked(Lineage())
    /// Content that devices showed as recently deleted until a jump of the clock erased it.
    private var expired: [String: [Vitals.Measurement]] = [:]

    /// The devices that haven't synced since the server last forgot something. Only they may be told so.
    private let mayHearOfLostHistory = Locked<Set<String>>([])
    private let forgetCount = Locked(0)
    private var falseAlarm: String?

    /// The events of each device, if the history has any.
    private let events: SimulatedEvents?

    init(
        seed: UInt64, rules: SyncRules = .all, serverRules: ServerRules = .all, eventRules: EventRules? = nil
    ) throws {
        random = SplitMix64(seed: seed)
        misfortunes = Misfortunes(seed: seed)
        let service: SyncService
        let store: MemorySyncStore
        (store, service) = serverRules.makeService()
        server = store
        events = eventRules.map { SimulatedEvents(server: store, rules: $0) }
        let (clock, user) = (clock, user)
        devices = try ["A", "B", "C"].map {
            try SimulatedDevice($0, service: service, user: user, clock: clock, rules: rules)
        }
        old = try SimulatedDevice(
            "old", service: service, user: user, clock: clock, rules: rules.subtracting(.deletes), isOld: true)
    }

    /// Runs a history of `stepCount` steps and its quiet end.
    ///
    /// - Returns: a description of what doesn't hold, or nil.
    mutating func run(stepCount: Int) async throws -> String? {
        for _ in 0..<stepCount {
            try await step()
            if let falseAlarm { return falseAlarm }
        }
        return try await quietEnd()
    }

    // MARK: Steps

    private mutating func step() async throws {
        clock.advance(milliseconds: Int64.random(in: -2_000...5_000, using: &random))
        misfortunes.nextStep()
        let device = devices.randomElement(using: &random)!
        if let events, Int.random(in: 0..<4, using: &random) == 0 {
            return try await events.step(living, seed: random.next())
        }
        let choice = Int.random(in: 0..<100, using: &random)
        let seed = random.next()
        let actions = Actions(lineage: lineage, seed: seed)
        if misfortunes.isGone(device) { return }
        switch choice {
        case 0..<25: try actions.edit(device)
        case 25..<33: try actions.delete(device)
        case 33..<36: try actions.restoreDeleted(device)
        case 36..<39: try actions.restoreConflict(device)
        case 39..<42: try actions.makeRefusable(device, clock)
        case 42..<44: try actions.fix(device)
        case 44..<49: try actions.editAsOldPhone(old, clock)
        case 49..<52: backups.append(await server.snapshot())
        case 52..<53:
            await server.wipe()
            didForget()
        case 53..<55:
            guard let backup = backups.randomElement(using: &random) else { return }
            await server.restore(backup)
            didForget()
        case 55..<56: try sleepForAYear()
        case 56..<59: await sync(old)
        case 59..<62: _ = try await server.compact()
        default: await syncWithMishaps(device)
        }
    }

    private func didForget() {
        let names = Set((devices + [old]).map(\.name))
        mayHearOfLostHistory.withLock { $0 = names }
        forgetCount.withLock { $0 += 1 }
    }

    private mutating func sync(_ device: SimulatedDevice) async {
        let countBefore = device.network.historyLostCount.withLock { $0 }
        let forgetCountBefore = forgetCount.withLock { $0 }
        let result = await device.sync()
        let isTold = device.network.historyLostCount.withLock { $0 } > countBefore
        if isTold, !mayHearOfLostHistory.withLock({ $0.contains(device.name) }) {
            falseAlarm = "\(device.name) is told that the server lost its history, and it didn't"
        }
        if case .success = result, forgetCount.withLock({ $0 }) == forgetCountBefore {
            _ = mayHearOfLostHistory.withLock { $0.remove(device.name) }
        }
    }

    /// Lets a year pass, after which nothing of what was deleted before is left.
    private mutating func sleepForAYear() throws {
        for device in devices {
            expired[device.name, default: []] += try device.store.recentlyDeleted().map(\.measurement)
        }
        clock.advance(milliseconds: 365 * 24 * 60 * 60 * 1000)
    }

    private mutating func syncWithMishaps(_ device: SimulatedDevice) async {
        let seed = random.next()
        let generator = Locked(SplitMix64(seed: seed))
        let world = self
        let mayRestore = Misfortunes.restoring(server, to: backups, seed: seed) { world.didForget() }
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
        let (lineage, clock) = (lineage, clock)
        device.network.inFlight.withLock {
            $0 = {
                await mayRestore()
                let (choice, seed) = generator.withLock { (Int.random(in: 0..<6, using: &$0), $0.next()) }
                clock.advance(milliseconds: 3)
                let actions = Actions(lineage: lineage, seed: seed)
                if choice == 0 { try actions.edit(device) }
                if choice == 1 { try actions.delete(device) }
            }
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            device.crash(afterWrites: Int.random(in: 0..<12, using: &random))
        }
        await sync(device)
        device.network.mishap.withLock { $0 = { .none } }
        device.network.inFlight.withLock { $0 = {} }
    }

    // MARK: What must hold

    private var living: [SimulatedDevice] { devices.filter { !misfortunes.isGone($0) } }

    private func quietEnd() async throws -> String? {
        for _ in 0..<2 {
            for device in living + [old] {
                if case .failure(let error) = await device.sync() {
                    return "liveness: \(device.name) can't sync: \(error)"
                }
            }
        }
        let held = try await server.all(of: user)
        for device in living + [old] {
            let rows = try device.all()
            if rows != held {
                let ids = Set(rows.keys).union(held.keys).filter { rows[$0] != held[$0] }
                return
                    "convergence: \(device.name) and the server differ: \(ids.map { "\(rows[$0]?.json ?? "nothing") and \(held[$0]?.json ?? "nothing")" })"
            }
            if try !device.store.dirty().isEmpty { return "convergence: \(device.name) is never done" }
        }
        for record in held.values where record.extra.text.contains("deleted") {
            if record != record.asDeletion { return "the server holds the content of the deleted record \(record.id)" }
        }
        for device in living {
            if let problem = try contentOfDeleted(on: device, held) { return problem }
        }
        return try unseenEdits(held)
    }

    /// Looks for the content of a deleted record outside `recently_deleted`.
    private func contentOfDeleted(on device: SimulatedDevice, _ held: [UUID: Vitals.Measurement]) throws -> String? {
        let deleted = Set(held.values.filter(\.isDeleted).map(\.id))
        let kept = try device.store.conflicts().map(\.loser).filter { deleted.contains($0.id) && !$0.isDeleted }
        if let copy = kept.first {
            return "\(device.name) keeps content of the deleted record \(copy.id) as a conflict"
        }
        return nil
    }

    /// Checks each latest edit: it's the record, or says the same, or its device shows it.
    private func unseenEdits(_ held: [UUID: Vitals.Measurement]) throws -> String? {
        for edit in lineage.withLock({ $0.latest }) where edit.device != old.name {
            if let device = devices.first(where: { $0.name == edit.device }), misfortunes.isGone(device) { continue }
            guard let winner = held[edit.record.id], !winner.looksTheSame(as: edit.record) else {
                if held[edit.record.id] == nil, (try? edit.record.validateWithDeletes()) != nil {
                    return "no lost update: the record \(edit.record.id) is gone"
                }
                continue
            }
            guard let device = devices.first(where: { $0.name == edit.device }),
                !isOverwrittenByOldPhone(edit.record)
            else { continue }
            let shown =
                try device.store.conflicts().map(\.loser) + device.store.rejected().map(\.measurement)
                + device.store.recentlyDeleted().map(\.measurement) + (expired[device.name] ?? [])
            guard shown.contains(where: { $0.id == edit.record.id && $0.looksTheSame(as: edit.record) }) else {
                return "\(device.name)'s \(edit.record.isDeleted ? "delete" : "edit") vanished unseen: version "
                    + "\(edit.record.version) lost to \(winner.isDeleted ? "a delete" : "an edit") of version \(winner.version)"
            }
        }
        return nil
    }
}

extension DeletesWorld {
    /// True when the old phone sent a record that beats this one: its own edit, or another phone's that a server had
    /// forgotten. It doesn't say what that was made from, so the server can't tell whether its author had seen this one.
    private func isOverwrittenByOldPhone(_ record: Vitals.Measurement) -> Bool {
        old.network.sentRecords.withLock { $0.contains { $0.id == record.id && $0.beats(record) } }
    }
}

/// The persons' actions. Each notes what it was made from.
private struct Actions {
    let lineage: Locked<Lineage>
    private let random: Locked<SplitMix64>

    init(lineage: Locked<Lineage>, seed: UInt64) {
        self.lineage = lineage
        random = Locked(SplitMix64(seed: seed))
    }

    func edit(_ device: SimulatedDevice) throws {
        let value = Double(number(below: 500) + 400) / 10
        guard let id = try shownIDs(device).randomElement(using: random), number(below: 4) > 0 else {
            let id = random.withLock { UUID.random(using: &$0) }
            let made = try device.store.add(kind: .weight, value: value, unit: .kilograms, id: id)
            return note(made, device, [])
        }
        let parents = try seen(id, on: device)
        note(
            try device.store.edit(id) {
                $0.kind = .weight; $0.unit = .kilograms; $0.value = value
            }, device, parents)
    }

    func delete(_ device: SimulatedDevice) throws {
        guard let id = try shownIDs(device).randomElement(using: random) else { return }
        let parents = try seen(id, on: device)
        note(try device.store.delete(id), device, parents)
    }

    func restoreDeleted(_ device: SimulatedDevice) throws {
        guard let entry = try device.store.recentlyDeleted().randomElement(using: random) else { return }
        let parents = try seen(entry.measurement.id, on: device) + [entry.measurement]
        note(try device.store.restore(deleted: entry.id), device, parents)
    }

    func restoreConflict(_ device: SimulatedDevice) throws {
        guard let conflict = try device.store.conflicts().randomElement(using: random) else { return }
        let parents = try seen(conflict.loser.id, on: device) + [conflict.loser]
        note(try device.store.restore(conflict: conflict.id), device, parents)
    }

    /// Makes an edit that the server refuses, over a row that the server has. The person sees a refused copy in place of
    /// the row, so a row with one isn't taken.
    func makeRefusable(_ device: SimulatedDevice, _ clock: ManualClock) throws {
        let refused = Set(try device.store.rejected().map(\.measurement.id))
        let clean = try device.store.list().filter { !$0.isDirty }.map(\.measurement).filter {
            !refused.contains($0.id)
        }
        .sorted { $0.id.lowercased < $1.id.lowercased }
        guard let row = clean.randomElement(using: random) else { return }
        var record = try row.bumpVersion(now: Timestamp(clamping: clock.read()))
        record.kind = MetricKind(rawValue: "MOOD")
        note(try device.store.upsert(record), device, [row])
    }

    func fix(_ device: SimulatedDevice) throws {
        guard let copy = try device.store.rejected().randomElement(using: random)?.measurement else { return }
        let parents = try seen(copy.id, on: device) + [copy]
        guard
            let fixed = try? device.store.edit(
                copy.id,
                {
                    $0.kind = .weight; $0.unit = .kilograms; $0.value = 66
                })
        else { return }
        note(fixed, device, parents)
    }

    /// Edits like a build that knows nothing of deletes: it shows a tombstone as a weight, and keeps its members.
    func editAsOldPhone(_ device: SimulatedDevice, _ clock: ManualClock) throws {
        let rows = try device.store.allRecords().sorted { $0.id.lowercased < $1.id.lowercased }
        guard let row = rows.randomElement(using: random) else { return }
        var record = try row.bumpVersion(now: Timestamp(clamping: clock.read()))
        record.value = Double(number(below: 500) + 400) / 10
        note(try device.store.upsert(record), device, [row])
    }

    private func number(below bound: Int) -> Int { random.withLock { Int.random(in: 0..<bound, using: &$0) } }

    private func shownIDs(_ device: SimulatedDevice) throws -> [UUID] {
        try device.store.list().map(\.measurement.id).sorted { $0.lowercased < $1.lowercased }
    }

    /// The copies of a record that a person who edits it has before them.
    private func seen(_ id: UUID, on device: SimulatedDevice) throws -> [Vitals.Measurement] {
        let row = try device.store.byId(id)
        let refused = try device.store.rejected().map(\.measurement)
            .filter { copy in copy.id == id && (row.map { copy.beats($0) } ?? true) }
            .max { $1.beats($0) }
        return [row, refused].compactMap { $0 }
    }

    private func note(_ record: Vitals.Measurement, _ device: SimulatedDevice, _ parents: [Vitals.Measurement]) {
        lineage.withLock { $0.add(record, on: device.name, from: parents) }
    }
}

extension Array {
    fileprivate func randomElement(using random: Locked<SplitMix64>) -> Element? {
        random.withLock { randomElement(using: &$0) }
    }
}
