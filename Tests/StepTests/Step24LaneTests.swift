import Foundation
import StepSupport
import Testing
import Vitals
import VitalsWorkouts

/// Tests of the next window that a phone reads from a health source.
@Suite("Step 24: the next window", .serialized)
struct Step24LaneTests {
    private static let noon = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!
    private static let day: Int64 = 86_400_000

    private static func ago(_ days: Double) -> Timestamp { noon.advanced(byMilliseconds: -Int64(days * Double(day)))! }

    /// A type whose mark was taken today at noon and whose first sample is a thousand days old.
    private func type(_ name: String, readFrom days: Double? = nil, floor: Double = 1_000, stalls: Int = 0) -> LaneState
    {
        var state = LaneState(type: name)
        state.anchor = HealthAnchor(rawValue: "7")
        state.markedAt = Self.noon
        state.floor = Self.ago(floor)
        state.readFrom = days.map(Self.ago)
        state.stalls = stalls
        return state
    }

    private func told(_ window: LaneWindow?) -> String {
        guard let window else { return "nothing" }
        switch window.step {
        case .mark: return "the mark of \(window.type)"
        case .changes: return "the changes of \(window.type)"
        case .range(let from, let to):
            return "\(window.type) from \(from.rfc3339) to \(to.map(\.rfc3339) ?? "the end of time")"
        }
    }

    private func check(
        _ states: [LaneState], news: Set<String> = [], seconds: Double = 60, _ expected: LaneWindow?, _ story: String,
        line: Int = #line
    ) {
        let window = LaneMachine.next(states, news: news, secondsLeft: seconds)
        expect(window == expected, "\(story) Next: \(told(expected)). Yours: \(told(window)).", line: line)
    }

    private func range(_ state: LaneState, _ from: Double, _ to: Double?) -> LaneWindow {
        LaneWindow(state, .range(from: Self.ago(from), to: to.map(Self.ago)))
    }

    @Test("with less than two seconds left nothing begins")
    func keepsTheBudget() {
        let steps = type("STEPS", readFrom: 40)
        check([steps], seconds: 1.9, nil, "The system stops the app in 1.9 s.")
        check([steps], seconds: 2, range(steps, 41, 40), "There are 2 s left.")
    }

    @Test("a type that stalled twice is left out, and the others go on")
    func leavesOutStalled() {
        let (stuck, other) = (type("HEART_RATE", readFrom: 30, stalls: 2), type("STEPS", readFrom: 40))
        check([stuck, other], range(other, 41, 40), "Two windows of HEART_RATE have moved nothing.")
        check([stuck], news: ["HEART_RATE"], nil, "Two windows of HEART_RATE have moved nothing, and it has news.")
        let stuckHot = type("HEART_RATE", readFrom: 3, stalls: 2)
        check(
            [stuckHot, other], news: ["STEPS"], LaneWindow(other, .changes(HealthAnchor(rawValue: "7"))),
            "Two windows of the last week have moved nothing, and another type has news.")
    }

    @Test("a type that stalled once gets another try")
    func triesAgain() {
        let stuck = type("HEART_RATE", readFrom: 30, stalls: 1)
        check([stuck], range(stuck, 31, 30), "One window of HEART_RATE has moved nothing.")
    }

    @Test("the mark comes before everything else")
    func marksFirst() {
        let (new, hot) = (LaneState(type: "STEPS"), type("HEART_RATE", readFrom: 2))
        check([hot, new], news: ["HEART_RATE"], LaneWindow(new, .mark), "STEPS has no mark yet.")
    }

    @Test("the last week comes before changes and before old years")
    func hotFirst() {
        let (hot, cold) = (type("STEPS", readFrom: 3), type("HEART_RATE", readFrom: 400))
        check([cold, hot], news: ["HEART_RATE", "STEPS"], range(hot, 4, 3), "STEPS was read three days back.")
    }

    @Test("changes come before old years, for types that have news")
    func changesBeforeCold() {
        let (one, other) = (type("HEART_RATE", readFrom: 50), type("STEPS", readFrom: 60))
        check(
            [one, other], news: ["STEPS"], LaneWindow(other, .changes(HealthAnchor(rawValue: "7"))),
            "Both types have their last week, and STEPS has news.")
        check([one, other], range(one, 51, 50), "Both types have their last week, and there's no news.")
    }

    @Test("a type that is read to its end still gets its changes")
    func changesAfterTheEnd() {
        let done = type("STEPS", readFrom: 1_000)
        check(
            [done], news: ["STEPS"], LaneWindow(done, .changes(HealthAnchor(rawValue: "7"))),
            "All was read, and there's news.")
        check([done], nil, "All was read, and there's no news.")
    }

    @Test("in a lane, the type with the latest border goes first")
    func goesBackTogether() {
        let (one, other) = (type("HEART_RATE", readFrom: 300), type("STEPS", readFrom: 200))
        check([one, other], range(other, 201, 200), "HEART_RATE was read 300 days back, STEPS 200.")
        let (hot, hotter) = (type("HEART_RATE", readFrom: 5), type("STEPS", readFrom: 1))
        check([hot, hotter], range(hotter, 2, 1), "HEART_RATE was read five days back, STEPS one.")
        let unread = type("WEIGHT")
        check([hotter, unread], range(unread, 1, nil), "STEPS was read one day back, WEIGHT not at all.")
    }

    @Test("the first window has no end: a clock that was ahead dates samples into the future")
    func hasNoEnd() {
        let steps = type("STEPS")
        check([steps], range(steps, 1, nil), "Nothing was read yet.")
    }

    @Test("a range is as long as the type's span")
    func goesByTheSpan() {
        var steps = type("STEPS", readFrom: 100)
        steps.spanMilliseconds = 30 * Self.day
        check([steps], range(steps, 130, 100), "The last windows were nearly empty, so the span is 30 days.")
    }

    @Test("no range begins before the floor of its lane")
    func stopsAtTheFloor() {
        var cold = type("STEPS", readFrom: 980)
        cold.spanMilliseconds = 30 * Self.day
        check([cold], range(cold, 1_000, 980), "The first sample is 1,000 days old, and 980 were read.")
        var hot = type("STEPS", readFrom: 6)
        hot.spanMilliseconds = 4 * Self.day
        check([hot], range(hot, 7, 6), "Six days were read, and the hot lane ends after seven.")
        let new = type("STEPS", floor: 0.125)
        check([new], range(new, 0.125, nil), "The watch is three hours old, and has no day to read.")
        let ahead = type("STEPS", floor: -1)
        check([ahead], range(ahead, 0, nil), "A fast clock has dated its first sample to tomorrow.")
    }
}
