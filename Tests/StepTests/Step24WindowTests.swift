import Foundation
import StepSupport
import Synchronization
import Testing
import Vitals
import VitalsEntities
import VitalsWorkouts

/// Tests of what becomes of a window's readings.
@Suite("Step 24: the transaction of a window", .serialized)
struct Step24WindowTests {
    private static let noon = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!
    private static let source = "test"
    private static let type = "BASAL_ENERGY"

    private let crash = CrashPoint()
    private let failure = OneFailure()
    private let store: MeasurementStore

    init() throws {
        store = try MeasurementStore(
            path: ":memory:", clock: { Self.noon }, rules: .all, features: FeatureList([.entities, .workouts]),
            beforeWrite: { [crash, failure] in
                try crash.beforeWrite()
                try failure.beforeWrite()
            })
    }

    // MARK: Parts

    private func reading(_ value: Double, hoursAgo: Int64, id: Int = 0) throws -> SourceReading {
        let start = Self.noon.advanced(byMilliseconds: -hoursAgo * 3_600_000)!
        let sample = try Sample(
            SampleType.named(Self.type)!, value, "kcal", from: start, to: start, source: "Watch")
        return SourceReading(id: Records.id(id == 0 ? Int(value) : id), start: start, .sample(sample))
    }

    private func state() throws -> LaneState { try read { try $0.lane(Self.source, Self.type) } }

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.read { try body(SampleTables(store.tables(reading: $0))) }
    }

    private func values() throws -> [Double] {
        try read { try $0.list(Self.type, from: Timestamp(clamping: 0), to: .max, limit: 1_000) }.map(\.value).sorted()
    }

    @discardableResult
    private func storeWindow(_ result: WindowResult, _ step: LaneWindow.Step, from before: LaneState? = nil) throws
        -> WindowOutcome
    {
        let window = LaneWindow(try before ?? state(), step)
        return try store.write { try SampleTables($0).store(result, of: window, source: Self.source) }
    }

    /// A lane whose mark was taken.
    private func begin() throws {
        let first = Self.noon.advanced(byMilliseconds: -400 * 86_400_000)
        try storeWindow(.mark(SourceMark(anchor: HealthAnchor(rawValue: "1"), first: first), at: Self.noon), .mark)
    }

    private func page(_ readings: SourceReading..., isComplete: Bool = true) -> WindowResult {
        .page(SourcePage(readings, isComplete: isComplete))
    }

    private func changes(_ added: [SourceReading] = [], deleted: [Int] = [], anchor: String) -> WindowResult {
        .changes(
            SourceChanges(
                added: added, deleted: deleted.map(Records.id), anchor: HealthAnchor(rawValue: anchor), hasMore: false))
    }

    private var yesterday: Timestamp { Self.noon.advanced(byMilliseconds: -86_400_000)! }
    private var day: LaneWindow.Step { .range(from: yesterday, to: nil) }
    private var news: LaneWindow.Step { .changes(HealthAnchor(rawValue: "1")) }

    // MARK: Tests

    @Test("the readings are kept and counted, and those that are here already are known")
    func keepsAndCounts() throws {
        try begin()
        let outcome = try storeWindow(page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2)), day)
        var counts = WindowCounts()
        counts.addedCount = 2
        expect(outcome == .stored(counts), "Two readings came, both new. The outcome: \(outcome).")
        let again = try storeWindow(
            changes([try reading(2, hoursAgo: 2), try reading(5, hoursAgo: 3)], anchor: "2"), news)
        (counts.addedCount, counts.knownCount) = (1, 1)
        expect(again == .stored(counts), "One reading was here, one is new. The outcome: \(again).")
        let stored = try values()
        expect(stored == [2, 3, 5], "The phone should have 2, 3 and 5, and has \(stored).")
    }

    @Test("the lane moves with the window")
    func moves() throws {
        try begin()
        try storeWindow(page(try reading(3, hoursAgo: 1)), day)
        let border = try state().readFrom
        expect(
            border == yesterday,
            "A window that began yesterday at noon was stored. The border: \(border?.rfc3339 ?? "none").")
    }

    @Test("a window that brought nothing moves the lane, too")
    func movesWhenEmpty() throws {
        try begin()
        try storeWindow(page(), day)
        let border = try state().readFrom
        expect(
            border == yesterday,
            "A quiet day was read, without a reading. The border should be its beginning; it is \(border?.rfc3339 ?? "none")."
        )
    }

    @Test("a window that was cut moves the lane as far as it was read")
    func movesWhenCut() throws {
        try begin()
        try storeWindow(page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2), isComplete: false), day)
        let border = try state().readFrom
        let expected = Self.noon.advanced(byMilliseconds: -2 * 3_600_000 + 1)!
        expect(
            border == expected,
            "A day has more readings than a window takes, and the last one that came starts at 10:00. The border should be \(expected.rfc3339); it is \(border?.rfc3339 ?? "none")."
        )
    }

    @Test("a window that another process has overtaken changes nothing")
    func overtaken() throws {
        try begin()
        let before = try state()
        try storeWindow(page(try reading(3, hoursAgo: 1)), day)
        let moved = try state()
        let outcome = try storeWindow(page(try reading(9, hoursAgo: 2)), day, from: before)
        expect(outcome == .superseded, "Another process has moved the lane on. The outcome: \(outcome).")
        let (lane, stored) = (try state(), try values())
        expect(
            lane == moved && stored == [3],
            "The late window changes nothing. The phone has \(stored), the lane \(lane).")
    }

    @Test("changes that another process has stored meanwhile aren't stored again")
    func overtakenByChanges() throws {
        try begin()
        let before = try state()
        try storeWindow(changes([try reading(3, hoursAgo: 1)], anchor: "5"), news)
        let moved = try state()
        let outcome = try storeWindow(changes([try reading(9, hoursAgo: 2)], anchor: "4"), news, from: before)
        let (lane, stored) = (try state(), try values())
        expect(
            outcome == .superseded && lane == moved && stored == [3],
            "Another process has stored the changes up to mark 5, and the late window ends at 4. The outcome: \(outcome). The phone has \(stored), and the mark is \(lane.anchor?.rawValue ?? "none")."
        )
    }

    @Test("what the source has deleted is removed, and what it deletes before it comes never comes")
    func deletes() throws {
        try begin()
        try storeWindow(page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2)), day)
        let outcome = try storeWindow(changes(deleted: [2, 8], anchor: "2"), news)
        var counts = WindowCounts()
        counts.deletedCount = 2
        expect(outcome == .stored(counts), "The source deletes two. The outcome: \(outcome).")
        try storeWindow(changes([try reading(8, hoursAgo: 5)], anchor: "3"), news)
        let stored = try values()
        expect(stored == [3], "2 was deleted after it came, 8 before. The phone has \(stored).")
    }

    @Test("what one window adds and deletes is deleted")
    func addsAndDeletes() throws {
        try begin()
        try storeWindow(changes([try reading(4, hoursAgo: 1)], deleted: [4], anchor: "2"), news)
        let stored = try values()
        expect(stored.isEmpty, "4 was added, and then deleted. The phone has \(stored).")
    }

    @Test("a crash at any statement leaves the readings and the lane as they were")
    func crashes() throws {
        try begin()
        let (result, before) = (page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2)), try state())
        for writes in 0..<3 {
            crash.arm(afterWrites: writes)
            let outcome = try? storeWindow(result, day)
            crash.disarm()
            let (stored, lane) = (try values(), try state())
            expect(
                outcome == nil && stored.isEmpty && lane == before,
                "The program ended before statement \(writes + 1). Then nothing of the window may be there, and the lane must be where it was. The phone has \(stored), and the lane \(lane == before ? "hasn't" : "has") moved."
            )
        }
        try storeWindow(result, day)
        let stored = try values()
        expect(stored == [2, 3], "After the crashes the window is read again. The phone has \(stored).")
    }

    @Test("one statement that fails takes the whole window back")
    func failsAsAWhole() throws {
        try begin()
        let (result, before) = (page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2)), try state())
        // The last of the window's statements moves the lane.
        for writes in 0..<100 {
            failure.arm(afterWrites: writes)
            let outcome = try? storeWindow(result, day)
            let hasFailed = failure.disarm()
            guard hasFailed else { break }
            let (stored, lane) = (try values(), try state())
            expect(
                outcome == nil && stored.isEmpty && lane == before,
                "One statement has failed, and those after it would have succeeded. The window fails as a whole, and is read again. The phone has \(stored), and the lane \(lane == before ? "hasn't" : "has") moved."
            )
        }
    }

    @Test("a deletion that fails takes the whole window back")
    func failsToDelete() throws {
        try begin()
        try storeWindow(page(try reading(3, hoursAgo: 1), try reading(2, hoursAgo: 2)), day)
        let before = try state()
        for writes in 0..<100 {
            failure.arm(afterWrites: writes)
            let outcome = try? storeWindow(changes(deleted: [2, 8], anchor: "2"), news)
            let hasFailed = failure.disarm()
            guard hasFailed else { break }
            let (stored, lane) = (try values(), try state())
            expect(
                outcome == nil && stored == [2, 3] && lane == before,
                "One statement of a deletion has failed, and the source won't name it again. The window fails as a whole. The phone has \(stored), and the lane \(lane == before ? "hasn't" : "has") moved."
            )
        }
    }
}

/// One statement that fails, such as on a disk that is full for a moment.
private final class OneFailure: Sendable {
    private struct Failure: Error {}

    private let left = Mutex<Int?>(nil)

    func arm(afterWrites writes: Int) { left.withLock { $0 = writes } }

    /// - Returns: true if a statement has failed since.
    func disarm() -> Bool {
        left.withLock { left in
            defer { left = nil }
            return left == nil
        }
    }

    func beforeWrite() throws {
        try left.withLock { left in
            guard let writes = left else { return }
            left = writes == 0 ? nil : writes - 1
            if writes == 0 { throw Failure() }
        }
    }
}
