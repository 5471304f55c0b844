import Foundation
import TestSupport
import Testing
import Vitals
import VitalsWorkouts

/// Random histories of samples, on the lanes, the store and the upload that ship. `VITALS_SAMPLE_RUNS` sets more histories than
/// CI has time for; `VITALS_SAMPLE_SEED` plays one, and prints it.
@Suite("Random histories of samples: kills, replays, two processes, deletions that come early", .serialized)
struct SampleSimulationTests {
    static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["VITALS_SAMPLE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(0..<(environment["VITALS_SAMPLE_RUNS"].flatMap { UInt64($0) } ?? 200))
    }()

    @Test("With every rule, each sample is there once and each deletion holds")
    func allRules() async throws {
        var failed: [UInt64] = []
        for seed in Self.seeds {
            var world = try SampleWorld(seed: seed)
            if Self.seeds.count == 1 { world.trace = { print($0) } }
            let flags = try await world.run()
            if !flags.isEmpty {
                failed.append(seed)
                print("seed \(seed): \(flags.prefix(5))")
            }
        }
        #expect(failed.isEmpty, "\(failed.count) of \(Self.seeds.count) failed; play one with VITALS_SAMPLE_SEED")
    }

    /// For each rule a history that goes wrong without it. If a change of the code makes another history of a seed, the next
    /// ones are searched.
    static let killers: [String: UInt64] = [
        "openEnd": 2, "partialPages": 13, "oneTransaction": 14, "comparesState": 4, "earlyDeletions": 12,
        "finalDeletions": 44,
        "countsLinks": 2, "keepsBatches": 1, "resends": 22, "prunesAcknowledged": 16, "sendsDeletions": 0,
    ]

    @Test("Without a rule, some history goes wrong", arguments: SampleRules.each.map(\.name))
    func withoutRule(_ name: String) async throws {
        let rule = try #require(SampleRules.each.first { $0.name == name }).rule
        let known = Self.killers[name] ?? 0
        for seed in known..<known + 200 {
            var world = try SampleWorld(seed: seed, rules: .all.subtracting(rule))
            let flags = try await world.run()
            guard flags.isEmpty else {
                if Self.killers[name] != seed { print("\(name): seed \(seed), \(flags.prefix(2))") }
                return
            }
        }
        Issue.record("no history of 200 needs \(name)")
    }
}
