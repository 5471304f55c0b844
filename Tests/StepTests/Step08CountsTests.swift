import StepSupport
import Testing
import Vitals

private let origin = "http://server.test"

extension Step08EngineTests {
    // MARK: Counts where all is well, and limits of nothing

    @Test("if nothing was edited meanwhile, a push counts every record that was confirmed or refused")
    func pushCountsAll() throws {
        let store = try Records.store()
        let pushed = (1...5).map { Records.weight(70, id: Records.id($0)) }
        for copy in pushed { try store.upsert(copy) }
        let body = Pushed(
            acceptedIDs: (1...3).map { Records.id($0) },
            rejected: [4, 5].map {
                Rejection(id: Records.id($0), version: 1, code: "refused", detail: "The test refuses this record.")
            })
        let applied = try store.apply(SyncResponse(body, account: "account-1"), to: pushed, origin: origin)
        expect(
            applied.confirmedCount == 3 && applied.rejectedCount == 2,
            """
            The server accepted three records and refused two, and no row was edited meanwhile. confirmedCount and \
            rejectedCount should be 3 and 2, but they're \(applied.confirmedCount) and \(applied.rejectedCount). Count \
            the calls of `acknowledge` and `storeRejection` that return true.
            """)
    }

    @Test("a page counts each unseen edit that it put into conflicts(), and no other row")
    func pageCountsConflicts() throws {
        let store = try Records.store()
        for number in 1...2 { try store.upsert(Records.weight(71, id: Records.id(number))) }
        try store.upsertClean(Records.weight(70, id: Records.id(3)))
        let records = (1...3).map { Records.weight(75, id: Records.id($0), version: 3) }
        let page = SyncResponse(
            Pulled(records: records, nextCursor: 3), account: "account-1", receipt: Receipt(seq: 3, tag: "ab"))
        let applied = try store.apply(page, askedWith: store.syncState(), origin: origin)
        let kept = try store.conflicts().count
        expect(
            applied.conflictCount == 2 && kept == 2,
            """
            A page of three replaced two edits that were never sent and one clean row. conflicts() has \(kept) of them, \
            and conflictCount is \(applied.conflictCount); both should be 2. Count the calls of `keepUnseenEdit` that \
            return true.
            """)
    }

    @Test("another phone's record heals the server, too")
    func othersHeal() throws {
        let store = try Records.store()
        let record = Records.weight(73, version: 3)
        try store.upsertClean(record)
        let page = SyncResponse(
            Pulled(records: [Records.weight(60, version: 2)], nextCursor: 1), account: "account-1",
            receipt: Receipt(seq: 1, tag: "ab"))
        _ = try store.apply(page, askedWith: store.syncState(), origin: origin)
        let dirty = try store.dirty()
        expect(
            dirty == [record],
            """
            73 (version 3) was written at another phone, and the server had it. Now a page brings the older 60 (version \
            2), so the server has forgotten the 73. This phone may be the only one that still has it, and should push it; \
            what's dirty is \(dirty.map(\.value)). It doesn't matter whose record it is.
            """)
    }

    @Test("a page that comes too late stores no record")
    func latePageStoresNothing() throws {
        let store = try Records.store()
        let asked = try store.syncState()
        try store.setCursor(4)
        let page = SyncResponse(
            Pulled(records: [Records.weight(70)], nextCursor: 1), account: "account-1",
            receipt: Receipt(seq: 1, tag: "ab"))
        let applied = try store.apply(page, askedWith: asked, origin: origin)
        let row = try store.byId(Records.id(1))
        expect(
            row == nil && applied.adoptedCount == 0 && applied.isSuperseded,
            """
            The page was requested at cursor 0, and the store has moved on to 4. Nothing of it should be stored, \
            because it may come from a log that the server no longer has; the table has \(row.shown) of it, and \
            isSuperseded is \(applied.isSuperseded). Compare cursor and receipt before you merge a record.
            """)
    }

    @Test("the state that a page returns has the features that came with it")
    func pageReturnsFeatures() throws {
        let store = try Records.store()
        let page = SyncResponse(
            Pulled(records: [], nextCursor: 0), account: "account-1", receipt: Receipt(seq: 1, tag: "ab"),
            features: "mood")
        let applied = try store.apply(page, askedWith: store.syncState(), origin: origin)
        expect(
            applied.state.features == "mood",
            """
            The page says that the server knows the feature mood. The result's state says \
            \(applied.state.features ?? "none"), and the engine goes on with it. Read the state last, when everything \
            in the page is stored.
            """)
    }

    @Test("a sync with nothing to send pulls one page and ends")
    func nothingToSend() {
        var walk = Step08EngineWalk(dirty: [])
        walk.walk(atMost: 40)
        let pulls = walk.actions.filter { $0 == "pull" }.count
        expect(
            pulls == 1 && walk.hasEnded,
            """
            No row is dirty, and the one page was the last. The sync should end after one pull, but it made \(pulls): \
            \(walk.actions.joined(separator: "; ")). In `push-dirty`, a round that sent nothing (`queue.sentCount`) and \
            has pulled everything is done.
            """)
        walk = Step08EngineWalk(dirty: [Records.weight(71)])
        walk.walk(atMost: 60)
        let requests = walk.actions.filter { $0 == "pull" || $0.hasPrefix("push") }
        expect(
            requests == ["push 1", "pull"] && walk.hasEnded,
            """
            One row was pushed, and the page after it was the last. In the second round no row is dirty, so the sync \
            should end, but its requests were \(requests.joined(separator: "; ")). What counts is what this round has sent, \
            not the whole sync: `queue.sentCount` begins again with each round.
            """)
    }

    @Test("a server that asks for a wait of 0 seconds is asked again at once")
    func noWaitAskedFor() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(70))
        let phone = try Phone("A", server)
        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 0)))
        try await phone.sync()
        expect(
            phone.waitsSeconds == [0],
            """
            The server said "try again in 0 seconds", and that's a wait like any other: it should be [0], but it's \
            \(phone.waitsSeconds). Only a `retryAfterSeconds` of nil means that the server doesn't ask for a wait.
            """)
    }

    @Test("if the ceiling is 0, a phone tries again at once")
    func noWait() async throws {
        var settings = SyncSettings.patient
        settings.firstWaitSeconds = 0
        let server = InMemoryServer()
        server.receive(Records.weight(70))
        let phone = try Phone("A", server, settings: settings)
        for _ in 0..<2 { server.onNext(.pull, .dropRequest) }
        try await phone.sync()
        expect(
            phone.waitsSeconds == [0, 0],
            """
            `firstWaitSeconds` is 0, so each wait is between 0 and 0; this sync waited \(phone.waitsSeconds) seconds. \
            The ceiling itself is a possible wait: `0...ceiling`.
            """)
    }
}
