import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServerWorkouts

/// The decision that tells a new workout from one that is here. Each test cites the clause of `CompanionMatch`.
@Suite("Which workouts of a companion are new") struct CompanionMatchTests {
    private static let ids = (1...9).map { UUID(uuidString: "00000000-0000-4000-8000-00000000000\($0)")! }

    /// An item that starts some seconds after a moment and takes some seconds.
    private func item(_ number: Int, _ start: Double = 0, _ duration: Double = 1_800, updates: Bool = false)
        -> CompanionMatch.Item
    {
        CompanionMatch.Item(
            id: Self.ids[number], start: Int64(start * 1_000), duration: Int64(duration * 1_000), updates: updates)
    }

    private func stored(_ number: Int, _ start: Double = 0, _ duration: Double = 1_800, isDeleted: Bool = false)
        -> CompanionMatch.Stored
    {
        CompanionMatch.Stored(
            id: Self.ids[number], start: Int64(start * 1_000), duration: Int64(duration * 1_000), isDeleted: isDeleted)
    }

    /// The decisions as texts: `new`, `update`, or the number of the workout.
    private func decide(_ items: [CompanionMatch.Item], _ stored: [CompanionMatch.Stored]) -> [String] {
        CompanionMatch.decisions(for: items, stored: stored).map { decision in
            switch decision {
            case .insert: "new"
            case .update: "update"
            case .duplicate(let id): "\(Self.ids.firstIndex(of: id)!)"
            }
        }
    }

    @Test("1: a known id is that workout; a deleted one doesn't come back, and is never updated")
    func known() {
        expect(decide([item(1)], [stored(1)]), equals: ["1"])
        expect(decide([item(1, 9_000, updates: true)], [stored(1)]), equals: ["update"])
        expect(decide([item(1)], [stored(1, isDeleted: true)]), equals: ["1"])
        expect(decide([item(1, updates: true)], [stored(1, isDeleted: true)]), equals: ["1"])
        expect(decide([item(1), item(2)], []), equals: ["new", "new"])
    }

    @Test("2: an id that comes twice is one item")
    func twice() {
        expect(decide([item(1), item(1)], []), equals: ["new", "1"])
        expect(decide([item(1), item(1)], [stored(5)]), equals: ["5", "5"])
        expect(decide([item(1, updates: true), item(1, updates: true)], [stored(1)]), equals: ["update", "1"])
    }

    @Test(
        "3: 120 s and a tenth of the longer are alike, and a millisecond more isn't",
        arguments: [
            (120.0, 1_800.0, true), (-120, 1_800, true), (120.001, 1_800, false), (-120.001, 1_800, false),
            (0, 2_000, true), (0, 2_000.001, false), (0, 1_620, true), (0, 1_619.999, false), (0, 1_618.2, false),
            (121, 1_800, false),
        ])
    func alike(_ start: Double, _ duration: Double, _ isAlike: Bool) {
        expect(decide([item(1, start, duration)], [stored(5)]), equals: [isAlike ? "5" : "new"])
        expect(decide([item(1)], [stored(5, start, duration)]), equals: [isAlike ? "5" : "new"])
    }

    @Test("4: the nearest start counts, then the nearest duration, then the least id")
    func nearest() {
        expect(decide([item(1)], [stored(5, 60), stored(6, -59), stored(7, 61)]), equals: ["6"])
        expect(decide([item(1)], [stored(5, 60, 1_801), stored(6, -60, 1_700)]), equals: ["5"])
        expect(decide([item(1)], [stored(6, 60), stored(5, -60)]), equals: ["5"])
        expect(decide([item(1)], [stored(5, 1), stored(6, 2, isDeleted: true)]), equals: ["5"])
        expect(decide([item(1)], [stored(6, 0, isDeleted: true)]), equals: ["new"])
    }

    @Test("5: only what was stored before the request counts")
    func stored() {
        expect(decide([item(1), item(2, 1)], []), equals: ["new", "new"])
        expect(decide([item(1), item(2, 1), item(3, 2)], [stored(5, 2)]), equals: ["5", "new", "new"])
    }

    @Test("6: a stored workout stands for one item at most, and first for the one with its id")
    func once() {
        expect(decide([item(1), item(2)], [stored(5), stored(6, 10)]), equals: ["5", "6"])
        expect(decide([item(1), item(5)], [stored(5)]), equals: ["new", "5"])
        expect(decide([item(5), item(1)], [stored(5)]), equals: ["5", "new"])
        expect(decide([item(1), item(5, updates: true)], [stored(5), stored(6, 100)]), equals: ["6", "update"])
    }
}
