import GRDB
import StepSupport
import Testing
import Vitals

private let origin = "http://server.test"

extension Step08EngineTests {
    // MARK: A page is one transaction, or nothing

    @Test("what a feature does with a page is done in the page's own transaction")
    func featuresTakePart() throws {
        let noted = Timestamp(clamping: 7)
        let feature = Feature(name: "note") { feature in
            feature.didApplyPage = { tables, _ in
                try tables.execute("UPDATE sync_state SET last_sync_at = ?", [noted.millisecondsSinceEpoch])
            }
        }
        let store = try Self.store(with: feature)
        _ = try store.apply(page([], nextCursor: 1), askedWith: store.syncState(), origin: origin)
        expect(
            try store.syncState().lastSyncAt == noted,
            """
            This store has a feature that writes a note whenever a page was applied. A page was applied, and there's no \
            note. The `write` that's defined right above your lines calls the features; `self.write` doesn't.
            """)
    }

    @Test("a page is compared with the store as its own transaction finds it")
    func readsWithinTheTransaction() throws {
        // What this feature does first in the page's transaction stands for another program that wrote just before it.
        let feature = Feature(name: "other-program") { feature in
            feature.willApply = { tables, _ in try tables.execute("UPDATE sync_state SET cursor = 4") }
        }
        let store = try Self.store(with: feature)
        var page = page([Records.weight(70)], nextCursor: 1)
        page.body.overwritten = [Records.id(1): OverwrittenVersions()]
        let applied = try store.apply(page, askedWith: store.syncState(), origin: origin)
        let cursor = try store.syncState().cursor
        expect(
            applied.isSuperseded && cursor == 4,
            """
            A page was requested at cursor 0. Another program moved the cursor to 4 just before the page's transaction \
            began. The page should be superseded and the cursor stay at 4, but the cursor is \(cursor), and isSuperseded \
            is \(applied.isSuperseded). Perhaps cursor and receipt were read before the transaction: read them with \
            `SyncState.fetch(tables.database)`, within `write`.
            """)
    }

    @Test("a page doesn't fit a store whose cursor went back, or whose receipt is of another log")
    func pageOfAnotherLog() throws {
        let store = try Records.store()
        _ = try store.apply(page([], nextCursor: 5), askedWith: store.syncState(), origin: origin)
        let asked = try store.syncState()
        try Self.expectCursor(5, in: asked)
        try store.setCursor(0)
        var applied = try store.apply(page([], nextCursor: 6), askedWith: asked, origin: origin)
        var cursor = try store.syncState().cursor
        expect(
            applied.isSuperseded && cursor == 0,
            """
            A page was requested at cursor 5. Meanwhile the cursor went back to 0, as it does for a record that has to be \
            pulled again. The page doesn't fit any more, so the cursor should stay at 0, but it's \(cursor): what lies in \
            between would never be pulled. Any other cursor than that of `state` supersedes a page, a lesser one too.
            """)
        // The server was restored. In its new log, number 5 is another row.
        _ = try store.resetSyncState()
        var restored = page([], nextCursor: 5)
        restored.receipt = Receipt(seq: 5, tag: "cd")
        _ = try store.apply(restored, askedWith: store.syncState(), origin: origin)
        try Self.expectCursor(5, in: store.syncState())
        applied = try store.apply(page([], nextCursor: 6), askedWith: asked, origin: origin)
        cursor = try store.syncState().cursor
        expect(
            applied.isSuperseded && cursor == 5,
            """
            A page was requested at cursor 5, with the receipt 5.ab. Meanwhile the server was restored, and the store is \
            at cursor 5 of its new log, with the receipt 5.cd. The page is of the old log, but applying it set the cursor \
            to \(cursor). Compare the whole receipt: the tag tells the two logs apart.
            """)
    }

    @Test("a page that comes too late leaves the store's state as it was")
    func latePageNotesNothing() throws {
        let store = try Records.store()
        _ = try store.apply(page([], nextCursor: 1), askedWith: store.syncState(), origin: origin)
        let asked = try store.syncState()
        try store.setCursor(4)
        let before = try store.syncState()
        var late = page([], nextCursor: 9)
        late.features = "mood"
        let applied = try store.apply(late, askedWith: asked, origin: origin)
        let after = try store.syncState()
        expect(
            applied.isSuperseded && after == before,
            """
            The store has moved on from cursor 1 to 4, so a page that was requested at 1 should change nothing. Before \
            it came, the store had cursor 4, receipt 1.ab and no features; now it has cursor \(after.cursor), receipt \
            \(after.receipt?.description ?? "none") and \(after.features.map { "the features \($0)" } ?? "no features"). \
            Store nothing of a page before you've compared it.
            """)
    }

    @Test("a page without records moves the cursor too")
    func emptyPageMovesTheCursor() throws {
        let store = try Records.store()
        let applied = try store.apply(page([], nextCursor: 7), askedWith: store.syncState(), origin: origin)
        let cursor = try store.syncState().cursor
        expect(
            cursor == 7 && !applied.isSuperseded,
            """
            A page had no record that this build can read, and its `nextCursor` is 7. The store should be at cursor 7 \
            now, but it's at \(cursor): it would ask for the same page again and again.
            """)
    }

    @Test("each record of a page is merged with its row")
    func pageMergesItsRecords() throws {
        let store = try Records.store()
        try store.upsert(Records.weight(73, version: 3))
        var mood = Records.weight(3, id: Records.id(3))
        mood.kind = MetricKind(rawValue: "MOOD")
        let records = [Records.weight(71, version: 2), Records.weight(80, id: Records.id(2)), mood]
        _ = try store.apply(page(records, nextCursor: 3), askedWith: store.syncState(), origin: origin)
        let (edited, new) = (try store.byId(Records.id(1)), try store.byId(Records.id(2)))
        expect(
            edited?.value == 73 && new?.value == 80,
            """
            The phone has an edit to 73 (version 3). A page has 71 (version 2) of that record, and a new record with 80. \
            The phone should have 73 and 80 afterwards; it has \(edited.shown) and \(new.shown). Give each record of the \
            page to `mergeRemote`, which knows what to do with a row that's there.
            """)
        expect(
            try store.byId(mood.id) == mood,
            """
            The page also has a record of the kind MOOD, which this build doesn't know, and the phone hasn't stored it. Its \
            page never comes again. What the server has, every phone keeps: a later build may know the kind.
            """)
    }

    /// Ends a test that needs a store at this cursor, if the page before didn't bring it there.
    private static func expectCursor(_ cursor: Int64, in state: SyncState) throws {
        try #require(
            state.cursor == cursor,
            """
            An empty page with the `nextCursor` \(cursor) was applied to a store that it fits, and the store's cursor is \
            \(state.cursor). A page without records moves the cursor too.
            """)
    }

    private static func store(with feature: Feature) throws -> MeasurementStore {
        try MeasurementStore(
            path: ":memory:", clock: StepClock().read, rules: .all, features: FeatureList([feature]))
    }

    private func page(_ records: [Vitals.Measurement], nextCursor: Int64) -> SyncResponse<Pulled> {
        SyncResponse(
            Pulled(records: records, nextCursor: nextCursor), account: "account-1",
            receipt: Receipt(seq: nextCursor, tag: "ab"))
    }
}
