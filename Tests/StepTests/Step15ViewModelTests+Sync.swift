import Foundation
import StepSupport
import Testing
import Vitals
import VitalsViewModels

extension Step15ViewModelTests {
    // MARK: The machine

    @Test("a sync starts when someone asks for it, and only one runs at a time")
    func oneAtATime() {
        var machine = SyncMachine()
        expectEffect(machine.handle(.asked(by: .person)), .start, "The person asked, and nothing was under way")
        expectStatus(machine, .syncing(SyncProgress()), "A sync has begun")
        _ = machine.handle(.progressed(SyncProgress(sentCount: 3, receivedCount: 40)))
        expectStatus(
            machine, .syncing(SyncProgress(sentCount: 3, receivedCount: 40)),
            "3 records were sent and 40 received so far")
        for trigger in [SyncMachine.Trigger.person, .phone] {
            expectEffect(
                machine.handle(.asked(by: trigger)), .nothing, "A sync is under way, and the \(trigger) asks for one")
            expectStatus(
                machine, .syncing(SyncProgress(sentCount: 3, receivedCount: 40)),
                "A second sync was requested while one was under way")
        }
    }

    @Test("a sync that succeeds leaves the phone idle, and the next one follows in five minutes")
    func endsWell() {
        var machine = SyncMachine()
        _ = machine.handle(.asked(by: .phone))
        expectEffect(machine.handle(.ended(at: at(0))), .wake(at: at(300)), "A sync succeeded")
        expectStatus(machine, .idle, "A sync succeeded")
    }

    @Test("in airplane mode no sync starts, no matter who asks, until it's switched off")
    func airplane() {
        var machine = SyncMachine(isAirplane: true)
        for trigger in [SyncMachine.Trigger.person, .phone] {
            expectEffect(
                machine.handle(.asked(by: trigger)), .nothing, "Airplane mode is on, and the \(trigger) asks for a sync"
            )
            expectStatus(machine, .offline, "Airplane mode is on, and the \(trigger) asked for a sync")
        }
        for (event, words) in [
            (SyncMachine.Event.loggedOut, "the person logged out"), (.foundNoServer, "there is no server"),
            (.loggedIn, "the person logged in"),
        ] {
            expectEffect(machine.handle(event), .nothing, "Airplane mode is on, and \(words)")
            expectStatus(machine, .offline, "Airplane mode is on, and \(words)")
        }
        expectEffect(machine.handle(.airplane(isOn: false)), .start, "Airplane mode was switched off")
        expectStatus(machine, .syncing(SyncProgress()), "Airplane mode was switched off")
    }

    @Test("airplane mode stops the sync that is under way, and its late reports change nothing")
    func airplaneStops() {
        var machine = SyncMachine()
        _ = machine.handle(.asked(by: .phone))
        expectEffect(
            machine.handle(.airplane(isOn: true)), .stop, "A sync was under way when airplane mode was switched on")
        let late: [(String, SyncMachine.Event)] = [
            ("its progress", .progressed(SyncProgress(sentCount: 1))), ("that it was cancelled", .cancelled),
            ("its failure", .failed(SyncError(.offline, "cut off"), at: at(0), jitter: 1)),
            ("its end", .ended(at: at(0))),
        ]
        for (word, event) in late {
            expectEffect(machine.handle(event), .nothing, "In airplane mode the stopped sync still reports \(word)")
            expectStatus(machine, .offline, "In airplane mode the stopped sync still reported \(word)")
        }
    }

    @Test("a sync that was cancelled without airplane mode leaves the phone idle")
    func cancelled() {
        var machine = SyncMachine()
        _ = machine.handle(.asked(by: .phone))
        expectEffect(machine.handle(.cancelled), .nothing, "A sync was cancelled")
        expectStatus(machine, .idle, "A sync was cancelled")
    }

    @Test("what only the person can fix isn't retried behind their back")
    func onlyThePerson() {
        let errors: [(SyncError, SyncStatus)] = [
            (SyncError(.unauthorized, "no token"), .needsToken),
            (SyncError(.wrongAccount, "another account"), .wrongAccount("another account")),
            (SyncError(.unexpected, "no Vitals server"), .failed("no Vitals server")),
        ]
        for (error, status) in errors {
            var machine = SyncMachine()
            _ = machine.handle(.asked(by: .phone))
            expectEffect(
                machine.handle(.failed(error, at: at(0), jitter: 1)), .nothing, "A sync failed: \(error.code)")
            expectStatus(machine, status, "A sync failed: \(error.code)")
            expectEffect(
                machine.handle(.asked(by: .phone)), .nothing,
                "The phone itself asks for a sync although the last one failed: \(error.code)")
            var mended = machine
            expectEffect(
                machine.handle(.asked(by: .person)), .start,
                "The person asks for a sync after one failed: \(error.code)")
            expectEffect(mended.handle(.loggedIn), .start, "The person logged in after a sync failed: \(error.code)")
        }
    }

