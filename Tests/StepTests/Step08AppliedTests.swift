import StepSupport
import Testing
import Vitals

private let origin = "http://server.test"

extension Step08EngineTests {
    // MARK: What a response counts, and what it leaves alone

    @Test("a push counts a confirmed or refused record only if its row is still the pushed copy")
    func pushCounts() throws {
        let store = try Records.store()
        let pushed = (1...4).map { Records.weight(70, id: Records.id($0)) }
        for copy in pushed { try store.upsert(copy) }
        // The second and the fourth are edited while the push is on its way.
        for number in [2, 4] { try store.edit(Records.id(number), value: 72) }
        let body = Pushed(
            acceptedIDs: [Records.id(1), Records.id(2), Records.id(9)],
            rejected: [3, 4].map {
                Rejection(id: Records.id($0), version: 1, code: "refused", detail: "The test refuses this record.")
            })
        let applied = try store.apply(SyncResponse(body, account: "account-1"), to: pushed, origin: origin)
        expect(
            applied.confirmedCount == 1,
            """
            The server accepted records 1, 2 and 9. Only 1 is clean now: 2 was edited meanwhile, and 9 was never sent. \
            confirmedCount should be 1, but it's \(applied.confirmedCount). Count the calls of `acknowledge` that \
            return true.
            """)
        expect(
            applied.rejectedCount == 1,
            """
            The server refused records 3 and 4, and 4 was edited meanwhile: the edit isn't refused yet. rejectedCount \
            should be 1, but it's \(applied.rejectedCount). Count the calls of `storeRejection` that return true.
            """)
    }

    @Test("a page counts the rows that it replaced or confirmed, and the edits that lost")
    func pageCounts() throws {
        let store = try Records.store()
        _ = try store.apply(
            page(
                Records.weight(70), Records.weight(70, id: Records.id(2)), Records.weight(70, id: Records.id(6)),
                nextCursor: 3), askedWith: store.syncState(), origin: origin)
        for number in 2...4 { try store.upsert(Records.weight(71, id: Records.id(number), version: 2)) }
        // 1 is clean and equal, 2 an edit that loses, 3 dirty and equal, 4 an edit that wins, 5 new, 6 clean and less.
        let second = page(
            Records.weight(70), Records.weight(75, id: Records.id(2), version: 3),
            Records.weight(71, id: Records.id(3), version: 2), Records.weight(69, id: Records.id(4)),
            Records.weight(80, id: Records.id(5)),
            Records.weight(74, id: Records.id(6), version: 2), nextCursor: 11)
        let applied = try store.apply(second, askedWith: store.syncState(), origin: origin)
        let met = """
            A page of six records met a clean equal row, an edit that lost, a dirty equal row, an edit that won, no \
            row, and a clean row that was less.
            """
        expect(
            applied.adoptedCount == 3,
            """
            \(met) adoptedCount should be 3, but it's \(applied.adoptedCount): three records were stored, one of them \
            where there was no row.
            """)
        expect(
            applied.confirmedCount == 1,
            """
            \(met) confirmedCount should be 1, but it's \(applied.confirmedCount): only the dirty equal row became clean.
            """)
        expect(
            applied.conflictCount == 1,
            """
            \(met) conflictCount should be 1, but it's \(applied.conflictCount): only the edit that lost went into \
            conflicts().
            """)
        let state = try store.syncState()
        expect(
            state.cursor == 11,
            """
            A page of six records ended at 11 in the server's log, which also numbers other people's records. The store \
            should be at cursor 11 now, but it's at \(state.cursor). Store the page's own `nextCursor`.
            """)
        expect(
            applied.state == state,
            """
            The result of a page has the store's state as it is afterwards, because the next page is requested with it. \
            The store is at cursor \(state.cursor) with receipt \(state.receipt?.description ?? "none"); the result \
            says cursor \(applied.state.cursor) with receipt \(applied.state.receipt?.description ?? "none").
            """)
    }

