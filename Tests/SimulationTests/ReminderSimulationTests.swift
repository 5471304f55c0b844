import Foundation
import TestSupport
import Testing
import Vitals

/// Random histories of reminders, on the calculator and the machine that ship. `VITALS_REMINDER_RUNS` sets more histories than
/// CI has time for; `VITALS_REMINDER_SEED` plays one, and prints it.
@Suite("Random histories of reminders: phones that sleep, are stopped and disagree about the time", .serialized)
struct ReminderSimulationTests {
    static let runCount = ProcessInfo.processInfo.environment["VITALS_REMINDER_RUNS"].flatMap { Int($0) } ?? 160
    static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["VITALS_REMINDER_SEED"].flatMap({ UInt64($0) }) {
            return [seed]
        }
        return (0..<UInt64(runCount)).map { $0 }
    }()

    @Test("With every rule, each alarm rings when it should, and nowhere else")
    func allRules() throws {
        var failed: [UInt64] = []
        for seed in Self.seeds {
            let world = try ReminderWorld(seed: seed)
            if Self.seeds.count == 1 {
                world.oracle.trace = { print(Timestamp(clamping: world.now).rfc3339, $0) }
            }
            let flags = try world.run()
            if !flags.isEmpty {
                failed.append(seed)
                print("seed \(seed): \(flags)")
            }
        }
        #expect(failed.isEmpty, "\(failed.count) of \(Self.seeds.count) failed; play one with VITALS_REMINDER_SEED")
    }

    /// For each rule a history that goes wrong without it. If a change of the code makes another history of a seed, the next
    /// ones are searched.
    static let killers: [ReminderRule: UInt64] = [
        .syncsFirst: 0, .returns: 0, .returnsOnce: 0, .returnsAfterStop: 0, .withdraws: 0, .computesAfterSync: 2,
        .waitsForNext: 0, .reschedules: 3, .keepsSnooze: 28, .daysFromStart: 12, .keepsRung: 0, .dateNames: 0,
        .limits: 0, .notesFirst: 5, .matchesSystem: 0, .doneBeatsSnooze: 2, .laterSnoozeStays: 131, .viewSettles: 57,
    ]

    @Test("Without a rule, some history goes wrong", arguments: ReminderRule.allCases)
    func withoutRule(_ rule: ReminderRule) throws {
        let known = Self.killers[rule] ?? 0
        let window = ProcessInfo.processInfo.environment["VITALS_REMINDER_WINDOW"].flatMap { UInt64($0) } ?? 200
        for seed in known..<known + window {
            let flags = try ReminderWorld(seed: seed, rules: Set(ReminderRule.allCases).subtracting([rule])).run()
            guard flags.isEmpty else {
                if Self.killers[rule] != seed { print("\(rule): seed \(seed), \(flags)") }
                return
            }
        }
        Issue.record("no history of \(window) needs \(rule)")
    }
}
