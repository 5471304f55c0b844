import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
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
}
