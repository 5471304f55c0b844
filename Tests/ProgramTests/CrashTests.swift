import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

/// Tests with real servers and real phones, killed (SIGKILL) at any moment of their work, on both stores.
///
/// Every run has a dozen rounds on each store, each of which kills one process, in every third round the server;
/// `VITALS_CRASH_ROUNDS=1000` sets another number, `VITALS_CRASH_SEED` another seed. At the end, invariants 1 and 2 of docs/protocol.md must hold: all have the same records, and no record
/// is less than the version that a phone had confirmed.
@Suite("Processes killed at any moment", .serialized)
struct CrashTests {
    enum Store: String, CaseIterable {
        case sqlite, postgres

        static var available: [Store] { TestDatabase.isAvailable ? allCases : [.sqlite] }
    }

    private static let setting = ProcessInfo.processInfo.environment
    private static let rounds = setting["VITALS_CRASH_ROUNDS"].flatMap(Int.init) ?? 12
    private static let seed = setting["VITALS_CRASH_SEED"].flatMap(UInt64.init) ?? 1

    @Test("phones and server agree in the end, and nothing that was confirmed is lost", arguments: Store.available)
    func kills(_ store: Store) async throws {
        let directory = try TemporaryFolder()
        let database = store == .postgres ? try await SchemaFile.server.database() : nil
        try await blocking {
            let world = try CrashWorld(
                databaseURL: database?.url ?? "sqlite:\(directory.path("server.sqlite"))", directory: directory,
                seed: Self.seed)
            for round in 0..<Self.rounds { try world.playRound(killsServer: round % 3 == 2) }
            try world.end()
            // A process that ends before its turn comes isn't killed. Then the round proves nothing.
            expect(world.killed, equals: Self.rounds, "\(Self.rounds) rounds")
        }
    }
}

/// Two phones, a server, and the records that the phones have confirmed.
private final class CrashWorld {
    private let databaseURL: String
    private let phones: [Phone]
    /// The phones' stores, which this process opens, too.
    private let stores: [MeasurementStore]
    /// Records that both phones edit all the time.
    private let hot: [UUID]
    private let port: ReservedPort
    private var server: LiveServer
    private var random: SplitMix64
    /// Number of processes that were killed while they worked.
    private(set) var killed = 0
    /// The greatest record for each id that a phone's program has printed, or its store has returned.
    private var confirmed: [UUID: Vitals.Measurement] = [:]

    init(databaseURL: String, directory: TemporaryFolder, seed: UInt64) throws {
        self.databaseURL = databaseURL
        random = SplitMix64(seed: seed)
        port = try ReservedPort()
        server = try LiveServer(databaseURL: databaseURL, port: port.number)
        phones = ["a", "b"].map { Phone(directory.path($0)) }
        for phone in phones {
            try #require(try phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
        }
        stores = try phones.map { try MeasurementStore(path: $0.directory + "/vitals.sqlite", features: .all) }
        let first = stores[0]
        // Enough that a sync takes a few pushes and pages.
        let seeds = try (0..<1_200).map { number in
            try first.add(kind: .weight, value: 50 + Double(number) / 100, unit: .kilograms)
        }
        hot = seeds.prefix(16).map(\.id)
        for record in seeds { confirm(record) }
        for phone in phones { try #require(try phone.run("sync").status == 0) }
    }

    /// Syncs both phones while a few of their records are edited again and again; kills one of the processes on the way.
    /// Where it has ended before, another one begins and is killed.
    func playRound(killsServer: Bool) throws {
        let victim = random.integer(below: 4)
        // So that what is edited meanwhile is on its way.
        for store in stores { for id in hot { try confirm(store.edit(id, value: number())) } }
        var syncs = try phones.map { try $0.start(["sync"]) }
        var edits = try phones.map { try edit($0) }
        let added = try phones[random.integer(below: 2)].start(["add", "weight", "72.5", "kg", "--json"])
        let kill = Date(timeIntervalSinceNow: Double(random.integer(below: 250)) / 1000)
        while Date() < kill {
            let id = hot[random.integer(below: hot.count)]
            try confirm(stores[random.integer(below: 2)].edit(id, value: number()))
            usleep(3_000)
        }
        if killsServer {
            if server.stop() { killed += 1 }
            server = try LiveServer(databaseURL: databaseURL, port: port.number)
        } else if victim < 2 {
            try killOne(&edits[victim], record: note) { try edit(phones[victim]) }
        } else {
            try killOne(&syncs[victim - 2]) { try phones[victim - 2].start(["sync"]) }
        }
        for run in edits + [added] { try note(run.finish()) }
        for sync in syncs { _ = try sync.finish() }
        try converge()
    }

    private func edit(_ phone: Phone) throws -> RunningProgram {
        try phone.start(["edit", hot[0].uuidString, String(number()), "--json"])
    }

    /// Kills a program. Where it had ended by itself, starts it again and kills it after a few milliseconds, a few times.
    private func killOne(
        _ program: inout RunningProgram, record: (Run) throws -> Void = { _ in }, again: () throws -> RunningProgram
    ) throws {
        for _ in 0..<20 {
            if program.kill() {
                killed += 1
                return
            }
            try record(program.finish())
            program = try again()
            usleep(UInt32(random.integer(below: 20)) * 1_000)
        }
    }

    /// Syncs and checks after every round, because a later edit of the same record would hide a loss.
    private func converge() throws {
        for phone in phones + phones {
            let run = try phone.run("sync")
            expect(run.status, equals: 0, "\(run.errors)")
        }
        for id in hot {
            let held = try stores.map { try $0.byId(id) }
            expect(held[0], equals: held[1], "invariant 1: the phones hold the same")
            let isLost = try #require(confirmed[id]).beats(try #require(held[0]))
            expect(!isLost, "invariant 2: the phones hold less than what was confirmed")
        }
    }

    /// Records the output as confirmed if the phone ended normally; a phone that was killed has confirmed nothing.
    private func note(_ run: Run) throws {
        guard run.status == 0 else { return }
        guard case .object(let members) = try JSONValue(parsing: run.output) else { return }
        let own = members.filter { !["dirty", "extra"].contains($0.name) }
        confirm(try Vitals.Measurement(json: .object(own)))
    }

    private func number() -> Double { Double(50 + random.integer(below: 100)) }

    private func confirm(_ record: Vitals.Measurement) {
        confirmed[record.id] = confirmed[record.id].map { merge($0, record) } ?? record
    }

    func end() throws {
        let held = try stores.map { store in
            try expect(store.counts().dirty, equals: 0)
            return Dictionary(uniqueKeysWithValues: try store.allByKind(.weight).map { ($0.id, $0) })
        }
        expect(held[0], equals: held[1], "invariant 1: the phones hold the same")
        let fresh = Phone(phones[0].directory + "-fresh")
        try fresh.run("login", "--server", server.url, input: "dev-token\n")
        try expect(fresh.run("sync").status, equals: 0)
        let served = try MeasurementStore(path: fresh.directory + "/vitals.sqlite", features: .all).allByKind(.weight)
        expect(Dictionary(uniqueKeysWithValues: served.map { ($0.id, $0) }), equals: held[0], "and the server too")
        let lost = confirmed.values.filter { record in held[0][record.id].map { record.beats($0) } ?? true }
        expect(lost.isEmpty, "invariant 2: what a phone confirmed is less than what there is, or gone")
    }
}

extension SplitMix64 {
    fileprivate mutating func integer(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
