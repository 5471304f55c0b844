import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Histories in which events are lost, doubled, late and out of order")
struct LiveSimulationTests {
    @Test("With every rule, events change nothing but the delay")
    func allRules() async throws {
        for seed in SimulationTests.seeds.prefix(max(1, SimulationTests.runCount / 8)) {
            var world = try DeletesWorld(seed: seed, eventRules: .all)
            let problem = try await world.run(stepCount: 60)
            expect(problem == nil, "seed \(seed): \(problem ?? ""); again with VITALS_SIMULATION_SEED=\(seed)")
        }
    }

    /// Each rule with a seed whose history needs it, because trying all seeds takes a minute.
    @Test(
        "Without a rule of events, some history goes wrong",
        arguments: [(EventRules.cursorStays, UInt64(4)), (.carriesNotes, 28)])
    func withoutRule(_ rule: EventRules, likelySeed: UInt64) async throws {
        for seed in [likelySeed] + Array(0..<UInt64(400)) {
            var world = try DeletesWorld(seed: seed, eventRules: .all.subtracting(rule))
            if try await world.run(stepCount: 70) != nil { return }
        }
        Issue.record("no history needs rule \(rule.rawValue)")
    }

    /// The phone hears of a record, and the server forgets it before the phone has pulled it. The phone that wrote it is
    /// lost, and the receipt that this one holds is still good: nothing tells that the server lacks the record, but that no
    /// page brings it.
    @Test("A record that only an event brought is sent to a server that forgot it", arguments: [true, false])
    func lostHistory(eventIsLate: Bool) async throws {
        let server = MemorySyncStore(pushHooks: [.overwrittenNotes])
        let service = SyncService(store: server, features: ["base", "deletes"], pushRules: .deletes)
        let (clock, user) = (ManualClock(), DevelopmentUser.id)
        let phone = { try SimulatedDevice($0, service: service, user: user, clock: clock, rules: .all) }
        let (stays, isLost) = (try phone("stays"), try phone("lost"))
        _ = try stays.store.add(kind: .weight, value: 70, unit: .kilograms)
        _ = try await stays.sync().get()
        let backup = await server.snapshot()
        _ = try isLost.store.add(kind: .weight, value: 71, unit: .kilograms)
        _ = try await isLost.sync().get()
        let message = try await EventSource(store: server, overwritten: nil).event(user: user, after: 1, through: 2)
        var parser = EventStreamParser()
        let event = try #require(parser.feed(message.bytes).compactMap { LiveEvent(data: $0) }.first)
        let hear = {
            _ = try stays.store.apply(event, account: try stays.store.syncState().account, origin: "sim")
        }
        if !eventIsLate { try hear() }
        await server.restore(backup)
        if eventIsLate { try hear() }
        for _ in 0..<2 { _ = try await stays.sync().get() }
        try expect(stays.all().count, equals: 2)
        let held = try await server.all(of: user)
        try expect(held, equals: stays.all(), "the phone holds a record that the server will never get")
    }
}
