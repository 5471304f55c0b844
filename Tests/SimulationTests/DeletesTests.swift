import Foundation
import StepSupport
import Testing
import Vitals
import VitalsServer

@Suite("Each rule of deletes and overwritten edits, and what goes wrong without it")
struct DeletesRuleTests {
    @Test("With every rule, the history ends well", arguments: DeletesScenario.all)
    func holds(_ scenario: DeletesScenario) async throws {
        let problem = try await scenario.run(DeletesFixture())
        #expect(problem == nil, "\(scenario): \(problem ?? "")")
    }

    @Test("Without its rule, the same history ends badly", arguments: DeletesScenario.all)
    func breaks(_ scenario: DeletesScenario) async throws {
        let problem = try await scenario.run(DeletesFixture(without: scenario.without))
        #expect(problem != nil, "\(scenario): nothing went wrong, so this history does not show what the rule is for")
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
            #expect(problem == nil, "seed \(seed): \(problem ?? ""); again with VITALS_SIMULATION_SEED=\(seed)")
        }
    }

    static let ruleNames = SyncRules.deleteNames.map(\.0)

    @Test("Without a rule of the phone, some history goes wrong", arguments: ruleNames)
    func withoutRule(_ name: String) async throws {
        let rule = try #require(SyncRules.deleteNames.first { $0.0 == name }).1
        #expect(try await firstFailure(rules: .all.without(rule)) != nil, "no history needs \(name)")
    }

    @Test(
        "Without a rule of the server, some history goes wrong",
        arguments: [ServerRules.notes, .notesPass, .wellFormed, .compactedReceipts])
    func withoutServerRule(_ rule: ServerRules) async throws {
        #expect(
            try await firstFailure(serverRules: .all.subtracting(rule)) != nil, "no history needs rule \(rule.rawValue)")
    }

    private func firstFailure(rules: SyncRules = .all, serverRules: ServerRules = .all) async throws -> UInt64? {
        for seed in 0..<UInt64(400) {
            var world = try DeletesWorld(seed: seed, rules: rules, serverRules: serverRules)
            if try await world.run(stepCount: 60) != nil { return seed }
        }
        return nil
    }
}

extension SyncRules {
    /// The rules of deletes that a test can switch off, with their names.
    static let deleteNames: [(String, SyncRules)] = [
        ("editOrigins", .editOrigins), ("overwrittenEditsAreKept", .overwrittenEditsAreKept),
        ("unconfirmedEditsAreKept", .unconfirmedEditsAreKept), ("deletionClearsAllCopies", .deletionClearsAllCopies),
    ]
}
