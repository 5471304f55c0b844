import Foundation
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// Random histories of entities, on the code that ships. `VITALS_ENTITY_RUNS` sets more histories than CI has time for;
/// `VITALS_ENTITY_SEED` plays one, and prints it.
@Suite(
    "Random histories of entities: phones that edit the same things, a network and a server with faults",
    .serialized)
struct EntitySimulationTests {
    static let runCount = ProcessInfo.processInfo.environment["VITALS_ENTITY_RUNS"].flatMap { Int($0) } ?? 160
    static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["VITALS_ENTITY_SEED"].flatMap({ UInt64($0) }) {
            return [seed]
        }
        return (0..<UInt64(runCount)).map { $0 }
    }()

    @Test("With every rule, whatever happens, all converge and nothing is lost", arguments: [false, true])
    func allRules(restores: Bool) throws {
        var options = EntitySimulatedWorld.Options()
        options.restores = restores
        var failed: [UInt64] = []
        for seed in Self.seeds {
            let world = try EntitySimulatedWorld(seed: seed, options: options)
            if Self.seeds.count == 1 { world.oracle.trace = { print($0) } }
            if Self.seeds.count == 1 { print("seed \(seed), restores \(restores)") }
            let flags = try world.run()
            if !flags.isEmpty {
                failed.append(seed)
                print("seed \(seed), restores \(restores): \(flags)")
            }
        }
        #expect(failed.isEmpty, "\(failed.count) of \(Self.seeds.count) failed; play one with VITALS_ENTITY_SEED")
    }

    @Test(
        "The same where people answer occurrences, and the account may change reminders now and not then",
        arguments: [false, true])
    func answersAndLocks(restores: Bool) throws {
        var options = EntitySimulatedWorld.Options()
        (options.restores, options.hasAnswersAndLocks) = (restores, true)
        var (failed, counts) = ([UInt64](), [String: Int]())
        for seed in Self.seeds {
            let world = try EntitySimulatedWorld(seed: seed, options: options)
            if Self.seeds.count == 1 { world.oracle.trace = { print($0) } }
            let flags = try world.run()
            counts.merge(world.oracle.counts) { $0 + $1 }
            if !flags.isEmpty {
                failed.append(seed)
                print("answers and locks, seed \(seed), restores \(restores): \(flags)")
            }
        }
        #expect(failed.isEmpty, "\(failed.count) of \(Self.seeds.count) failed; play one with VITALS_ENTITY_SEED")
        // Else the histories would show nothing.
        if Self.seeds.count > 1 {
            #expect(counts["a snooze gave way", default: 0] > 0 && counts["held", default: 0] > 0, "\(counts)")
        }
    }

    /// The names of the rules to switch off; `lock` is the server's lock on a user's row.
    static let ruleNames =
        ProcessInfo.processInfo.environment["VITALS_ENTITY_RULES"]?.split(separator: ",").map(String.init)
        ?? EntityRules.names.map(\.name).filter { !shownElsewhere.contains($0) } + ["lock"]

    /// Rules whose cases are too rare for random histories. `EntityHistoryTests` has those of the phone, and
    /// `EntityStoreConformance` those of the server.
    static let shownElsewhere: Set = ["undo", "unplaced", "tombstones", "stamps", "restateOrder"]

    /// For each rule a history that goes wrong without it: the seed, and whether the server is restored in it. If a change of
    /// the code makes another history of a seed, the next ones are searched.
    static let killers: [String: (seed: UInt64, restores: Bool)] = [
        "covered": (0, true),
        "viewOnTop": (4, true),
        "order": (9, false),
        "prefix": (1, true),
        "conflictsAreKept": (1, false),
        "dropReplaced": (3, true),
        "survivor": (19, true),
        "gate": (3, true),
        "cursors": (13, false),
        "receiptOfPush": (3, true),
        "restate": (8, true),
        "restateFirst": (3, true),
        "restateReceipt": (19, true),
        "requeue": (0, true),
        "restateMap": (19, true),
        "exhaust": (2, true),
        "base": (1, false),
        "match": (1, false),
        "taken": (0, false),
        "aliases": (1, false),
        "deleteOfReplaced": (2, true),
        "cascade": (1, false),
        "stillborn": (5, false),
        "receiptOfHead": (22, true),
        "sets": (2, false),
        "exhaustOnlyAlive": (9, false),
        "coveredAtTheEnd": (78, true),
        "samePosition": (45, true),
        "requests": (52, false),
        "aliasIsLogged": (50, true),
        "lock": (1, false),
    ]

    @Test("Without a rule, some history goes wrong", arguments: ruleNames)
    func withoutRule(_ name: String) throws {
        var options = EntitySimulatedWorld.Options()
        options.hasLock = name != "lock"
        if let rule = EntityRules.names.first(where: { $0.name == name })?.rule { options.rules.subtract(rule) }
        let known = Self.killers[name] ?? (0, false)
        options.restores = known.restores
        let window = ProcessInfo.processInfo.environment["VITALS_ENTITY_WINDOW"].flatMap { UInt64($0) } ?? 60
        for seed in known.seed..<known.seed + window {
            for restores in Self.killers[name] == nil ? [false, true] : [known.restores] {
                options.restores = restores
                let world = try EntitySimulatedWorld(seed: seed, options: options)
                // What a phone shows may be so wrong that it refuses an edit of it.
                let flags = (try? world.run()) ?? ["an edit of what is shown was refused": 1]
                guard flags.isEmpty else {
                    if Self.killers[name]?.seed != seed { print("\(name): seed \(seed), restores \(restores)") }
                    return
                }
            }
        }
        Issue.record("no history of \(window) needs \(name)")
    }
}
