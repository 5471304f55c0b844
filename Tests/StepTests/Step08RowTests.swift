import Foundation
import StepSupport
import Testing
import Vitals

private let origin = "http://server.test"
/// The milliseconds of `Records.weight`, plus a minute: a later edit.
private let aMinuteLater: Int64 = 1_781_940_060_125

extension Step08EngineTests {
    // MARK: What a pulled record does to its row's marks

    @Test("a record that a page brings to this phone isn't own")
    func newIsNotOwn() throws {
        let store = try Records.store()
        for (value, time) in [(70.0, aMinuteLater), (72, aMinuteLater + 1)] {
            try pull(Records.weight(value, updatedAt: time), store)
        }
        let losers = try store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            A page brought a 70 that was new here, and the next page a 72 that beats it. The 70 was never entered at this \
            phone, but conflicts() has \(losers). A new row isn't own: `storeSynced(remote)`.
            """)
    }

    @Test("an edit that the server has is kept too, if the winner's author can't have seen it")
    func cleanEditIsKept() throws {
        let store = try Records.store()
        let edit = try store.upsert(Records.weight(71, version: 2))
        // A page with that very record makes the row clean, and it stays own.
        try pull(edit, store)
        try pull(Records.weight(72, version: 2, updatedAt: aMinuteLater), store)
        let losers = try store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            71 (version 2) was entered here, and the server has it. Then a page brought 72, also version 2, so its author \
            hadn't seen the 71. The 71 should be in conflicts(), and there is \(losers). The row was clean: perhaps \
            `keepUnseenEdit` is asked about dirty rows only. It decides about clean ones as well.
            """)
    }

    @Test("a record of the same version and content was still written at another time, and the greater one stays")
    func sameContentIsNotEqual() throws {
        let store = try Records.store()
        try store.upsert(Records.weight(71, version: 2))
        let other = Records.weight(71, version: 2, updatedAt: aMinuteLater)
        let applied = try pull(other, store)
        expect(
            try store.byId(other.id) == other && store.dirty().isEmpty,
            """
            A has 71 (version 2), and a page brought another phone's 71, also version 2, that was written a minute later. \
            That one is greater, and every other phone has it. A should have it too, clean. Two records are equal only if \
            all of them is, `updatedAt` included.
            """)
        guard try store.byId(other.id) == other else { return }
        expect(
            applied.adoptedCount == 1,
            """
            A page replaced 71 by a 71 that was written later, and adoptedCount is \(applied.adoptedCount). It counts each \
            `storeSynced`, even if you see no difference on the screen.
            """)
    }

    @Test("whether an edit is kept is decided before its row is replaced")
    func asksBeforeItReplaces() throws {
        let store = try Records.store()
        let record = try store.upsert(Records.weight(73, version: 3))
        try store.acknowledge([record])
        // The server loses its history: each clean row becomes dirty, and its own base.
        _ = try store.resetSyncState()
        try pull(Records.weight(75, version: 5), store)
        let losers = try store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            The server had the 73, lost its history, and got a 75 that was made on top of the 73. No edit was lost, but \
            conflicts() has \(losers). The row was its own base, which `storeSynced` removes, so ask `keepUnseenEdit` \
            before you replace the row.
            """)
    }

    @Test("a row that's made dirty to heal the server stays own")
    func healedStaysOwn() throws {
        let store = try Records.store()
        let record = try store.upsert(Records.weight(73, version: 3))
        try store.acknowledge([record])
        try pull(Records.weight(60, version: 2), store)
        let dirty = try store.dirty()
        expect(
            dirty == [record],
            """
            The server had 73 (version 3), and a page brought the older 60. The row should be pushed again as it is, but \
            what's dirty now is \(dirty.map(\.json)).
            """)
        try pull(Records.weight(74, version: 3, updatedAt: aMinuteLater), store)
        let losers = try store.conflicts().map(\.loser.value)
        expect(
            losers == [73],
            """
            73 (version 3) was entered here, and the server had it. A page brought the older 60, so the row became dirty \
            to heal the server. Then a 74, also version 3, won, and its author hadn't seen the 73. The 73 should be in \
            conflicts(), and there is \(losers). The row that heals the server changes in its flag alone: `setDirty`.
            """)
    }

    @discardableResult
    private func pull(_ record: Vitals.Measurement, _ store: MeasurementStore) throws -> Applied {
        let state = try store.syncState()
        let page = SyncResponse(
            Pulled(records: [record], nextCursor: state.cursor + 1), account: "account-1",
            receipt: Receipt(seq: state.cursor + 1, tag: "ab"))
        return try store.apply(page, askedWith: state, origin: origin)
    }

    // MARK: What each list of a response is about

    @Test("a response is about the copies that were pushed, whatever their rows hold by now")
    func responseIsAboutCopies() throws {
        let store = try Records.store()
        let pushed = try (1...2).map { try store.upsert(Records.weight(71, id: Records.id($0))) }
        for number in 1...2 { try store.edit(Records.id(number), value: 72) }
        let applied = try answer(
            Pushed(acceptedIDs: [Records.id(1)], rejected: [Self.refusal(of: Records.id(2))]), to: pushed, store)
        let dirty = try store.dirty().map(\.id)
        expect(
            dirty.contains(Records.id(1)),
            """
            71 was pushed, edited to 72 meanwhile, and accepted. The 72 never left the phone, but its row isn't dirty any \
            more. Perhaps `acknowledge` got what the row holds now: give it the copy from `pushed`.
            """)
        let refused = try store.rejected().map(\.measurement.value)
        expect(
            dirty.contains(Records.id(2)) && refused.isEmpty && applied.rejectedCount == 0,
            """
            71 was pushed, edited to 72 meanwhile, and refused. The 72 wasn't refused, so it should stay in its row, dirty; \
            rejected() has \(refused). Perhaps `storeRejection` got what the row holds now: give it the copy from `pushed`.
            """)
    }

    @Test("an id that wasn't pushed is skipped, and the rest of the response isn't")
    func strangeIDs() throws {
        let store = try Records.store()
        let pushed = try (1...2).map { try store.upsert(Records.weight(70, id: Records.id($0))) }
        for number in 8...9 { try store.upsert(Records.weight(70, id: Records.id(number))) }
        _ = try answer(
            Pushed(
                acceptedIDs: [Records.id(9), Records.id(1)],
                rejected: [8, 2].map { Self.refusal(of: Records.id($0)) }), to: pushed, store)
        let dirty = Set(try store.dirty().map(\.id))
        let refused = try store.rejected().map(\.measurement.id)
        expect(
            dirty.isSuperset(of: [Records.id(8), Records.id(9)]),
            """
            The rows 1 and 2 were pushed, and 8 and 9 were not. The response says that 9 was accepted and 8 refused. Both \
            should stay dirty, because the server can't have seen them; still dirty are \(dirty.count) of the two.
            """)
        expect(
            !dirty.contains(Records.id(1)) && refused == [Records.id(2)],
            """
            The response names an id that wasn't pushed first in each list, and then one that was: 1 accepted, 2 refused. \
            1 should be clean, and it's \(dirty.contains(Records.id(1)) ? "dirty" : "clean"). 2 should be in rejected(), \
            which has \(refused.count) copies. Skip a strange id, and go on with the next.
            """)
    }

    @Test("a stale record is merged with its row, even if its id wasn't pushed")
    func staleIsMerged() throws {
        let store = try Records.store()
        let pushed = try store.upsert(Records.weight(71, version: 2))
        // While the push is on its way, the row becomes greater than what the server has.
        try store.upsert(Records.weight(76, version: 6))
        let stale = [Records.weight(75, version: 5), Records.weight(80, id: Records.id(2))]
        _ = try answer(Pushed(stale: stale), to: [pushed], store)
        let (edited, other) = (try store.byId(Records.id(1)), try store.byId(Records.id(2)))
        expect(
            try edited?.value == 76 && store.dirty().map(\.value) == [76],
            """
            71 was pushed and lost to the server's 75 (version 5). Meanwhile the row was edited to 76 (version 6), which \
            beats the 75, so it should stay, dirty. The row is \(edited.shown). A stale record goes to `mergeRemote`, \
            like a pulled one.
            """)
        expect(
            other?.value == 80,
            """
            The response sent a stale record along whose id wasn't pushed. It's the server's own record, so it should be \
            merged like a pulled one, but the phone has \(other.shown) of it.
            """)
    }

    private func answer(
        _ body: Pushed, to pushed: [Vitals.Measurement], _ store: MeasurementStore
    ) throws -> Applied {
        try store.apply(SyncResponse(body, account: "account-1"), to: pushed, origin: origin)
    }

    private static func refusal(of id: UUID) -> Rejection {
        Rejection(id: id, version: 1, code: "refused", detail: "The test refuses this record.")
    }
}
