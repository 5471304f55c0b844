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
        _ = machine.handle(.synced(upTo: 10), now: 100)
    }

    /// Hands the machine an event, and compares what it wants done.
    private mutating func expectActions(
        _ event: LiveMachine.Event, at now: Double, _ expected: [LiveMachine.Action], _ why: String
    ) {
        let actions = machine.handle(event, now: now)
        expect(
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
        expectActions(.started, at: 0, [.report(.connecting), .open], "It was started")
        expectActions(.opened, at: 1, [.sync], "The stream is open, and what happened before that is in no event")
        expectActions(.synced(upTo: 7), at: 2, [.report(.live)], "The first sync went well")
        expectActions(
            .received(Self.weight(7)), at: 3, [], "Event 7 comes, and the sync has brought everything up to 7")
    }

    @Test("an event that comes during the first sync waits for it")
    mutating func duringSync() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.opened, now: 0)
        expectActions(.received(Self.weight(11)), at: 1, [], "Event 11 comes before the first sync has ended")
        expectActions(
            .synced(upTo: 10), at: 2, [.report(.live), .merge(Self.weight(11)), .wait(.sync, seconds: 2)],
            "The first sync has ended, and event 11 waited for it")
    }

    @Test("an event is merged at once, and a sync follows soon; more events don't put it off")
    mutating func merges() {
        goLive()
        expectActions(
            .received(Self.weight(11)), at: 200, [.merge(Self.weight(11)), .wait(.sync, seconds: 0.3)],
            "The first event comes after a quiet time")
        expectActions(
            .received(Self.weight(12)), at: 200.2, [.merge(Self.weight(12))],
            "A second event comes 0.2 s later, and the timer runs already")
        expectActions(.timer(.sync), at: 200.3, [.sync], "The timer has run out")
        expectActions(
            .edited, at: 200.4, [], "The person edits something, and the sync that the timer began is under way")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        expectActions(
            .received(LiveEvent(.measurements, seq: 11)), at: 200, [.wait(.sync, seconds: 0.3)],
            "A hint comes. It has nothing to merge, and the sync follows as after every event")
        _ = machine.handle(.edited, now: 200.1)
        _ = machine.handle(.synced(upTo: 10), now: 200.2)
        expectActions(
            .received(Self.weight(12)), at: 200.25, [.merge(Self.weight(12))],
            "An edit's sync went well, and the sync timer that a hint has set still runs")
        _ = machine.handle(.edited, now: 200.3)
        expectActions(.timer(.sync), at: 200.3, [], "The sync timer runs out, and a sync is under way")
    }

    @Test("the logs of other kinds have numbers of their own")
    mutating func otherLogs() {
        _ = machine.handle(.started, now: 100)
        _ = machine.handle(.opened, now: 100)
        _ = machine.handle(.synced(cursors: [.measurements: 10, .entities: 7]), now: 100)
        expectActions(
            .received(LiveEvent(.entities, seq: 7)), at: 200, [],
            "Event 7 of the entities comes, and the sync has read their log up to 7")
        expectActions(
            .received(LiveEvent(.entities, seq: 8)), at: 200, [.wait(.sync, seconds: 0.3)],
            "Event 8 of the entities comes, and the sync has read their log up to 7")
    }

    @Test("a new start and the end of a stream leave what is under way as it is")
    mutating func keepsTheRest() {
        for (end, what) in [
            (LiveMachine.Event.started, "it's started again"), (.ended, "its stream ended"),
            (.refused(status: 503, retryAfterSeconds: nil), "its stream was refused"),
        ] {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            _ = machine.handle(.edited, now: 0)
            _ = machine.handle(end, now: 1)
            expectActions(.edited, at: 2, [], "A sync is under way, and \(what). That sync still is")
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            _ = machine.handle(.edited, now: 0)
            _ = machine.handle(.edited, now: 0)
            _ = machine.handle(end, now: 1)
            expectActions(
                .synced(upTo: 10), at: 2, [.sync],
                "The person edited something during a sync, and \(what). One more sync is still wanted")
        }
        for (end, what) in [(LiveMachine.Event.started, "it's started again"), (.ended, "its stream ended")] {
            machine = LiveMachine(jitter: { 1 })
            goLive()
            _ = machine.handle(.received(Self.weight(11)), now: 200)
            _ = machine.handle(end, now: 200.1)
            _ = machine.handle(.timer(.connect), now: 200.1)
            _ = machine.handle(.opened, now: 200.1)
            _ = machine.handle(.synced(upTo: 10), now: 200.2)
            expectActions(
                .received(Self.weight(12)), at: 200.25, [.merge(Self.weight(12))],
                "Event 11 has set the sync timer, and \(what). The timer still runs")
        }
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        _ = machine.handle(.received(Self.weight(11)), now: 200)
        _ = machine.handle(.started, now: 201)
        _ = machine.handle(.opened, now: 201)
        _ = machine.handle(.synced(upTo: 10), now: 202)
        expectActions(
            .synced(upTo: 10), at: 203, [.report(.live), .merge(Self.weight(11)), .wait(.sync, seconds: 2)],
            "Event 11 came during a sync, and it's started again. The event still waits for the sync after the opening")
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
                _ = machine.handle(.synced(upTo: seq - 1), now: due)
            }
            for case .wait(.sync, let seconds) in machine.handle(.received(Self.weight(seq)), now: now) {
                timerAt = now + seconds
            }
        }
        expect(
            (4...6).contains(syncs),
            "An event came every 0.1 s, for ten seconds. It should sync every two seconds, some 5 times, and it synced \(syncs) times."
        )
    }

    @Test("waits double up to a minute, are random below that, and start again after a sync")
    mutating func backoff() {
        let expected = [1.0, 2, 4, 8, 16, 32, 60, 60]
        expect(
            Self.waits(jitter: 1) == expected,
            "While the server is unreachable, the bounds should be \(expected); they are \(Self.waits(jitter: 1)).")
        expect(
            Self.waits(jitter: 0.5) == expected.map { $0 / 2 },
            """
            With the random number 0.5, each wait should be half of its bound, or all phones come back at once; the waits \
            are \(Self.waits(jitter: 0.5)).
            """)
        goLive()
        expectActions(
            .ended, at: 200, [.close, .report(.reconnecting), .wait(.connect, seconds: 1)],
            "The stream broke after a sync that went well")
        expectActions(
            .ended, at: 200, [], "The same stream's end was reported once more, and the wait has begun already")
        expectActions(.opened, at: 200, [], "The stream is closed, and a late report says that it opened")
        expectActions(.timer(.connect), at: 201, [.report(.reconnecting), .open], "The wait is over")
        expectActions(.timer(.connect), at: 201, [], "The stream is being opened, and an old timer to connect runs out")
        machine = LiveMachine(jitter: { 1 })
        _ = machine.handle(.started, now: 0)
        for wait in [1.0, 2, 4] {
            _ = machine.handle(.opened, now: 0)
            expectActions(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: 0,
                [.close, .report(.reconnecting), .wait(.connect, seconds: wait)],
                "The server opens each stream and fails each sync. Only a sync that went well ends the outage")
            _ = machine.handle(.timer(.connect), now: 0)
        }
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
        expectActions(
            .refused(status: 429, retryAfterSeconds: 17), at: 0,
            [.close, .report(.reconnecting), .wait(.connect, seconds: 17)],
            "The server answered 429 with `Retry-After: 17`")
        _ = machine.handle(.timer(.connect), now: 17)
        _ = machine.handle(.opened, now: 17)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 18,
            [.close, .report(.reconnecting), .wait(.connect, seconds: 40)],
            "The first sync failed, and the server wants 40 s")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 201, [.wait(.sync, seconds: 40)],
            "A later sync failed; the stream is open, and the server wants 40 s")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 0), at: 201, [.wait(.sync, seconds: 1)],
            "A sync failed with `Retry-After: 0`, and the greater of the two waits is the random one")
        expectActions(
            .ended, at: 201, [.close, .report(.reconnecting), .wait(.connect, seconds: 2)],
            "The stream of a failing server ended")
    }

    @Test("after a sync that went well, the waits start again")
    mutating func startsAgain() {
        goLive()
        for hour in 1...3 {
            let now = Double(hour) * 3600
            _ = machine.handle(.edited, now: now)
            expectActions(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: now, [.wait(.sync, seconds: 1)],
                "Failure \(hour): one sync fails each hour, and the next try goes well")
            _ = machine.handle(.timer(.sync), now: now + 1)
            _ = machine.handle(.synced(upTo: 10), now: now + 1)
        }
    }

    @Test("one outage draws one wait, and the server may ask for a longer one")
    mutating func oneWait() {
        goLive()
        for second in 0..<6 {
            let now = 200 + Double(second) / 10
            _ = machine.handle(.edited, now: now)
            expectActions(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: now,
                second == 0 ? [.wait(.sync, seconds: 1)] : [],
                "Failed sync \(second + 1) of the same second; the first one set the sync timer")
        }
        expectActions(
            .ended, at: 201, [.close, .report(.reconnecting), .wait(.connect, seconds: 2)],
            "Six edits failed while one sync timer ran, then the stream ended: this is the second wait of the outage")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.received(Self.weight(11)), now: 100.1)
        _ = machine.handle(.edited, now: 100.2)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 100.3, [.wait(.sync, seconds: 40)],
            "An event has set the sync timer to 2 s, a sync fails, and the server wants 40 s: that is later")
        _ = machine.handle(.edited, now: 101)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 5), at: 101, [],
            "The sync timer runs for another 39 s, and the server now wants 5 s: that is earlier")
    }

    @Test("a sync that began before the stream opened is followed by another")
    mutating func olderSync() {
        _ = machine.handle(.started, now: 0)
        expectActions(.edited, at: 0, [.sync], "The person edits something while the stream is being opened")
        expectActions(.opened, at: 1, [], "The stream is open, and an older sync is under way")
        expectActions(.received(Self.weight(11)), at: 1, [], "Event 11 comes during the older sync")
        expectActions(
            .synced(upTo: 10), at: 2, [.sync], "The older sync may have read the log before the stream opened")
        expectActions(
            .synced(upTo: 10), at: 3, [.report(.live), .merge(Self.weight(11)), .wait(.sync, seconds: 2)],
            "A sync that began after the opening went well, and event 11 waited for it")
    }

    @Test("what ends while it's stopped is over at the next start")
    mutating func restarts() {
        for late in [
            LiveMachine.Event.syncFailed(isTemporary: true, retryAfterSeconds: nil), .synced(upTo: 10),
        ] {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            _ = machine.handle(.edited, now: 0)
            _ = machine.handle(.edited, now: 0)
            _ = machine.handle(.refused(status: 401, retryAfterSeconds: nil), now: 1)
            expectActions(late, at: 2, [], "It has stopped, and the last sync ends")
            _ = machine.handle(.started, now: 3)
            expectActions(
                .opened, at: 4, [.sync], "The last sync ended while the machine was stopped, so none is under way")
            expectActions(.synced(upTo: 10), at: 5, [.report(.live)], "The first sync after the restart went well")
        }
        goLive()
        _ = machine.handle(.received(Self.weight(11)), now: 200)
        _ = machine.handle(.ended, now: 200)
        _ = machine.handle(.timer(.connect), now: 200.1)
        _ = machine.handle(.refused(status: 401, retryAfterSeconds: nil), now: 200.1)
        expectActions(.timer(.sync), at: 200.3, [], "It has stopped, and the sync timer runs out")
        goLive()
        expectActions(
            .received(Self.weight(11)), at: 300, [.merge(Self.weight(11)), .wait(.sync, seconds: 0.3)],
            "The sync timer ran out while the machine was stopped, so an event sets it again")
    }

    @Test("what's open isn't opened twice, unless it's started again")
    mutating func opensOnce() {
        goLive()
        expectActions(.opened, at: 200, [], "The stream is open, and its opening is reported once more")
        expectActions(.timer(.connect), at: 200, [], "The stream is open, and an old timer to connect runs out")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        expectActions(.started, at: 200, [.report(.connecting), .open], "It is live, and it's started again")
        expectActions(
            .started, at: 200, [.report(.connecting), .open],
            "It's started again while the stream is being opened, and it connects whatever the stream is")
        expectActions(.edited, at: 200, [.sync], "The person edits something before the new stream is open")
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: 201,
            [.close, .report(.reconnecting), .wait(.connect, seconds: 1)],
            "A sync failed while the stream was being opened, and no timer to connect runs")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        _ = machine.handle(.started, now: 201)
        expectActions(
            .opened, at: 202, [],
            "It was started again during a sync, the new stream is open, and that sync is under way")
        expectActions(.synced(upTo: 10), at: 203, [.sync], "The sync that began before the new stream has ended")
        machine = LiveMachine(jitter: { 1 })
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.ended, now: 0)
        expectActions(
            .started, at: 1, [.report(.reconnecting), .open], "The first try to connect failed, and it's started again")
        expectActions(
            .ended, at: 1, [.close, .report(.reconnecting), .wait(.connect, seconds: 2)],
            "A start in the middle of an outage failed, too: this is the second wait of that outage")
    }

    @Test("what only the person can fix ends it, until the next start")
    mutating func stops() {
        for (status, report) in [
            (401, LiveStatus.stopped), (403, .stopped), (404, .notSupported), (405, .stopped), (409, .stopped),
        ] {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            expectActions(
                .refused(status: status, retryAfterSeconds: nil), at: 0, [.report(report), .stop],
                "The server answered \(status), and asking again won't help")
            expectActions(.timer(.connect), at: 5, [], "It has stopped, and an old timer runs out")
            expectActions(.edited, at: 5, [], "It has stopped, and the person edits something")
            expectActions(
                .refused(status: 503, retryAfterSeconds: nil), at: 5, [], "It has stopped, and a late 503 is reported")
            expectActions(
                .syncFailed(isTemporary: false, retryAfterSeconds: nil), at: 5, [],
                "It has stopped, and a late sync fails for good")
            expectActions(.started, at: 6, [.report(.connecting), .open], "It was started once more")
        }
        for status in 100..<600 where ![401, 403, 404, 405, 409].contains(status) {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            expectActions(
                .refused(status: status, retryAfterSeconds: nil), at: 0,
                [.close, .report(.reconnecting), .wait(.connect, seconds: 1)],
                "The server answered \(status), which isn't one of the five that end it")
        }
        machine = LiveMachine(jitter: { 1 })
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.refused(status: 401, retryAfterSeconds: nil), now: 0)
        _ = machine.handle(.started, now: 1)
        expectActions(.opened, at: 2, [.sync], "It had stopped, was started once more, and its new stream is open")
        for (status, report) in [(401, LiveStatus.stopped), (404, .notSupported)] {
            machine = LiveMachine(jitter: { 1 })
            _ = machine.handle(.started, now: 0)
            expectActions(
                .refused(status: status, retryAfterSeconds: 17), at: 0, [.report(report), .stop],
                "The server answered \(status) with `Retry-After: 17`, and in 17 s it would answer the same")
        }
    }

    @Test("the sync timer and edits begin a sync, whatever the stream is")
    mutating func syncsWithoutStream() {
        for isOpening in [false, true] {
            machine = LiveMachine(jitter: { 1 })
            goLive()
            _ = machine.handle(.received(Self.weight(11)), now: 200)
            _ = machine.handle(.ended, now: 200.1)
            if isOpening { _ = machine.handle(.timer(.connect), now: 200.2) }
            let stream = isOpening ? "is being opened" : "is closed"
            expectActions(
                .timer(.sync), at: 200.3, [.sync],
                "The sync timer runs out while the stream \(stream). It was set for event 11, which only a sync can cover"
            )
            _ = machine.handle(.synced(upTo: 11), now: 200.4)
            expectActions(.edited, at: 200.5, [.sync], "The person edits something while the stream \(stream)")
        }
    }

    @Test("after account.changed it syncs at once, and a refused token ends it")
    mutating func account() {
        goLive()
        expectActions(.received(LiveEvent(.account, seq: 0)), at: 200, [.sync], "The account or its tokens changed")
        expectActions(
            .syncFailed(isTemporary: false, retryAfterSeconds: nil), at: 201, [.close, .report(.stopped), .stop],
            "The sync failed for good")
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        expectActions(
            .syncFailed(isTemporary: false, retryAfterSeconds: 17), at: 201, [.close, .report(.stopped), .stop],
            "A sync failed for good with `Retry-After: 17`, and in 17 s it would fail again")
    }

    @Test("a sync that fails for now is tried again, and the stream stays open")
    mutating func syncFails() {
        goLive()
        expectActions(.edited, at: 200, [.sync], "The person edited something")
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: 201, [.wait(.sync, seconds: 1)],
            "The sync failed for now, and the stream is open")
        expectActions(.timer(.sync), at: 202, [.sync], "The wait after the failed sync is over")
        expectActions(.synced(upTo: 11), at: 202, [], "The second try went well")
        expectActions(
            .received(Self.weight(12)), at: 300, [.merge(Self.weight(12)), .wait(.sync, seconds: 0.3)], "An event comes"
        )
        machine = LiveMachine(jitter: { 1 })
        goLive()
        _ = machine.handle(.edited, now: 200)
        _ = machine.handle(.received(Self.weight(11)), now: 200)
        _ = machine.handle(.syncFailed(isTemporary: true, retryAfterSeconds: nil), now: 201)
        _ = machine.handle(.timer(.sync), now: 202)
        expectActions(
            .synced(upTo: 10), at: 202, [.merge(Self.weight(11)), .wait(.sync, seconds: 2)],
            "Event 11 came during a sync that failed, and the next one went well. The event has waited for it")
    }

    @Test("edits while the server is unreachable are tried at once, and don't put off the next try to connect")
    mutating func editsOffline() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.ended, now: 0)
        for second in [1.0, 2, 3] {
            expectActions(
                .edited, at: second, [.sync], "The person edits something while the stream waits to be opened")
            expectActions(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: second, [],
                "That sync failed, and the timer to connect runs already")
        }
        _ = machine.handle(.edited, now: 3)
        expectActions(
            .syncFailed(isTemporary: true, retryAfterSeconds: 40), at: 3, [],
            "A sync failed with `Retry-After: 40`, and the stream is closed. The timer to connect runs already")
        expectActions(.timer(.connect), at: 4, [.report(.reconnecting), .open], "The timer has run out")
        expectActions(
            .ended, at: 5, [.close, .report(.reconnecting), .wait(.connect, seconds: 2)],
            "The next try to connect fails, too: this is the second wait of the outage, however many syncs failed")
        _ = machine.handle(.edited, now: 6)
        expectActions(
            .syncFailed(isTemporary: false, retryAfterSeconds: nil), at: 6, [.close, .report(.stopped), .stop],
            "A sync failed for good while the stream waits to be opened")
        machine = LiveMachine(jitter: { 1 })
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.ended, now: 0)
        _ = machine.handle(.edited, now: 1)
        expectActions(
            .timer(.connect), at: 1, [.report(.reconnecting), .open],
            "The timer to connect runs out while an edit's sync is under way")
        machine = LiveMachine(jitter: { 1 })
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.opened, now: 0)
        _ = machine.handle(.ended, now: 1)
        for _ in 0..<2 {
            _ = machine.handle(.edited, now: 2)
            expectActions(
                .syncFailed(isTemporary: true, retryAfterSeconds: nil), at: 2, [],
                "The stream broke during its first sync, and a sync failed. The timer to connect brings the next try")
        }
    }

    @Test("edits during a sync are followed by one more sync")
    mutating func editDuringSync() {
        goLive()
        expectActions(.edited, at: 200, [.sync], "The person edited something")
        expectActions(.edited, at: 200, [], "A sync is under way")
        expectActions(.edited, at: 200, [], "A sync is under way")
        expectActions(.synced(upTo: 10), at: 201, [.sync], "The sync has ended, and may have missed the last edits")
        expectActions(.synced(upTo: 10), at: 201, [], "One more sync is enough")
        _ = machine.handle(.edited, now: 300)
        _ = machine.handle(.edited, now: 300)
        _ = machine.handle(.syncFailed(isTemporary: true, retryAfterSeconds: nil), now: 301)
        expectActions(
            .timer(.sync), at: 302, [.sync], "The sync failed while another was wanted, and its timer has run out")
        expectActions(.synced(upTo: 11), at: 303, [], "The try after the failed sync has sent both edits")
    }
}

extension LiveMachine.Event {
    /// A sync went well, and the device has read the log of measurements up to this number.
    fileprivate static func synced(upTo number: Int64) -> LiveMachine.Event {
        .synced(cursors: [.measurements: number])
    }
}
