import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Each rule of deletes and overwritten edits, and what goes wrong without it")
struct DeletesRuleTests {
    @Test("With every rule, the history ends well", arguments: DeletesScenario.all)
    func holds(_ scenario: DeletesScenario) async throws {
        let problem = try await scenario.run(DeletesFixture())
        expect(problem == nil, "\(scenario): \(problem ?? "")")
    }

    @Test("Without its rule, the same history ends badly", arguments: DeletesScenario.all)
    func breaks(_ scenario: DeletesScenario) async throws {
        let problem = try await scenario.run(DeletesFixture(without: scenario.without))
        expect(problem != nil, "\(scenario): nothing went wrong, so this history does not show what the rule is for")
    }
}

@Suite("Random histories of phones that delete, restore and overwrite")
struct DeletesTests {
    @Test("With every rule, nothing deleted comes back and no edit vanishes unseen")
    func allRules() async throws {
        // Half as many as of the others: these take longer.
        for seed in SimulationTests.seeds.prefix(max(1, SimulationTests.runCount / 2)) {
            var world = try DeletesWorld(seed: seed)
            let problem = try await world.run(stepCount: 60)
            expect(problem == nil, "seed \(seed): \(problem ?? ""); again with VITALS_SIMULATION_SEED=\(seed)")
        }
    }

    /// Each rule with a seed whose history needs it, because trying all seeds takes a minute.
    static let phoneRules: [(SyncRules, UInt64)] = [
        (.editedFrom, 58), (.overwrittenEditsAreKept, 1), (.unconfirmedEditsAreKept, 71),
        (.deletionClearsAllCopies, 2),
    ]

    @Test("Without a rule of the phone, some history goes wrong", arguments: phoneRules)
    func withoutRule(_ rule: SyncRules, seed: UInt64) async throws {
        let failure = try await firstFailure(rules: .all.without(rule), likelySeed: seed)
        expect(failure != nil, "no history needs rule \(rule.rawValue)")
    }

    @Test(
        "Without a rule of the server, some history goes wrong",
        arguments: [ServerRules.notes, .notesPass, .wellFormed, .compactedReceipts])
    func withoutServerRule(_ rule: ServerRules) async throws {
        try await expect(
            firstFailure(serverRules: .all.subtracting(rule)) != nil, "no history needs rule \(rule.rawValue)"
        )
    }

    private func firstFailure(
        rules: SyncRules = .all, serverRules: ServerRules = .all, likelySeed: UInt64 = 0
    ) async throws -> UInt64? {
        for seed in [likelySeed] + Array(0..<UInt64(400)) {
            var world = try DeletesWorld(seed: seed, rules: rules, serverRules: serverRules)
            if try await world.run(stepCount: 60) != nil { return seed }
        }
        return nil
    }
}
