import StepSupport
import Testing
import VitalsReminders

/// Tests of the order in which a phone syncs and rings.
@Suite("Step 23: first sync, then ring", .serialized)
struct Step23RingTests {
    private typealias Machine = RingMachine
    private static let patience = Machine.Action.wait(.patience, seconds: Machine.patienceSeconds)

    /// The actions as a user would tell them.
    private func told(_ actions: [Machine.Action]) -> String {
        let words = actions.map { action in
            switch action {
            case .sync: "sync"
            case .wait(.patience, let seconds): "be patient for \(seconds) s"
            case .wait(.ring, let seconds): "wait \(seconds) s for the next alarm"
            case .compute(let isStart): isStart ? "compute for the first time" : "compute"
            }
        }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// A machine after these events.
    private func after(_ events: Machine.Event...) -> Machine {
        var machine = Machine()
        for event in events { _ = machine.handle(event) }
        return machine
    }

    private func check(
        _ machine: Machine, _ event: Machine.Event, _ expected: [Machine.Action], _ story: String, line: Int = #line
    ) {
        var machine = machine
        let actions = machine.handle(event)
        expect(actions == expected, "\(story) Then: \(told(expected)). Your machine: \(told(actions)).", line: line)
    }

    @Test("after a start it syncs and waits, and computes nothing yet")
    func syncsFirst() {
        check(after(), .started, [.sync, Self.patience], "The program starts.")
    }

    @Test("after waking up it does the same")
    func syncsAfterWaking() {
        check(after(.started, .synced), .woke, [.sync, Self.patience], "The phone slept for an hour, and wakes up.")
        check(
            after(.started, .timer(.patience)), .woke, [Self.patience],
            "Patience has ended, the first sync still runs, and the phone wakes up. Another sync will follow that one.")
        check(
            after(.started, .timer(.patience), .synced), .woke, [.sync, Self.patience],
            "Patience had ended, the late sync has ended since, and the phone wakes up.")
    }

    @Test("once the sync has ended it computes; the first time after a start is told apart")
    func computesAfterSync() {
        check(after(.started), .synced, [.compute(isStart: true)], "The first sync has ended.")
        check(after(.started, .synced, .woke), .synced, [.compute(isStart: false)], "The sync after a sleep has ended.")
    }

    @Test("a phone without a network rings, too: patience ends")
    func losesPatience() {
        check(
            after(.started), .timer(.patience), [.compute(isStart: true)],
            "The sync takes longer than a user would wait.")
        check(
            after(.started, .synced, .woke), .timer(.patience), [.compute(isStart: false)],
            "The phone wakes up in a tunnel, and patience ends.")
        check(
            after(.started, .woke), .timer(.patience), [.compute(isStart: true)],
            "A push message asked for one more sync, and patience ends. Messages that keep coming don't keep it silent."
        )
    }

    @Test("a sync that ends after that computes again, to withdraw what was done elsewhere")
    func computesAgain() {
        check(
            after(.started, .timer(.patience)), .synced, [.compute(isStart: false)],
            "Patience ended, something rang, and now the sync has ended.")
        check(
            after(.started, .woke, .timer(.patience)), .synced, [.sync, .compute(isStart: false)],
            "A push message had asked for one more sync, patience ended, and now the first sync has ended.")
    }

    @Test("patience that is over already does nothing")
    func ignoresOldPatience() {
        check(after(.started, .synced), .timer(.patience), [], "The sync was fast, and the timer of patience runs out.")
    }

    @Test("who wakes up while the phone waits doesn't make it wait longer")
    func waitsOnce() {
        check(after(.started), .woke, [], "The phone waits for a sync, and a push message wakes it.")
        check(after(.started, .woke), .woke, [], "The phone waits for a sync, and a second push message wakes it.")
    }

    @Test("who wakes up during a sync asks for another one, because the running one may have asked before")
    func syncsAgain() {
        check(
            after(.started, .woke), .synced, [.sync],
            "The phone waits for a sync, a push message wakes it, and that sync ends.")
    }

    @Test("a change computes at once")
    func computesAfterChange() {
        check(after(.started, .synced), .changed, [.compute(isStart: false)], "You mark the pills as done.")
        check(
            after(.started, .timer(.patience)), .changed, [.compute(isStart: false)],
            "Patience has ended, the sync still runs, and you mark the pills as done.")
    }

    @Test("while the phone waits for its sync, neither a change nor a timer makes it ring")
    func waitsPatiently() {
        check(after(.started), .changed, [], "The phone waits for its first sync, which stores a page.")
        check(
            after(.started, .synced, .woke), .changed, [],
            "The phone has woken up, and the sync that it waits for stores a page.")
        check(
            after(.started, .synced, .woke), .timer(.ring), [],
            "The phone has just woken up and waits for its sync, and an alarm is due.")
    }

    @Test("when an alarm is due it computes, and it asks to be called then")
    func waitsForTheNext() {
        let awake = after(.started, .synced)
        check(awake, .computed(nextSeconds: 90), [.wait(.ring, seconds: 90)], "The next alarm is due in 90 s.")
        check(awake, .timer(.ring), [.compute(isStart: false)], "The next alarm is due now.")
        check(awake, .computed(nextSeconds: nil), [], "No alarm is to come.")
        check(awake, .computed(nextSeconds: 0.4), [.wait(.ring, seconds: 0.4)], "The next alarm is due in 0.4 s.")
        let late = after(.started, .timer(.patience))
        let story = "Patience has ended, and the sync still runs."
        check(late, .computed(nextSeconds: 90), [.wait(.ring, seconds: 90)], "\(story) The next alarm is due in 90 s.")
        check(late, .timer(.ring), [.compute(isStart: false)], "\(story) The next alarm is due now.")
    }

    @Test("it never waits longer than an hour, because a clock may be set meanwhile, and never less than nothing")
    func boundsTheWait() {
        let awake = after(.started, .synced)
        check(awake, .computed(nextSeconds: 86_400), [.wait(.ring, seconds: 3_600)], "The next alarm is tomorrow.")
        check(awake, .computed(nextSeconds: -2), [.wait(.ring, seconds: 0)], "The next alarm was due 2 s ago.")
    }

    @Test("a compute that is late sets no timer while the phone waits")
    func ignoresOldComputes() {
        check(
            after(.started, .synced, .woke), .computed(nextSeconds: 90), [],
            "The phone woke up and waits for its sync, and an older compute ends.")
    }

    @Test("before the start nothing happens")
    func sleeps() {
        let (early, story) = (after(), "The program hasn't started.")
        for event in [
            Machine.Event.woke, .changed, .timer(.ring), .timer(.patience), .synced, .computed(nextSeconds: 5),
        ] {
            check(early, event, [], story)
        }
    }
}