    @Test("a phone that's logged out or never logged in needs a token, and a sync under way stops")
    func loggedOut() {
        for event in [SyncMachine.Event.foundNoServer, .loggedOut] {
            var machine = SyncMachine()
            _ = machine.handle(.asked(by: .phone))
            expectEffect(machine.handle(event), .stop, "A sync was under way: \(event)")
            expectStatus(machine, .needsToken, "A sync was under way: \(event)")
            expectEffect(
                machine.handle(.asked(by: .phone)), .nothing, "There is no token, and the phone asks for a sync")
        }
    }

    @Test("a temporary error is retried, after a longer wait each time, until a sync succeeds")
    func waits() {
        var machine = SyncMachine()
        for (number, seconds) in [15.0, 30, 60, 120].enumerated() {
            _ = machine.handle(.asked(by: .phone))
            let effect = machine.handle(.failed(SyncError(.unavailable, "busy"), at: at(0), jitter: 1))
            expectEffect(effect, .wake(at: at(seconds)), "Failure \(number + 1) in a row")
            expectStatus(machine, .waiting(until: at(seconds)), "Failure \(number + 1) in a row")
        }
        _ = machine.handle(.asked(by: .phone))
        _ = machine.handle(.ended(at: at(0)))
        _ = machine.handle(.asked(by: .phone))
        expectEffect(
            machine.handle(.failed(SyncError(.offline, "no network"), at: at(0), jitter: 0.5)), .wake(at: at(7.5)),
            "The first failure after a sync that succeeded, with a jitter of half the wait")
        expectStatus(machine, .offline, "There is no network")
        _ = machine.handle(.asked(by: .phone))
        expectEffect(
            machine.handle(.failed(SyncError(.unavailable, "busy", retryAfterSeconds: 77), at: at(0), jitter: 1)),
            .wake(at: at(77)), "The server asked for 77 seconds")
    }

    @Test("a new login starts afresh, and a sync that is under way goes on")
    func loggedIn() {
        var machine = SyncMachine()
        for _ in 1...2 {
            _ = machine.handle(.asked(by: .phone))
            _ = machine.handle(.failed(SyncError(.unavailable, "busy"), at: at(0), jitter: 1))
        }
        expectEffect(machine.handle(.loggedIn), .start, "The person logged in after two failures")
        let progress = SyncProgress(sentCount: 3)
        _ = machine.handle(.progressed(progress))
        expectEffect(machine.handle(.loggedIn), .nothing, "The person logged in while a sync was under way")
        expectStatus(machine, .syncing(progress), "The person logged in while a sync was under way")
        expectEffect(
            machine.handle(.failed(SyncError(.unavailable, "busy"), at: at(0), jitter: 1)), .wake(at: at(15)),
            "The first failure after the person logged in")
    }

    // MARK: With a real store

    @Test("the screens follow a sync from the tap to the end")
    func followsASync() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(70, id: Records.id(2)))
        let store = try Records.store()
        let device = Device(store: store, api: { _, _ in server })
        try device.login(to: ServerOrigin("https://server.test"), token: "token")
        try store.upsert(Records.weight(72.5))
        let time = VirtualTime()
        let model = SyncModel(
            device: device, diagnostics: DiagnosticsLog(), clock: time.clock.read, sleep: time.sleep)
        await model.sync()
        expect(
            model.status == .idle && model.headline == "Up to date",
            "The sync has succeeded; the screen says \(model.status), \(model.headline.debugDescription).")
        expect(
            server.records[Records.id(1)]?.value == 72.5 && model.pendingCount == 0,
            "The server should have 72.5 and has \(server.records[Records.id(1)].shown); \(model.pendingCount) are still to be sent."
        )

        server.setReachable(false)
        try store.edit(Records.id(1), value: 73)
        model.setAirplane(true)
        await model.sync()
        expect(
            server.requests.count { $0 == .push } == 1 && model.status == .offline,
            "In airplane mode the person tapped Sync; the screen says \(model.status), and the requests were \(server.requests)."
        )
        server.setReachable(true)
        model.setAirplane(false)
        await model.waitUntilIdle()
        expect(
            server.records[Records.id(1)]?.value == 73,
            "Airplane mode was switched off; the server should have 73 and has \(server.records[Records.id(1)].shown).")
    }

    private func at(_ seconds: Double) -> Timestamp {
        Timestamp(clamping: 1_781_940_600_000 + Int64(seconds * 1000))
    }

    private func expectEffect(
        _ effect: SyncMachine.Effect, _ expected: SyncMachine.Effect, _ story: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            effect == expected, "\(story): the effect should be \(expected), and it is \(effect).",
            sourceLocation: sourceLocation)
    }

    private func expectStatus(
        _ machine: SyncMachine, _ expected: SyncStatus, _ story: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            machine.status == expected, "\(story): the status should be \(expected), and it is \(machine.status).",
            sourceLocation: sourceLocation)
    }
}
