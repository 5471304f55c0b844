import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The machine behind a live device") struct LiveMachineTests {
    private var machine = LiveMachine(jitter: { 1 })

    private static func weight(_ seq: Int64) -> LiveEvent {
        LiveEvent(.measurements, seq: seq, records: [Records.weight(71)])
    }

    /// A machine whose stream is open and that has synced up to `cursor`, at the time 100.
    private mutating func goLive(cursor: Int64 = 10) {
        _ = machine.handle(.started, now: 100)
        _ = machine.handle(.opened, now: 100)
        _ = machine.handle(.synced(upTo: cursor), now: 100)
    }

    @Test("It opens the stream, syncs, and only then is live")
    mutating func start() {
        expect(machine.handle(.started, now: 0), equals: [.report(.connecting), .open])
        expect(machine.handle(.opened, now: 1), equals: [.sync])
        expect(machine.handle(.synced(upTo: 7), now: 2), equals: [.report(.live)])
    }

    @Test("An event is merged at once, and a sync follows soon; more events don't put it off")
    mutating func merges() {
        goLive()
        let first = machine.handle(.received(Self.weight(11)), now: 200)
        expect(first, equals: [.merge(Self.weight(11)), .wait(.sync, seconds: 0.3)])
        expect(machine.handle(.received(Self.weight(12)), now: 200.2), equals: [.merge(Self.weight(12))])
        expect(machine.handle(.timer(.sync), now: 200.3), equals: [.sync])
    }

    @Test("Under steady events it syncs every two seconds")
    mutating func steady() {
        goLive()
        _ = machine.handle(.received(Self.weight(11)), now: 200)
        _ = machine.handle(.timer(.sync), now: 200.3)
        _ = machine.handle(.synced(upTo: 11), now: 200.4)
        let next = machine.handle(.received(LiveEvent(.measurements, seq: 12)), now: 200.9)
        guard case .wait(.sync, let seconds)? = next.first, next.count == 1 else {
            Issue.record("\(next)")
            return
        }
        expect(abs(seconds - 1.5) < 0.001)
    }

    @Test("What the pull has brought already is no news")
    mutating func known() {
        goLive()
        expect(machine.handle(.received(Self.weight(10)), now: 200), equals: [])
    }

    @Test("An event during a sync waits for it; two become one hint")
    mutating func duringSync() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.opened, now: 0)
        expect(machine.handle(.received(Self.weight(11)), now: 1), equals: [])
        expect(machine.handle(.received(Self.weight(12)), now: 1), equals: [])
        let actions = machine.handle(.synced(upTo: 10), now: 2)
        expect(actions, equals: [.report(.live), .wait(.sync, seconds: 2)])
    }

    @Test("Waits double up to a minute, and begin anew after a sync")
    mutating func backoff() {
        _ = machine.handle(.started, now: 0)
        var waits: [Double] = []
        for _ in 0..<9 {
            for case .wait(.connect, let seconds) in machine.handle(.ended, now: 0) { waits.append(seconds) }
            _ = machine.handle(.timer(.connect), now: 0)
        }
        expect(waits, equals: [1, 2, 4, 8, 16, 32, 60, 60, 60])
        _ = machine.handle(.opened, now: 0)
        _ = machine.handle(.synced(upTo: 0), now: 0)
        expect(machine.handle(.ended, now: 0).contains(.wait(.connect, seconds: 1)))
    }

    @Test("Retry-After is the least wait")
    mutating func retryAfter() {
        _ = machine.handle(.started, now: 0)
        let actions = machine.handle(.refused(status: 429, retryAfterSeconds: 17), now: 0)
        expect(actions.last, equals: .wait(.connect, seconds: 17))
    }

    @Test(
        "What only the person can mend ends it",
        arguments: [(401, LiveStatus.stopped), (403, .stopped), (404, .notSupported)])
    mutating func stops(status: Int, expected: LiveStatus) {
        _ = machine.handle(.started, now: 0)
        expect(
            machine.handle(.refused(status: status, retryAfterSeconds: nil), now: 0),
            equals: [.report(expected), .stop])
        expect(machine.handle(.timer(.connect), now: 5), equals: [])
        expect(machine.handle(.started, now: 6), equals: [.report(.connecting), .open])
    }

    @Test("account.changed syncs at once, and a refused token then ends it")
    mutating func account() {
        goLive()
        expect(machine.handle(.received(LiveEvent(.account, seq: 0)), now: 200), equals: [.sync])
        let actions = machine.handle(.syncFailed(isTemporary: false, retryAfterSeconds: nil), now: 201)
        expect(actions, equals: [.close, .report(.stopped), .stop])
    }

    @Test("A sync that fails for a while is tried again, and the stream stays")
    mutating func syncFails() {
        goLive()
        _ = machine.handle(.edited, now: 200)
        let actions = machine.handle(.syncFailed(isTemporary: true, retryAfterSeconds: nil), now: 201)
        expect(actions, equals: [.wait(.sync, seconds: 1)])
    }

    @Test("Edits while the server is away don't put off the next try to connect")
    mutating func editsOffline() {
        _ = machine.handle(.started, now: 0)
        _ = machine.handle(.ended, now: 0)
        expect(machine.handle(.edited, now: 1), equals: [.sync])
        expect(machine.handle(.syncFailed(isTemporary: true, retryAfterSeconds: nil), now: 1), equals: [])
    }

    @Test("An edit during a sync is followed by one more sync")
    mutating func editDuringSync() {
        goLive()
        expect(machine.handle(.edited, now: 200), equals: [.sync])
        expect(machine.handle(.edited, now: 200), equals: [])
        expect(machine.handle(.edited, now: 200), equals: [])
        expect(machine.handle(.synced(upTo: 10), now: 201), equals: [.sync])
        expect(machine.handle(.synced(upTo: 10), now: 201), equals: [])
    }
}

extension LiveMachine.Event {
    /// A sync went well, and the device has read the log of measurements up to this number.
    fileprivate static func synced(upTo number: Int64) -> LiveMachine.Event {
        .synced(cursors: [.measurements: number])
    }
}
