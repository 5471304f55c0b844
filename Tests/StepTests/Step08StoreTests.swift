import Foundation
import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: What an answer to a push does

    @Test("a copy that the server accepted is clean, and a sync reports what it did")
    func pushConfirms() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(71.5))
        let report = try await phone.sync()
        expect(
            server.records[Records.id(1)].shown == "71.5 (version 1)",
            "A's only record should be on the server after a sync; the server has \(server.records[Records.id(1)].shown)."
        )
        expect(
            try phone.store.dirty().isEmpty,
            "The server accepted A's record, but A still marks it dirty: it would be pushed with every sync.")
        expect(
            report.pushedCount == 1 && report.acceptedCount == 1,
            """
            A had one record to push. The report says that \(report.pushedCount) were pushed and \
            \(report.acceptedCount) accepted: something marked it dirty again.
            """)
    }

    @Test("an edit made while its record is being pushed stays dirty", .serialized, arguments: [[72], [80, 71]])
    func editInFlight(values: [Double]) async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        let store = phone.store
        server.onNext(.push, .inFlight { for value in values { try store.edit(Records.id(1), value: value) } })
        // The phone loses its connection right after the push, so that nothing else can repair the effect of the
        // response.
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        let edits = values.map { "\($0)" }.joined(separator: " and then ")
        expect(
            try phone.isDirty(Records.id(1)),
            """
            A pushed 71 and was edited to \(edits) before the response came. The response is for the 71 that was \
            pushed, version 2; the row is \(phone.shows()) now and no longer dirty. Only a pull that happens to bring \
            the 71 back could repair that. If another phone's later version comes first, the edit is gone, and in no \
            list of conflicts.
            """)
    }

    @Test("a refused edit goes back to the copy that the server accepted meanwhile")
    func refusedEditGoesBack() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 999 }
        let phone = try await phone("A", server, with: 70)
        let store = phone.store
        try store.edit(Records.id(1), value: 71)
        server.onNext(.push, .inFlight { try store.edit(Records.id(1), value: 999) })
        // Both syncs end before a pull can report what the server has.
        for _ in 1...2 {
            server.onNext(.pull, .answer(.unauthorized))
            _ = try await phone.syncThatMayFail()
        }
        expect(
            try store.byId(Records.id(1))?.value == 71,
            """
            A pushed 71 and was edited to 999 before the response came. The server accepted 71, and then refused 999. A \
            should go back to what the server has, 71 (version 2), but shows \(phone.shows()): a copy that was accepted \
            is the base of the edit that was made meanwhile.
            """)
    }

    @Test("unchanged is as good as accepted, because the server has that very copy")
    func unchangedIsClean() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        server.onNext(.push, .loseAnswer)
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        expect(
            try phone.store.dirty().isEmpty,
            """
            The response to A's push was lost, so A pushed again and the server said "unchanged": it has the record \
            already. A still marks it dirty.
            """)
    }

    @Test("a record that lost on the server is replaced by the greater one in the response")
    func staleIsAdopted() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        server.receive(Records.weight(75, version: 5))
        try phone.store.edit(Records.id(1), value: 71)
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        expect(
            try phone.store.byId(Records.id(1))?.value == 75,
            """
            A pushed 71 (version 2); the server has 75 (version 5) and sent it along as stale. A should show it at \
            once, but shows \(phone.shows()).
            """)
        expect(try phone.store.dirty().isEmpty, "A has the server's own record, but still marks it dirty.")
    }

    @Test("a refused record moves to rejected() with its reason, and the others are pushed")
    func refusedIsMovedOut() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 999 }
        let phone = try Phone("A", server)
        for (number, value) in [(1, 70.0), (2, 999), (3, 72)] {
            try phone.store.upsert(Records.weight(value, id: Records.id(number)))
        }
        try await phone.sync()
        expect(
            Set(server.records.keys) == [Records.id(1), Records.id(3)],
            "The server refuses one of three records. It should have the other two, but has \(server.records.count).")
        let refused = try phone.store.rejected()
        expect(
            refused.map(\.measurement.id) == [Records.id(2)] && refused.first?.code == "refused",
            "The refused record should be in rejected() with the server's reason; there is \(refused.map(\.code)).")
        expect(
            try phone.store.dirty().isEmpty,
            "The refused record is still dirty: it would be pushed and refused with every sync.")
    }

    // MARK: What a pulled record does

    @Test("a pulled record that's new or greater is stored, clean")
    func pulledIsClean() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        server.receive(Records.weight(71, version: 2))
        server.receive(Records.weight(80, id: Records.id(2)))
        let pushCount = server.requests.count { $0 == .push }
        try await phone.sync()
        expect(
            try phone.store.byId(Records.id(1))?.value == 71,
            "The server has 71 (version 2) of the record that A has as 70; after a sync A shows \(phone.shows()).")
        expect(
            try phone.store.byId(Records.id(2))?.value == 80,
            "The server has a record that A doesn't have; after a sync A shows \(phone.shows(Records.id(2))).")
        let pushes = server.requests.count { $0 == .push } - pushCount
        expect(
            try pushes == 0 && phone.store.dirty().isEmpty,
            """
            A pulled two records, changed neither, and pushed \(pushes) times. What comes from the server has to be \
            clean, or phones push each other's records back and forth for ever.
            """)
    }

    @Test("a pulled record that equals a dirty one marks it clean")
    func equalIsClean() async throws {
        // A server of the base protocol only names accepted ids. After a lost response, only a pull reports the rest.
        let server = InMemoryServer(account: nil)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(71.5))
        server.onNext(.push, .loseAnswer)
        try await phone.sync()
        expect(
            try phone.store.dirty().isEmpty,
            """
            The response to A's push was lost. Then A pulled that very record from the server, so it knows that it \
            arrived. But A still marks it dirty, and would push it with every sync.
            """)
    }

    @Test("a pulled record that's less than a dirty one leaves the edit as it is")
    func dirtyGreaterStays() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(71, version: 2))
        // A store without an account pulls before its first push.
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        expect(
            try phone.store.byId(Records.id(1))?.value == 73,
            """
            A had 73 (version 3), not yet pushed, and pulled 71 (version 2). The edit is greater and should stay; A \
            shows \(phone.shows()).
            """)
        expect(
            server.records[Records.id(1)]?.value == 73,
            "A's edit to 73 should have reached the server, but the server has \(server.records[Records.id(1)].shown).")
    }

    @Test("a refused record goes back to the lesser record that was pulled before")
    func refusedGoesBackToPulled() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 999 }
        server.receive(Records.weight(71, version: 2))
        // A store without an account pulls before its first push.
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(999, version: 3))
        for _ in 1...2 { try await phone.sync() }
        expect(
            try phone.store.byId(Records.id(1))?.value == 71,
            """
            A had 999 (version 3) and pulled the lesser 71 (version 2). Then the server refused the 999. The server and \
            every other phone have 71; A shows \(phone.shows()). A pulled record that's less than a dirty row is the \
            row's base, and the row goes back to it; its page never comes again.
            """)
    }

    @Test("a clean record that beats a pulled one is pushed again: the server has forgotten it")
    func healing() async throws {
        let server = InMemoryServer(account: nil)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        server.forgetEverything()
        server.receive(Records.weight(50, id: Records.id(2)))
        server.receive(Records.weight(60, version: 2))
        try await phone.sync()
        expect(
            server.records[Records.id(1)]?.value == 73,
            """
            The server was restored from an old backup and now has \(server.records[Records.id(1)].shown). A has \
            \(phone.shows()), which it had pushed once. A pulled the older record and should have pushed its own again.
            """)
        expect(
            try phone.store.byId(Records.id(1))?.value == 73,
            "A had 73 (version 3) and pulled an older 60 (version 2); it shows \(phone.shows()).")
    }

    @Test("an edit that loses is kept where the person can see it")
    func conflictIsKept() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        server.receive(Records.weight(73, version: 3))
        try await phone.sync()
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            A was edited to 71 and lost to 73, which another phone wrote. The person at A never saw that happen, so 71 \
            should be in conflicts(); there is \(losers).
            """)

        server.receive(Records.weight(74, version: 4))
        try await phone.sync()
        expect(
            try phone.store.conflicts().count == losers.count,
            "A later version replaced a clean record, as it should, but that was kept as a conflict. No edit was lost.")
    }

    @Test("a record that's dirty only because the server forgot it isn't a conflict when it loses")
    func healedIsNoConflict() async throws {
        let server = InMemoryServer(account: nil)
        server.setPageSize(1)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        server.forgetEverything()
        server.receive(Records.weight(50, id: Records.id(2)))
        server.receive(Records.weight(60, version: 2))
        // The page with the old 60 makes A's 73 dirty; before it is pushed, the next page brings a 75.
        server.onNext(.pull)
        server.onNext(.pull, .before { server.receive(Records.weight(75, version: 5)) })
        try await phone.sync()
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            The server accepted A's 73, lost it in a restore, and then got a 75 that was made on top of it. A keeps \
            \(losers) as edits that lost. A row that's dirty to heal the server is its own base, and that's how it \
            differs from an edit.
            """)
        expect(
            try phone.store.byId(Records.id(1))?.value == 75,
            "The server has 75 (version 5), which is greater than 73 (version 3); A shows \(phone.shows()).")
    }

    @Test("a value entered here stays own when another phone writes the same, and is kept when it loses later")
    func ownStaysOwn() async throws {
        let server = InMemoryServer()
        let clock = StepClock()
        let phone = try await phone("A", server, with: 70, clock: clock)
        try phone.store.edit(Records.id(1), value: 71)
        try await phone.sync()
        // Two other phones, offline until now, also wrote a version 2: one has the same 71, the other a 72.
        let now = clock.now.millisecondsSinceEpoch
        for (value, delay) in [(71.0, 1_000), (72, 2_000)] as [(Double, Int64)] {
            server.receive(Records.weight(value, version: 2, updatedAt: now + delay))
            try await phone.sync()
        }
        expect(
            try phone.store.byId(Records.id(1))?.value == 72, "72 is the latest version 2; A shows \(phone.shows()).")
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            71 was entered at A, and another phone wrote the same 71 a little later. Then a 72 of the same version won, \
            and its author hadn't seen the 71. The 71 should be in conflicts(); there is \(losers). A winner that has \
            the same content as an own row leaves it own.
            """)
    }

    // MARK: Pages

    @Test("a crash in the middle of a page leaves rows and cursor as they were")
    func crashInAPage() async throws {
        let server = InMemoryServer()
        server.setPageSize(2)
        for number in 1...5 { server.receive(Records.weight(70, id: Records.id(number))) }
        for writeCount in 0..<16 {
            let phone = try Phone("A", server)
            phone.crashPoint.arm(afterWrites: writeCount)
            _ = try await phone.syncThatMayFail()
            phone.crashPoint.disarm()
            // The five records have the numbers 1 to 5 in the server's log.
            let (cursor, rows) = (try phone.store.cursor(), try phone.records.count)
            guard cursor == Int64(rows) else {
                Issue.record(
                    """
                    The phone lost power after \(writeCount) writes. Its store says that it has pulled up to \(cursor), \
                    but it holds \(rows) of the \(cursor) records up to there. \
                    \(rows < cursor ? "The others will never be requested again." : "") A page and its cursor belong in \
                    one transaction.
                    """)
                return
            }
            try await phone.sync()
            let count = try phone.records.count
            expect(
                count == 5, "After a crash and another sync the phone has \(count) of the server's 5 records.")
        }
    }

    @Test("a page that was requested before the store moved on isn't applied")
    func latePage() async throws {
        let server = InMemoryServer()
        server.setPageSize(1)
        let phone = try await phone("A", server, with: 70)
        for number in 2...5 { server.receive(Records.weight(70, id: Records.id(number))) }
        let store = phone.store
        server.onNext(.pull, .inFlight { try store.setCursor(4) })
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        let cursor = try store.cursor()
        expect(
            cursor == 4,
            """
            A requested what comes after 1. Before the page came, another program on the same phone had pulled up to 4. \
            The late page is the response to an old request; applying it set the cursor to \(cursor).
            """)
    }

    @Test("a page from a history that the store has left behind isn't applied")
    func pageOfALostHistory() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        let store = phone.store
        server.onNext(.pull)
        server.onNext(.pull, .inFlight { _ = try store.resetSyncState() })
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        let cursor = try store.cursor()
        expect(
            cursor == 0,
            """
            A requested what comes after 0, with a receipt. Before the page came, another program on the same phone \
            heard that the server had lost its history, and started again: cursor 0, no receipt. The page still counts \
            by the old log, and applying it set the cursor to \(cursor). Compare the receipt too: the cursor is the \
            same.
            """)
    }

    @Test("a refused record is tried again when a page says that the server has a new feature")
    func pageBringsFeatures() async throws {
        let server = InMemoryServer()
        server.refuse { $0.kind == MetricKind(rawValue: "MOOD") }
        let phone = try await phone("A", server, with: 70)
        var mood = Records.weight(3, id: Records.id(2))
        mood.kind = MetricKind(rawValue: "MOOD")
        try phone.store.upsert(mood)
        try await phone.sync()
        expect(try phone.store.rejected().count == 1, "The server doesn't know MOOD yet and should have refused it.")
        server.refuse { _ in false }
        server.setFeatures("mood")
        try await phone.sync()
        expect(
            try server.records[Records.id(2)] == mood && phone.store.rejected().isEmpty,
            """
            The server was updated and knows MOOD now, and the features of its responses say so. A had nothing to push, \
            so only a page could tell it. A's MOOD record should be tried again, but the server has \
            \(server.records[Records.id(2)].shown) of it.
            """)
    }

    @Test("a page stores the account, the receipt and the cursor that came with it")
    func pageBinds() async throws {
        let server = InMemoryServer(account: "account-7")
        server.receive(Records.weight(70))
        let phone = try Phone("A", server)
        server.onNext(.pull)
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        let state = try phone.store.syncState()
        expect(
            state.account == "account-7",
            """
            The first page says whose account this is; the store should be bound to account-7, but it's bound to \
            \(state.account ?? "none"). Otherwise it would mix two people's records when a token is mistyped.
            """)
        expect(state.cursor == 1, "The page ends at 1; the cursor is \(state.cursor).")
        expect(
            state.receipt?.seq == 1,
            "The page came with a receipt for row 1; the store has \(state.receipt?.description ?? "none").")
    }

    // MARK: -

    /// A phone that has synced one record, received from the server: bound, clean, at version 1.
    func phone(_ name: String, _ server: InMemoryServer, with value: Double, clock: StepClock = StepClock())
        async throws
        -> Phone
    {
        server.receive(Records.weight(value))
        let phone = try Phone(name, server, clock: clock)
        try await phone.sync()
        return phone
    }
}
