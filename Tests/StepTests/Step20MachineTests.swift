import StepSupport
import Testing
import Vitals

/// Tests of when a phone opens its stream, merges, syncs and waits.
@Suite("Step 20: the live machine", .serialized)
struct Step20MachineTests {
    /// A machine whose random number is always the greatest, so that each wait is its bound.
    private var machine = LiveMachine(jitter: { 1 })

    private static func weight(_ seq: Int64) -> LiveEvent {
        LiveEvent(.measurements, seq: seq, records: [Records.weight(71)])
    }

    /// A machine whose stream is open and that has synced up to log number 10, at 100 s.
    private mutating func goLive() {
        _ = machine.handle(.started, now: 100)
        _ = machine.handle(.opened, now: 100)
        _ = machine.handle(.synced(cursor: 10), now: 100)
    }

    /// Hands the machine an event, and compares what it wants done.
    private mutating func expect(
        _ event: LiveMachine.Event, at now: Double, _ expected: [LiveMachine.Action], _ why: String
    ) {
        let actions = machine.handle(event, now: now)
        #expect(
            actions == expected, "\(why). The actions should be \(words(expected)), and they are \(words(actions)).")
    }

    private func words(_ actions: [LiveMachine.Action]) -> String {
        actions.isEmpty ? "none" : actions.map(word).joined(separator: ", ")
    }

    private func word(_ action: LiveMachine.Action) -> String {
        switch action {
        case .open: "open"
        case .close: "close"
        case .sync: "sync"
        case .merge(let event): "merge event \(event.seq)"
        case .wait(let timer, let seconds): "wait \((seconds * 1000).rounded() / 1000) s to \(timer)"
        case .report(let status): "report \(status.rawValue)"
        case .stop: "stop"
        }
    }

    @Test("it opens the stream, syncs, and only then is live")
    mutating func start() {
        expect(.started, at: 0, [.report(.connecting), .open], "It was started")
        expect(.opened, at: 1, [.sync], "The stream is open, and what happened before that is in no event")
        expect(.synced(cursor: 7), at: 2, [.report(.live)], "The first sync went well")
        expect(.received(Self.weight(7)), at: 3, [], "Event 7 comes, and the sync has brought everything up to 7")
    }

    @Test("an event that comes during the first sync waits for it")
    mutating func duringSync() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.opened, now: 0)
        expect(.received(Self.weight(11)), at: 1, [], "Event 11 comes before the first sync has ended")
        expect(
            .synced(cursor: 10), at: 2, [.report(.live), .merge(Self.weight(11)), .wait(.sync, seconds: 2)],
            "The first sync has ended, and event 11 waited for it")
    }

    @Test("an event is merged at once, and a sync follows soon; more events don't put it off")
    mutating func merges() {
        goLive()
        expect(
            .received(Self.weight(11)), at: 200, [.merge(Self.weight(11)), .wait(.sync, seconds: 0.3)],
            "The first event comes after a quiet time")
        expect(
            .received(Self.weight(12)), at: 200.2, [.merge(Self.weight(12))],
            "A second event comes 0.2 s later, and the timer runs already")
        expect(.timer(.sync), at: 200.3, [.sync], "The timer has run out")
    }

    @Test("under steady events it syncs every two seconds")
    mutating func steady() {
        goLive()
        var (now, syncs) = (200.0, 0)
        var timerAt: Double?
        // Ten events a second for ten seconds; a sync takes no time.
        for seq in 11..<111 as Range<Int64> {
            now += 0.1
            if let due = timerAt, due <= now {
                timerAt = nil
                syncs += machine.handle(.timer(.sync), now: due).count { $0 == .sync }
                _ = machine.handle(.synced(cursor: seq - 1), now: due)
            }
            for case .wait(.sync, let seconds) in machine.handle(.received(Self.weight(seq)), now: now) {
                timerAt = now + seconds
            }
        }
        #expect(
            (4...6).contains(syncs),
            "An event came every 0.1 s, for ten seconds. It should sync every two seconds, some 5 times, and it synced \(syncs) times."
        )
    }

    @Test("waits double up to a minute, are random below that, and start again after a sync")
    mutating func backoff() {
        let expected = [1.0, 2, 4, 8, 16, 32, 60, 60]
        #expect(
            Self.waits(jitter: 1) == expected,
            "While the server is unreachable, the bounds should be \(expected); they are \(Self.waits(jitter: 1)).")
        #expect(
            Self.waits(jitter: 0.5) == expected.map { $0 / 2 },
            """
            With the random number 0.5, each wait should be half of its bound, or all phones come back at once; the waits \
            are \(Self.waits(jitter: 0.5)).
            """)
        goLive()
        expect(
            .ended, at: 200, [.close, .report(.reconnecting), .wait(.connect, seconds: 1)],
            "The stream broke after a sync that went well")
        expect(.ended, at: 200, [], "The same stream's end was reported once more, and the wait has begun already")
        expect(.opened, at: 200, [], "The stream is closed, and a late report says that it opened")
        expect(.timer(.connect), at: 201, [.report(.reconnecting), .open], "The wait is over")
        expect(.timer(.connect), at: 201, [], "The stream is being opened, and an old timer to connect runs out")
    }

    /// The waits before eight tries, none of which reaches the server.
    private static func waits(jitter: Double) -> [Double] {
        var machine = LiveMachine(jitter: { jitter })
        _ = machine.handle(.started, now: 0)
        return (0..<8).flatMap { _ -> [Double] in
            let actions = machine.handle(.ended, now: 0)
            _ = machine.handle(.timer(.connect), now: 0)
            return actions.compactMap { action in
                guard case .wait(.connect, let seconds) = action else { return nil }
                return seconds
            }
        }
    }

    @Test("Retry-After is the least wait")
    mutating func retryAfter() {
        _ = machine.handle(.started, now: 0)
        expect(
            .refused(status: 429, retryAfterSeconds: 17), at: 0,
            [.close, .report(.reconnecting), .wait(.connect, seconds: 17)],
            "The server answered 429 with `Retry-After: 17`")
        _ = machine.handle(.timer(.connect), now: 17)
        _ = machine.handle(.opened, now: 17)
        expect(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 18,
            [.close, .report(.reconnecting), .wait(.connect, seconds: 40)],
            "The first sync failed, and the server wants 40 s")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        expect(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 201, [.wait(.sync, seconds: 40)],
            "A later sync failed; the stream is open, and the server wants 40 s")
    }

    @Test("what only the person can fix ends it, until the next start")
    mutating func stops() {
        for (status, report) in [
            (401, LiveStatus.stopped), (403, .stopped), (404, .notSupported), (405, .stopped), (409, .stopped),
        ] {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            expect(
                .refused(status: status, retryAfterSeconds: nil), at: 0, [.report(report), .stop],
                "The server answered \(status), and asking again won't help")
            expect(.timer(.connect), at: 5, [], "It has stopped, and an old timer runs out")
            expect(.edited, at: 5, [], "It has stopped, and the person edits something")
            expect(.started, at: 6, [.report(.connecting), .open], "It was started once more")
        }
    }

    @Test("after account.changed it syncs at once, and a refused token ends it")
    mutating func account() {
        goLive()
        expect(.received(LiveEvent(.account, seq: 0)), at: 200, [.sync], "The account or its tokens changed")
        expect(
            .syncFailed(isTemporary: false, retryAfterSeconds: nil), at: 201, [.close, .report(.stopped), .stop],
            "The sync failed for good")
    }

    @Test("a sync that fails for now is tried again, and the stream stays open")
    mutating func syncFails() {
        goLive()
        expect(.edited, at: 200, [.sync], "The person edited something")
        expect(
            .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: 201, [.wait(.sync, seconds: 1)],
            "The sync failed for now, and the stream is open")
        expect(.timer(.sync), at: 202, [.sync], "The wait after the failed sync is over")
        expect(.synced(cursor: 11), at: 202, [], "The second try went well")
        expect(
            .received(Self.weight(12)), at: 300, [.merge(Self.weight(12)), .wait(.sync, seconds: 0.3)], "An event comes"
        )
    }

    @Test("edits while the server is unreachable are tried at once, and don't put off the next try to connect")
    mutating func editsOffline() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.ended, now: 0)
        for second in [1.0, 2, 3] {
            expect(.edited, at: second, [.sync], "The person edits something while the stream waits to be opened")
            expect(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: second, [],
                "That sync failed, and the timer to connect runs already")
        }
        expect(.timer(.connect), at: 4, [.report(.reconnecting), .open], "The timer has run out")
    }

    @Test("edits during a sync are followed by one more sync")
    mutating func editDuringSync() {
        goLive()
        expect(.edited, at: 200, [.sync], "The person edited something")
        expect(.edited, at: 200, [], "A sync is under way")
        expect(.edited, at: 200, [], "A sync is under way")
        expect(.synced(cursor: 10), at: 201, [.sync], "The sync has ended, and may have missed the last edits")
        expect(.synced(cursor: 10), at: 201, [], "One more sync is enough")
        _ = machine.handle(.edited, now: 300)
        _ = machine.handle(.edited, now: 300)
        _ = machine.handle(.syncFailed(isTemporary: true, retryAfterSeconds: nil), now: 301)
        expect(.timer(.sync), at: 302, [.sync], "The sync failed while another was wanted, and its timer has run out")
        expect(.synced(cursor: 11), at: 303, [], "The try after the failed sync has sent both edits")
    }
}