    @Test("a row stays own only if the pulled record has the same content")
    func notOwnAnyMore() async throws {
        let server = InMemoryServer()
        let clock = StepClock()
        let (a, b, c) = (
            try Phone("A", server, clock: clock), try Phone("B", server, clock: clock),
            try Phone("C", server, clock: clock)
        )
        try a.store.upsert(Records.weight(71))
        for phone in [a, b, c] { try await phone.sync() }
        clock.advance(byMilliseconds: 60_000)
        try b.store.edit(Records.id(1), value: 72)
        clock.advance(byMilliseconds: 60_000)
        try c.store.edit(Records.id(1), value: 73)
        for phone in [b, a, c, a, b] { try await phone.sync() }
        let losers = try a.store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            71 was entered at A. B changed it to 72 and C changed it to 73, both from 71. The 72 wasn't entered at A, \
            but A lists \(losers) as overwritten edits. A pulled record replaced A's row: the row stays own only if \
            both have the same content (`hasSameContent(as:)`).
            """)
        let losersOfB = try b.store.conflicts().map(\.loser.value)
        expect(
            losersOfB == [72], "The 72 was entered at B and lost to C's 73; B should list it, but lists \(losersOfB).")
    }

    @Test("another phone's row doesn't become own when the same content comes again")
    func neverOwn() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 71)
        // Written elsewhere, all three: the 71, the same 71 once more, and a 72 that its author made without either.
        for (value, delay) in [(71.0, 1_000), (72, 2_000)] as [(Double, Int64)] {
            server.receive(Records.weight(value, updatedAt: 1_781_940_000_125 + delay))
            try await phone.sync()
        }
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            Two other phones wrote the same 71, and a third wrote a 72 that beats it. The 71 wasn't entered at A, but A \
            lists \(losers) as overwritten edits. A row that wasn't own doesn't become own because both have the same \
            content: it takes both, `stored.isOwn` and the same content.
            """)
    }

    @Test("the base of an edit is the greatest record that the server had, not the last")
    func baseOnlyRises() throws {
        let store = try Records.store()
        let edit = Records.weight(999, version: 4)
        try store.upsert(edit)
        for (version, cursor) in [(1, 1), (3, 2), (2, 3)] as [(Int64, Int64)] {
            let old = Records.weight(70 + Double(version), version: version)
            _ = try store.apply(page(old, nextCursor: cursor), askedWith: store.syncState(), origin: origin)
        }
        let rejection = Rejection(id: edit.id, version: 4, code: "refused", detail: "The test refuses this record.")
        _ = try store.apply(
            SyncResponse(Pushed(rejected: [rejection]), account: "account-1"), to: [edit], origin: origin)
        let shown = try store.byId(edit.id)
        let advice = shown?.version == 2 ? "never lowers a base" : "raises a base that's less"
        expect(
            shown?.version == 3,
            """
            While the row held the edit to 999, pages brought 71 (version 1), 73 (version 3) and then, from a restored \
            server, 72 (version 2). The 999 is refused, so the row should go back to the greatest of the three, 73; it \
            is \(shown.shown). `setBaseIfGreater` \(advice).
            """)
    }

    @Test("a late acknowledgement leaves a clean row alone, and gives it no base")
    func lateAcknowledgement() throws {
        let file = try Step04StoreFile()
        let store = file.store
        let copy = Records.weight(71, version: 2)
        try store.upsert(copy)
        // Before the response to the push, a page brings a greater record.
        _ = try store.apply(
            page(Records.weight(73, version: 3), nextCursor: 1), askedWith: store.syncState(), origin: origin)
        try store.acknowledge([copy])
        let bases = try file.texts("SELECT value_ FROM base")
        expect(
            bases.isEmpty,
            """
            71 was pushed, then a page brought 73, and then the acknowledgement of the 71 came. The row is clean: the \
            server has the 73, and there's nothing to go back to. It should have no base, but the base is \(bases). \
            Only a dirty row has a base.
            """)
    }

    @Test("an acknowledged row loses its base")
    func cleanHasNoBase() throws {
        let file = try Step04StoreFile()
        let store = file.store
        try store.upsertClean(Records.weight(70))
        let edit = try store.edit(Records.id(1), value: 71)
        try store.acknowledge([edit])
        let bases = try file.texts("SELECT value_ FROM base")
        expect(
            bases.isEmpty,
            """
            70 was edited to 71, and the 71 was acknowledged. The row is clean, but the table `base` still holds \
            \(bases). `markClean` removes the base as well; `setDirty` alone doesn't.
            """)
    }

    @Test("a row that equals a pulled record loses its base")
    func equalHasNoBase() throws {
        let file = try Step04StoreFile()
        let store = file.store
        try store.upsertClean(Records.weight(70))
        let edit = try store.edit(Records.id(1), value: 71)
        _ = try store.apply(page(edit, nextCursor: 1), askedWith: store.syncState(), origin: origin)
        let bases = try file.texts("SELECT value_ FROM base")
        expect(
            bases.isEmpty,
            """
            70 was edited to 71, and a page brought that very 71. The row is clean, but the table `base` still holds \
            \(bases). `markClean` removes the base as well; `setDirty` alone doesn't.
            """)
    }

    @Test("a page is applied even if another sync was noted in between")
    func pageAfterANote() throws {
        let store = try Records.store()
        let asked = try store.syncState()
        let empty = SyncResponse(Pulled(records: [], nextCursor: 0), account: "account-1", features: "mood")
        _ = try store.apply(empty, askedWith: asked, origin: origin)
        try store.noteSyncEnded()
        let applied = try store.apply(page(Records.weight(70), nextCursor: 1), askedWith: asked, origin: origin)
        expect(
            !applied.isSuperseded,
            """
            Another program on this phone pulled an empty page meanwhile, and noted account, features and time. Cursor and \
            receipt are what they were when the page was requested. It still fits and should be applied, but it was \
            reported as superseded: a phone would pull it again and again. Compare the two, not the whole state.
            """)
    }

    @Test("a page that no longer fits doesn't bind the store to an account")
    func latePageBindsNothing() throws {
        let store = try Records.store()
        let asked = try store.syncState()
        try store.setCursor(4)
        let applied = try store.apply(page(Records.weight(70), nextCursor: 1), askedWith: asked, origin: origin)
        let account = try store.syncState().account
        expect(
            applied.isSuperseded && account == nil,
            """
            The store has moved on to cursor 4, so a page that was requested at 0 should change nothing. But the store \
            is now bound to \(account ?? "no account"). `bindOrVerifyAccount` writes: call it after you've compared \
            cursor and receipt.
            """)
    }

    private func page(_ records: Vitals.Measurement..., nextCursor: Int64) -> SyncResponse<Pulled> {
        SyncResponse(
            Pulled(records: records, nextCursor: nextCursor), account: "account-1",
            receipt: Receipt(seq: nextCursor, tag: "ab"))
    }
}
