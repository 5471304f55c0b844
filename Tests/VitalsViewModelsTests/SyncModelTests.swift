import Foundation
import StepSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The sync as screens see it", .timeLimit(.minutes(1)))
@MainActor
struct SyncModelTests {
    @Test("a phone without a server says so, and sends nothing")
    func noServer() async throws {
        let bench = try ModelFixture(isConnected: false)
        await bench.phone.sync.sync()
        #expect(bench.phone.sync.status == .needsToken && bench.server.requests.isEmpty)
        #expect(bench.phone.sync.headline == "Not connected to a server")
    }

    @Test("a token that the server does not know is asked for, once")
    func unauthorized() async throws {
        let bench = try ModelFixture()
        bench.server.onNext(.pull, .answer(.unauthorized))
        await bench.phone.sync.sync()
        #expect(bench.phone.sync.status == .needsToken)
        let count = bench.server.requests.count
        bench.phone.wake()
        await bench.time.advance(bySeconds: 3_600)
        #expect(bench.server.requests.count == count, "An unknown token was sent again.")
        #expect(bench.log.errors.first?.category == "unauthorized")
        bench.phone.sync.noteLogin()
        await bench.phone.sync.settle()
        #expect(bench.phone.sync.status == .idle)
    }

    @Test("a server that was away is tried again by itself, when it said")
    func triesAgain() async throws {
        let bench = try ModelFixture()
        bench.server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 40)))
        await bench.phone.sync.sync()
        let now = bench.time.clock.now.millisecondsSinceEpoch
        #expect(bench.phone.sync.status == .waiting(until: Timestamp(clamping: now + 40_000)))
        let count = bench.server.requests.count
        await bench.time.advance(bySeconds: 39)
        #expect(bench.server.requests.count == count)
        await bench.time.advance(bySeconds: 1.5)
        await bench.phone.sync.settle()
        #expect(bench.phone.sync.status == .idle && bench.server.requests.count > count)
    }

    @Test("while the app is open, what others wrote is fetched every five minutes")
    func looksAgain() async throws {
        let bench = try ModelFixture()
        await bench.phone.sync.sync()
        bench.server.receive(Records.weight(71.5))
        await bench.time.advance(bySeconds: 299)
        #expect(try bench.store.list().isEmpty)
        await bench.time.advance(bySeconds: 2)
        await bench.phone.sync.settle()
        #expect(try bench.store.list().count == 1)
    }

    @Test("airplane mode cuts a sync off in the middle, and nothing is lost by it")
    func airplaneInTheMiddle() async throws {
        let bench = try ModelFixture()
        await bench.phone.sync.sync()
        try bench.store.upsert(Records.weight(72.5))
        let phone = bench.phone
        bench.server.onNext(.push, .inFlight { await phone.setAirplane(true) })
        await phone.sync.sync()
        #expect(phone.sync.status == .offline && phone.sync.headline == "Switched off")
        phone.setAirplane(false)
        await phone.sync.settle()
        #expect(phone.sync.status == .idle && phone.sync.pendingCount == 0)
        #expect(bench.server.records[Records.id(1)]?.value == 72.5)
    }

    @Test("two taps are one sync")
    func singleFlight() async throws {
        let bench = try ModelFixture()
        let (sync, tap) = (bench.phone.sync, Seen())
        bench.server.onNext(.pull, .inFlight { @MainActor in tap.second = Task { await sync.sync() } })
        await sync.sync()
        await tap.second?.value
        #expect(bench.server.requests == [.pull], "\(bench.server.requests)")
    }

    @Test("an edit made while a sync is under way is sent as soon as that sync is over")
    func editMeanwhile() async throws {
        let bench = try ModelFixture()
        let (phone, store) = (bench.phone, bench.store)
        bench.server.onNext(
            .pull,
            .inFlight { @MainActor in
                try store.upsert(Records.weight(72.5))
                phone.sync.syncAutomatically()
            })
        await phone.sync.sync()
        #expect(phone.sync.pendingCount == 0)
        #expect(bench.server.records[Records.id(1)]?.value == 72.5)
    }

    @Test("the progress is told while it goes on, and rows are on their way meanwhile")
    func progress() async throws {
        let bench = try ModelFixture()
        bench.server.setPageSize(1)
        for number in 1...3 { bench.server.receive(Records.weight(70, id: Records.id(number))) }
        try bench.store.upsert(Records.weight(71, id: Records.id(9)))
        let (phone, seen) = (bench.phone, Seen())
        bench.server.onNext(
            .push,
            .inFlight {
                await until { phone.sync.headline == "Syncing: sent 0, received 3" }
                await MainActor.run {
                    phone.refresh()
                    seen.state = phone.history(of: .weight).rows.first { $0.id == Records.id(9) }?.state
                }
            })
        await phone.sync.sync()
        #expect(seen.state == .onItsWay)
    }

    @MainActor
    private final class Seen {
        var state: RowState?
        var second: Task<Void, Never>?
    }
}
