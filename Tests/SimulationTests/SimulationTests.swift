import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of random histories. `VITALS_SIMULATION_RUNS` sets more histories than CI has time for;
/// `VITALS_SIMULATION_SEED` selects one of them.
@Suite("Random histories of three phones, one of them lost, a stranger and a server that forgets")
struct SimulationTests {
    static let runCount = ProcessInfo.processInfo.environment["VITALS_SIMULATION_RUNS"].flatMap { Int($0) } ?? 160
    static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["VITALS_SIMULATION_SEED"].flatMap({ UInt64($0) }) {
            return [seed]
        }
        return (0..<UInt64(runCount)).map { $0 }
    }()

    @Test("With every rule, whatever happens, all converge and nothing is lost")
    func allRules() async throws {
        for seed in Self.seeds {
            var world = try await SimulatedWorld(seed: seed)
            let problem = try await world.run(stepCount: 60)
            expect(problem == nil, "seed \(seed): \(problem ?? ""); again with VITALS_SIMULATION_SEED=\(seed)")
        }
    }

    /// The names of the rules to break. `healing` is for servers without receipts, and a missing `fixOutranksBoth`
    /// shows on one phone only; `RuleScenario` has their histories.
    static let ruleNames = SyncRules.names.map(\.0).filter { !["healing", "fixOutranksBoth"].contains($0) }

    @Test("Without a rule, some history goes wrong", arguments: ruleNames)
    func withoutRule(_ name: String) async throws {
        let rule = try #require(SyncRules.names.first { $0.0 == name }).1
        try await expect(firstFailure(rules: .all.without(rule)) != nil, "no history needs \(name)")
    }

    @Test("With a guard on the version alone, some history goes wrong")
    func naiveGuard() async throws {
        try await expect(firstFailure(rules: .all, usesNaiveGuard: true) != nil)
    }

    @Test("With receipts that name the end of a page, some history goes wrong")
    func rowReceipts() async throws {
        try await expect(firstFailure(rules: .all, receiptsNameTheHead: false) != nil)
    }

    private func firstFailure(
        rules: SyncRules, usesNaiveGuard: Bool = false, receiptsNameTheHead: Bool = true
    ) async throws -> UInt64? {
        for seed in 0..<UInt64(400) {
            var world = try await SimulatedWorld(
                seed: seed, rules: rules, usesNaiveGuard: usesNaiveGuard, receiptsNameTheHead: receiptsNameTheHead)
            if try await world.run(stepCount: 60) != nil { return seed }
        }
        return nil
    }
}
