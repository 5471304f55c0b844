import Foundation
import StepSupport
import Testing
import VitalsServerWorkouts

/// Tests of which workouts of a companion are new.
@Suite("Step 24: one run, two devices", .serialized)
struct Step24MatchTests {
    private typealias Item = CompanionMatch.Item
    private typealias Stored = CompanionMatch.Stored

    /// A workout by minutes: when it starts, and how long it takes.
    private func item(_ id: Int, at start: Double, for minutes: Double, updates: Bool = false) -> Item {
        Item(id: Records.id(id), start: Int64(start * 60_000), duration: Int64(minutes * 60_000), updates: updates)
    }

    private func stored(_ id: Int, at start: Double, for minutes: Double, isDeleted: Bool = false) -> Stored {
        Stored(
            id: Records.id(id), start: Int64(start * 60_000), duration: Int64(minutes * 60_000), isDeleted: isDeleted)
    }

    private func told(_ decisions: [CompanionMatch.Decision]) -> String {
        decisions.map { decision in
            switch decision {
            case .insert: "new"
            case .update: "updated"
            case .duplicate(let id): "is \(Self.number(id))"
            }
        }.joined(separator: ", ")
    }

    private static func number(_ id: UUID) -> Int { (0...99).first { Records.id($0) == id } ?? -1 }

    private func check(
        _ items: [Item], among stored: [Stored], _ expected: String, _ story: String, line: Int = #line
    ) {
        let decisions = told(CompanionMatch.decisions(for: items, stored: stored))
        expect(decisions == expected, "\(story) Then: \(expected). Yours: \(decisions).", line: line)
    }

    @Test("a workout that is stored under its id isn't new")
    func known() {
        let run = stored(1, at: 0, for: 30)
        check([item(1, at: 0, for: 30)], among: [run], "is 1", "The companion sends workout 1 again.")
        check([item(1, at: 0, for: 45, updates: true)], among: [run], "updated", "It sends a correction of workout 1.")
        check([item(2, at: 500, for: 30)], among: [run], "new", "It sends another workout.")
    }

    @Test("a workout that was deleted doesn't come back, not even by a correction")
    func deleted() {
        let gone = stored(1, at: 0, for: 30, isDeleted: true)
        check([item(1, at: 0, for: 30)], among: [gone], "is 1", "Workout 1 was deleted, and comes again.")
        check(
            [item(1, at: 0, for: 31, updates: true)], among: [gone], "is 1",
            "A correction of the deleted workout comes.")
        check([item(2, at: 0, for: 30)], among: [gone], "new", "A workout like the deleted one comes.")
    }

    @Test("a workout that the request holds twice is one")
    func twice() {
        check(
            [item(1, at: 0, for: 30), item(1, at: 0, for: 30)], among: [], "new, is 1", "An export holds a run twice.")
        check(
            [item(1, at: 0, for: 30), item(1, at: 0, for: 30)], among: [stored(7, at: 1, for: 30)], "is 7, is 7",
            "An export holds twice a run that the watch recorded as 7.")
        let correction = item(1, at: 0, for: 45, updates: true)
        check(
            [correction, correction], among: [stored(1, at: 0, for: 30)], "updated, is 1",
            "A request holds a correction twice.")
    }

    @Test("starts may differ by 120 s, and not by a second more")
    func starts() {
        let run = [stored(7, at: 10, for: 30)]
        check([item(1, at: 12, for: 30)], among: run, "is 7", "It starts 120 s after workout 7.")
        check([item(1, at: 8, for: 30)], among: run, "is 7", "It starts 120 s before workout 7.")
        check([item(1, at: 12 + 1.0 / 60, for: 30)], among: run, "new", "It starts 121 s after workout 7.")
        check([item(1, at: 8 - 1.0 / 60, for: 30)], among: run, "new", "It starts 121 s before workout 7.")
        check([item(1, at: 12.015, for: 30)], among: run, "new", "It starts 120.9 s after workout 7.")
    }

    @Test("durations may differ by a tenth of the longer one")
    func durations() {
        check([item(1, at: 0, for: 90)], among: [stored(7, at: 0, for: 100)], "is 7", "90 minutes and 100.")
        check([item(1, at: 0, for: 100)], among: [stored(7, at: 0, for: 90)], "is 7", "100 minutes and 90.")
        check([item(1, at: 0, for: 89)], among: [stored(7, at: 0, for: 100)], "new", "89 minutes and 100.")
        check([item(1, at: 0, for: 101)], among: [stored(7, at: 0, for: 90)], "new", "101 minutes and 90.")
    }

    @Test("of several that are alike it's the nearest start, then the nearest duration")
    func nearest() {
        check(
            [item(1, at: 10, for: 30)], among: [stored(7, at: 12, for: 30), stored(8, at: 11, for: 32)], "is 8",
            "Workout 7 starts two minutes later, workout 8 one.")
        check(
            [item(1, at: 10, for: 30)], among: [stored(7, at: 11, for: 33), stored(8, at: 9, for: 31)], "is 8",
            "Both start a minute away; 7 takes three minutes longer, 8 one.")
        check(
            [item(1, at: 10, for: 30)], among: [stored(8, at: 11, for: 30), stored(7, at: 11, for: 30)], "is 7",
            "Both are the same to the millisecond, and 7 has the lesser id.")
    }

    @Test("two that are alike in one request are two: only what was stored before counts")
    func inOneRequest() {
        check(
            [item(1, at: 0, for: 1), item(2, at: 1.5, for: 1)], among: [], "new, new",
            "Two sprints of a minute, a minute and a half apart.")
    }

    @Test("a stored workout stands for one item only")
    func onlyOnce() {
        check(
            [item(1, at: 0, for: 1), item(2, at: 1.5, for: 1)], among: [stored(7, at: 0, for: 1)], "is 7, new",
            "Two sprints come, and the watch has recorded the first of them as 7.")
        check(
            [item(1, at: 0.5, for: 1), item(7, at: 0, for: 1)], among: [stored(7, at: 0, for: 1)], "new, is 7",
            "Workout 7 comes itself, after one that is like it.")
        check(
            [item(7, at: 0, for: 1), item(1, at: 0.5, for: 1)], among: [stored(7, at: 0, for: 1)], "is 7, new",
            "Workout 7 comes itself, before one that is like it.")
    }
}
