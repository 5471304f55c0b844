import Foundation
import StepSupport
import Synchronization
import TestSupport
import Vitals
import VitalsEntities
import VitalsWorkouts

/// One random history of samples: a health source that adds, corrects and deletes; a phone that is killed in the middle of
/// anything, reads with two processes, imports exports; a server that loses answers and is restored.
struct SampleWorld {
    private let seed: UInt64
    private let rules: SampleRules
    private let health = FakeHealth(["BASAL_ENERGY", "EXERCISE_TIME"])
    private let server = FakeSampleServer()
    private let store: MeasurementStore
    private let crash = CrashPoint()
    private var random: SplitMix64
    private var live: [UUID] = []
    private var deleted: [Sample] = []
    private var exports: [[Sample]] = []
    private var held: [(LaneWindow, WindowResult)] = []
    private var oracle = SampleOracle()
    /// Called with each step, where one history is looked at.
    var trace: (String) -> Void = { _ in }

    static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!

    init(seed: UInt64, rules: SampleRules = .all) throws {
        self.seed = seed
        self.rules = rules
        random = SplitMix64(seed: seed)
        store = try MeasurementStore(
            path: ":memory:", clock: { Self.now }, rules: .all, features: FeatureList([.entities, .workouts]),
            beforeWrite: crash.beforeWrite)
    }

    /// Plays the history, and lets everything come to rest.
    ///
    /// - Returns: what went wrong; empty where everything holds.
    mutating func run() async throws -> [String] {
        for _ in 0..<random.int(in: 10...60) { try await step() }
        crash.disarm()
        trace("rest")
        held = []
        for _ in 0..<4 {
            try await ingest(budget: 100_000)
            if try lanesAreDone() { break }
        }
        for _ in 0..<60 {
            do { try await SampleUpload(store, server, rules: rules).run() } catch is SyncError { continue }
            let counts = try counts()
            if counts.pending == 0, counts.deletionsPending == 0 { break }
        }
        return oracle.flags
            + oracle.compare(
                source: health.everything(), phone: try everything(), server: server.samples,
                lanesAreDone: try lanesAreDone())
    }

    private mutating func step() async throws {
        if random.chance(0.15) { crash.arm(afterWrites: random.int(in: 0...40)) }
        defer { crash.disarm() }
        do {
            switch random.int(in: 0...14) {
            case 0...3: try add()
            case 4: try deleteOne()
            case 5...7: try await ingest()
            case 8: try await hold()
            case 9: try storeHeld()
            case 10: try await upload()
            case 11: export()
            case 12: try importExport()
            case 13: for _ in 0..<4 { try deleteOne() }
            default: try misfortune()
            }
        } catch is CrashPoint.Crash {
            trace("killed")
        } catch let error as SyncError {
            trace("no answer: \(error.code)")
        }
        try noteLanes()
    }

    // MARK: The source

    private mutating func add() throws {
        for _ in 0..<random.int(in: 1...12) {
            let type = SampleType.named(random.chance(0.7) ? "BASAL_ENERGY" : "EXERCISE_TIME")!
            // Most are of these days; some are dated back for years, or into the future.
            let days = random.chance(0.5) ? random.int(in: 0...9) : random.chance(0.1) ? -2 : random.int(in: 0...1_200)
            let start = Self.now.advanced(byMilliseconds: -Int64(days) * 86_400_000 - Int64(random.int(in: 0...3)))!
            let sample = try Sample(
                type, Double(random.int(in: 1...4)), type.unit, from: start, to: start,
                source: random.chance(0.5) ? "Watch" : "iPhone")
            let id = health.add(sample, id: random.uuid())
            live.append(id)
            // An app writes some twice.
            if random.chance(0.2) { live.append(health.add(sample, id: random.uuid())) }
        }
        trace("added")
    }

