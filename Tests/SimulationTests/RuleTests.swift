import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Each rule of sync, and what goes wrong without it")
struct RuleTests {
    @Test("With every rule, the history ends well", arguments: RuleScenario.all)
    func holds(_ scenario: RuleScenario) async throws {
        let problem = try await scenario.run(Fixture(rules: .all, baseProtocol: scenario.baseProtocol))
        expect(problem == nil, "\(scenario): \(problem ?? "")")
    }

    @Test("Without its rule, the same history ends badly", arguments: RuleScenario.all)
    func breaks(_ scenario: RuleScenario) async throws {
        let fixture = try Fixture(
            rules: scenario.rule.map { .all.without($0) } ?? .all, usesNaiveGuard: scenario.rule == nil,
            baseProtocol: scenario.baseProtocol)
        let problem = try await scenario.run(fixture)
        expect(problem != nil, "\(scenario): nothing went wrong, so this history does not show what the rule is for")
    }

    @Test("Every rule has a history that shows what it is for")
    func complete() {
        for (name, rule) in SyncRules.names {
            expect(RuleScenario.all.contains { $0.rule == rule }, "\(name) has no history")
        }
    }
}
