import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The sync as screens see it", .timeLimit(.minutes(5)))
@MainActor
struct SyncModelTests {
    @Test("a phone without a server says so, and sends nothing")
    func noServer() async throws {
        let fixture = try ModelFixture(isConnected: false)
        await fixture.phone.sync.sync()
        expect(fixture.phone.sync.status == .needsToken && fixture.server.requests.isEmpty)
        expect(fixture.phone.sync.headline, equals: "Not connected to a server")
    }

    @Test("a token that the server does not know is asked for, once")
    func unauthorized() async throws {
        let fixture = try ModelFixture()
        fixture.server.onNext(.pull, .answer(.unauthorized))
        await fixture.phone.sync.sync()
        expect(fixture.phone.sync.status, equals: .needsToken)
        let count = fixture.server.requests.count
        fixture.phone.wake()
        await fixture.time.advance(bySeconds: 3_600)
        expect(fixture.server.requests.count, equals: count, "An unknown token was sent again.")
        expect(fixture.log.errors.first?.detail, equals: "unauthorized")
        fixture.phone.sync.noteLogin()
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.phone.sync.status, equals: .idle)
    }

    @Test("a server that was away is tried again by itself, when it said")
    func triesAgain() async throws {
        let fixture = try ModelFixture()
        fixture.server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 40)))
        await fixture.phone.sync.sync()
        let now = fixture.time.clock.now.millisecondsSinceEpoch
        expect(fixture.phone.sync.status, equals: .waiting(until: Timestamp(clamping: now + 40_000)))
        let count = fixture.server.requests.count
        await fixture.time.advance(bySeconds: 39)
        expect(fixture.server.requests.count, equals: count)
        await fixture.time.advance(bySeconds: 1.5)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.phone.sync.status == .idle && fixture.server.requests.count > count)
    }

    @Test("while the app is open, what others wrote is fetched every five minutes")
    func looksAgain() async throws {
        let fixture = try ModelFixture()
        await fixture.phone.sync.sync()
        fixture.server.receive(Records.weight(71.5))
        await fixture.time.advance(bySeconds: 299)
        try expect(fixture.store.list().isEmpty)
        await fixture.time.advance(bySeconds: 2)
        await fixture.phone.sync.waitUntilIdle()
        try expect(fixture.store.list().count, equals: 1)
    }

    @Test("airplane mode cuts a sync off in the middle, and nothing is lost by it")
    func airplaneInTheMiddle() async throws {
        let fixture = try ModelFixture()
        await fixture.phone.sync.sync()
        try fixture.store.upsert(Records.weight(72.5))
        let phone = fixture.phone
        fixture.server.onNext(.push, .inFlight { await phone.setAirplane(true) })
        await phone.sync.sync()
        expect(phone.sync.status == .offline && phone.sync.headline == "Switched off")
        phone.setAirplane(false)
        await phone.sync.waitUntilIdle()
        expect(phone.sync.status == .idle && phone.sync.pendingCount == 0)
        expect(fixture.server.records[Records.id(1)]?.value, equals: 72.5)
    }

    @Test("two taps are one sync")
    func singleFlight() async throws {
        let fixture = try ModelFixture()
        let (sync, tap) = (fixture.phone.sync, Seen())
        fixture.server.onNext(.pull, .inFlight { @MainActor in tap.second = Task { await sync.sync() } })
        await sync.sync()
        await tap.second?.value
        expect(fixture.server.requests, equals: [.pull], "\(fixture.server.requests)")
    }

    @Test("an edit made while a sync is under way is sent as soon as that sync is over")
    func editMeanwhile() async throws {
        let fixture = try ModelFixture()
        let (phone, store) = (fixture.phone, fixture.store)
        fixture.server.onNext(
            .pull,
            .inFlight { @MainActor in
                try store.upsert(Records.weight(72.5))
                phone.sync.syncAutomatically()
            })
        await phone.sync.sync()
        expect(phone.sync.pendingCount, equals: 0)
        expect(fixture.server.records[Records.id(1)]?.value, equals: 72.5)
    }

    @Test("the progress is told while it goes on, and rows are on their way meanwhile")
    func progress() async throws {
        let fixture = try ModelFixture()
        fixture.server.setPageSize(1)
        for number in 1...3 { fixture.server.receive(Records.weight(70, id: Records.id(number))) }
        try fixture.store.upsert(Records.weight(71, id: Records.id(9)))
        let (phone, seen) = (fixture.phone, Seen())
        fixture.server.onNext(
            .push,
            .inFlight {
                await until { phone.sync.headline == "Syncing: sent 0, received 3" }
                await MainActor.run {
                    phone.refresh()
                    seen.state = phone.history(of: .weight).rows.first { $0.id == Records.id(9) }?.state
                }
            })
        await phone.sync.sync()
        expect(seen.state, equals: .onItsWay)
    }

    @MainActor
    private final class Seen {
        var state: RowState?
        var second: Task<Void, Never>?
    }
}