    private mutating func deleteOne() throws {
        guard !live.isEmpty else { return }
        let id = live.remove(at: random.int(in: 0...live.count - 1))
        if case .sample(let sample)? = health.everything().first(where: { $0.id == id })?.content {
            deleted.append(sample)
            let anchor = try read { try $0.lane(health.name, sample.type) }.anchor
            if anchor != nil, !health.knows(anchor) { oracle.noteUnheard(sample) }
        }
        health.delete(id)
        trace("deleted")
    }

    private mutating func misfortune() throws {
        switch random.int(in: 0...3) {
        case 0:
            trace("marks lost")
            health.loseMarks()
            oracle.noteLostMarks(deleted: deleted)
        case 1:
            trace("backup")
            server.backUp()
        case 2:
            trace("restored")
            server.restoreBackup()
            oracle.noteRestore()
        default:
            trace("prune")
            try SampleUpload(store, server, rules: rules).prune()
        }
    }

    // MARK: The phone

    private mutating func ingest(budget: Double? = nil) async throws {
        trace("ingest")
        let ticks = Ticks()
        health.isBehind(budget == nil && random.chance(0.3))
        defer { health.isBehind(false) }
        let budget = budget ?? (random.chance(0.8) ? Double(random.int(in: 4...14)) : 10_000)
        _ = try await Ingest(store, health, rules: rules, limit: 5, uptime: { ticks.next() })
            .run(budgetSeconds: budget)
    }

    /// A second process reads a window, and stores it much later.
    private mutating func hold() async throws {
        let states = try read { try $0.lanes(health.name, health.types) }
        guard let window = LaneMachine.next(states, news: Set(health.types), secondsLeft: 60) else {
            return
        }
        do {
            switch window.step {
            case .mark: held.append((window, .mark(try await health.mark(of: window.type), at: Self.now)))
            case .range(let from, let to):
                held.append((window, .page(try await health.samples(of: window.type, from: from, to: to, limit: 5))))
            case .changes(let anchor):
                held.append((window, .changes(try await health.changes(of: window.type, since: anchor, limit: 5))))
            }
            trace("another process reads \(window.step)")
        } catch is SourceAnchorLost {}
    }

    private mutating func storeHeld() throws {
        guard !held.isEmpty else { return }
        var (window, result) = held.remove(at: random.int(in: 0...held.count - 1))
        if !rules.contains(.comparesState) {
            window = LaneWindow(try read { try $0.lane(health.name, window.type) }, window.step)
        }
        let rules = rules
        let source = health.name
        _ = try store.write { try SampleTables($0, rules: rules).store(result, of: window, source: source) }
        trace("and stores it")
    }

    private mutating func upload() async throws {
        let luck = random.int(in: 0...3)
        if luck == 0 { server.answerNext { _ in .failure(.failed(.timedOut)) } }
        if luck == 1 { server.performAndLoseAnswer() }
        trace("upload, luck \(luck)")
        try await SampleUpload(store, server, rules: rules).run()
    }

    private mutating func export() {
        exports.append(
            health.everything().compactMap { if case .sample(let sample) = $0.content { sample } else { nil } })
        trace("export")
    }

    private mutating func importExport() throws {
        guard let export = exports.randomElement(using: &random) else { return }
        let rules = rules
        try store.write { tables in
            let samples = SampleTables(tables, rules: rules)
            for sample in export { try samples.insert(sample) }
        }
        oracle.imported(export)
        trace("import")
    }

    // MARK: Looking

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.read { try body(SampleTables(store.tables(reading: $0), rules: rules)) }
    }

    private func counts() throws -> SampleCounts { try read { try $0.counts() } }

    private func everything() throws -> [Sample] {
        try read { tables in
            try health.types.flatMap { try tables.list($0, from: Timestamp(clamping: 0), to: .max, limit: .max) }
        }
    }

    private func lanesAreDone() throws -> Bool {
        try read { try $0.lanes(health.name, health.types) }.allSatisfy(\.isBackfilled)
    }

    private mutating func noteLanes() throws { oracle.note(try read { try $0.lanes(health.name, health.types) }) }
}

/// A clock that goes on a second at each look.
private final class Ticks: Sendable {
    private let count = Mutex(0.0)

    func next() -> Double {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func int(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    fileprivate mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
