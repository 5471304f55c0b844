import Foundation
import TestSupport
import Testing
import Vitals
import VitalsWorkouts

@Suite("The lanes of a health source")
struct LaneMachineTests {
    private static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!
    private static let day: Int64 = 86_400_000

    private static func ago(_ days: Double) -> Timestamp { now.advanced(byMilliseconds: -Int64(days * Double(day)))! }

    /// A type that has its mark, with a first sample a thousand days ago.
    private static func marked(_ type: String = "A", readFrom: Timestamp? = nil, floor: Timestamp? = ago(1_000))
        -> LaneState
    {
        var state = LaneState(type: type).after(
            SourceMark(anchor: HealthAnchor(rawValue: "7"), first: floor), at: now)
        state.readFrom = readFrom
        return state
    }

    private static func next(_ states: LaneState..., news: Set<String> = [], seconds: Double = 60) -> LaneWindow? {
        LaneMachine.next(states, news: news, secondsLeft: seconds)
    }

    @Test("without time nothing begins")
    func budget() {
        expect(Self.next(Self.marked(), seconds: 1.9) == nil)
        expect(Self.next(Self.marked(), seconds: 2) != nil)
    }

    @Test("a type gets its mark before anything is read of any")
    func markFirst() {
        let new = LaneState(type: "B")
        expect(Self.next(Self.marked(), new, news: ["A"]) == LaneWindow(new, .mark))
    }

    @Test("the first window is the last day, and has no end")
    func firstWindow() {
        let state = Self.marked()
        expect(Self.next(state) == LaneWindow(state, .range(from: Self.ago(1), to: nil)))
    }

    @Test("hot, then changes, then cold")
    func order() {
        let (hot, cold) = (Self.marked("A", readFrom: Self.ago(3)), Self.marked("B", readFrom: Self.ago(30)))
        expect(Self.next(cold, hot, news: ["A", "B"])?.type == "A")
        let isChange =
            if case .changes? = Self.next(cold, Self.marked("A", readFrom: Self.ago(40)), news: ["A"])?.step {
                true
            } else { false }
        expect(isChange)
        expect(Self.next(cold)?.step == .range(from: Self.ago(31), to: Self.ago(30)))
    }

    @Test("the hot lane ends after seven days, the cold one at the first sample")
    func floors() {
        var hot = Self.marked(readFrom: Self.ago(6.5))
        expect(Self.next(hot)?.step == .range(from: Self.ago(7), to: Self.ago(6.5)))
        hot.readFrom = Self.ago(999.5)
        expect(Self.next(hot)?.step == .range(from: Self.ago(1_000), to: Self.ago(999.5)))
        hot.readFrom = Self.ago(1_000)
        expect(Self.next(hot) == nil)
        expect(Self.next(Self.marked(floor: nil)) == nil)
    }

    @Test("types go back together: the latest border first, of equal ones the first in the list")
    func together() {
        let (one, other) = (Self.marked("A", readFrom: Self.ago(50)), Self.marked("B", readFrom: Self.ago(40)))
        expect(Self.next(one, other)?.type == "B")
        expect(Self.next(Self.marked("B", readFrom: Self.ago(50)), one)?.type == "B")
        expect(Self.next(Self.marked("A", readFrom: Self.ago(1)), Self.marked("B"))?.type == "B")
    }

    @Test("a type that stalled twice is left out, and the others go on")
    func stalled() {
        var stuck = Self.marked("A", readFrom: Self.ago(2))
        stuck.stalls = 2
        expect(Self.next(stuck, Self.marked("B", readFrom: Self.ago(90)), news: ["A"])?.type == "B")
        stuck.stalls = 1
        expect(Self.next(stuck)?.type == "A")
    }

    @Test("a window that was cut moves the border only as far as it was read")
    func cut() throws {
        let state = Self.marked(readFrom: Self.ago(2))
        let sample = try Sample(
            SampleType.named("BASAL_ENERGY")!, 1, "kcal", from: Self.ago(2.5), to: Self.ago(2.5), source: "Watch")
        let page = SourcePage(
            [SourceReading(id: UUID(), start: sample.start, .sample(sample))], isComplete: false)
        let after = state.after(page, from: Self.ago(3))
        expect(after.readFrom == sample.start.advanced(byMilliseconds: 1))
        expect(after.spanMilliseconds == Self.day / 2 && after.stalls == 0)
        expect(state.after(SourcePage([], isComplete: true), from: Self.ago(3)).readFrom == Self.ago(3))
    }

    @Test("a window that moves nothing is counted, one that moves forgets the count")
    func stalls() {
        var state = Self.marked(readFrom: Self.ago(2))
        let stuck = SourceChanges(added: [], deleted: [], anchor: state.anchor!, hasMore: true)
        state = state.after(stuck)
        expect(state.stalls == 1)
        expect(state.after(stuck).stalls == 2)
        expect(
            state.after(SourceChanges(added: [], deleted: [], anchor: state.anchor!, hasMore: false)).stalls == 0)
        expect(state.after(SourcePage([], isComplete: false), from: Self.ago(3)).stalls == 2)
    }
}
