import Foundation
import StepSupport
import Testing
import Vitals

/// Your tests of convergence: the properties that must hold once phones have synced, whatever happened before.
@Suite("Convergence")
struct ConvergenceTests {
    let server = InMemoryServer()

    // @write 9 convergence-tests
    /// Two phones that both hold a weight of 70.
    func pair() async throws -> (Phone, Phone, UUID) {
        let phones = (try Phone(server, minutesAhead: 5), try Phone(server))
        let id = try phones.0.add(70)
        try await converge(phones.0, phones.1)
        return (phones.0, phones.1, id)
    }

    /// Syncs each phone twice; then phones and server must hold the same records, and the phones must have nothing left
    /// to send.
    func converge(_ phones: Phone...) async throws {
        for _ in 0..<2 {
            for phone in phones { try await phone.sync() }
        }
        for phone in phones {
            #expect(try phone.records() == server.records)
            #expect(try phone.store.dirty() == [])
        }
    }

    @Test("after edits on both phones, both show the one with more edits", arguments: [true, false])
    func moreEditsWin(firstSyncsFirst: Bool) async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        try second.edit(id, 72)
        try second.edit(id, 73)
        try await firstSyncsFirst ? converge(first, second) : converge(second, first)
        #expect(try first.value(id) == 73)
    }

    @Test("after one edit on each phone, both show the later one", arguments: [true, false])
    func tie(firstSyncsFirst: Bool) async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        try second.edit(id, 72)
        try await firstSyncsFirst ? converge(first, second) : converge(second, first)
        #expect(try first.value(id) == 71, "the clock of the first phone is ahead")
    }

    @Test("a push whose answer is lost has arrived, and is not sent for ever")
    func lostAnswer() async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        server.onNext(.push, .loseAnswer)
        try await converge(first, second)
        #expect(try second.value(id) == 71)
    }

    @Test("without a network a sync fails and changes nothing; with one again, the edit arrives")
    func offline() async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        server.setReachable(false)
        await #expect(throws: SyncError.self) { try await first.sync() }
        #expect(try first.value(id) == 71)
        server.setReachable(true)
        try await converge(first, second)
        #expect(try second.value(id) == 71)
    }

    @Test("an edit that lost is kept for its author to see")
    func losingEdit() async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        for value in [72.0, 73] { try second.edit(id, value) }
        try await converge(second, first)
        #expect(try first.store.conflicts().map(\.loser.value) == [71])
    }

    @Test("an edit made while a push is under way is sent with the next")
    func editInFlight() async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        server.onNext(.push, .inFlight { try first.edit(id, 72) })
        try await converge(first, second)
        #expect(try second.value(id) == 72)
    }

    @Test("an edit made while a page is under way is not overwritten by it")
    func editDuringPull() async throws {
        let (first, second, id) = try await pair()
        try second.edit(id, 72)
        try await second.sync()
        server.onNext(.pull, .inFlight { for value in [73.0, 74, 75] { try first.edit(id, value) } })
        try await converge(first, second)
        #expect(try second.value(id) == 75)
    }

    @Test("a phone that was away gets all that it missed, page by page")
    func pages() async throws {
        let (first, second, _) = try await pair()
        for value in 0..<7 { _ = try first.add(60 + Double(value)) }
        server.setPageSize(2)
        try await converge(first, second)
        #expect(try second.records().count == 8)
    }

    @Test("what another phone pushes between our push and our pull is not missed")
    func between() async throws {
        let (first, second, id) = try await pair()
        let other = try second.add(80)
        try first.edit(id, 71)
        server.onNext(.push, .inFlight { try await second.sync() })
        try await first.sync()
        #expect(try first.value(other) == 80)
        try await converge(first, second)
    }

    @Test("a server that lost its database gets everything back")
    func serverForgets() async throws {
        let (first, second, id) = try await pair()
        try first.edit(id, 71)
        try await converge(first, second)
        server.forgetEverything()
        let other = try second.add(80)
        try await converge(second, first)
        #expect(try first.value(id) == 71)
        #expect(try first.value(other) == 80)
    }
    // @starter
    //| // Write your tests here. Make this one the first of them: `Phone` and `InMemoryServer` say what they can do.
    //| @Test("two phones that edited the same record offline show the same after syncing")
    //| func converges() async throws {
    //|     throw NotWritten(9, "let two phones edit the same record, sync them, and compare what they show")
    //| }
    // @end
}
