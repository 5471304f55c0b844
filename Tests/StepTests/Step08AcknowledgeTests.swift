import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: What an acknowledgement does

    @Test("an acknowledged row stays own")
    func acknowledgedStaysOwn() throws {
        let file = try Step04StoreFile()
        let edit = try file.store.upsert(Records.weight(71))
        try file.store.acknowledge([edit])
        expect(
            try file.texts("SELECT CAST(own AS TEXT) FROM measurement") == ["1"],
            """
            71 was entered here, and the server has it now. The row lost its mark `own`, so if another phone overwrites \
            the 71 unseen, you'd never be told. `markClean` keeps that mark; `storeSynced` removes it.
            """)
    }

    @Test("the acknowledgement of a record that's gone brings nothing back")
    func goneStaysGone() throws {
        let store = try Records.store()
        let applied = try answer(Pushed(acceptedIDs: [Records.id(1)]), to: [Records.weight(71)], store)
        let row = try store.byId(Records.id(1))
        expect(
            row == nil && applied.confirmedCount == 0,
            """
            The server accepted 71, and meanwhile another program on this phone removed its row. Nothing should happen, \
            and nothing be counted; the row is \(row.shown), and confirmedCount is \(applied.confirmedCount).
            """)
    }

    @Test("what counts as confirmed is each row that equals its copy, and no other")
    func confirmsWhatIsEqual() throws {
        let store = try Records.store()
        let pushed = try (1...2).map { try store.upsert(Records.weight(71, id: Records.id($0))) }
        let accepted = Pushed(acceptedIDs: [Records.id(1)])
        try store.acknowledge([pushed[0]])
        let again = try answer(accepted, to: pushed, store).confirmedCount
        expect(
            again == 1,
            """
            A copy was acknowledged twice, because a response came twice. The row equals the copy both times, so the \
            second counts as confirmed as well, but confirmedCount is \(again). `acknowledge` returns true if the row \
            equals the copy, even if it was clean already.
            """)
        try store.edit(Records.id(2), value: 72)
        let edited = try answer(Pushed(acceptedIDs: [Records.id(2)]), to: pushed, store).confirmedCount
        expect(
            edited == 0,
            """
            71 was accepted, and its row had been edited to 72 meanwhile. Setting a base confirms nothing, but \
            confirmedCount is \(edited). `acknowledge` returns false if the row isn't the copy.
            """)
    }

    private func answer(
        _ body: Pushed, to pushed: [Vitals.Measurement], _ store: MeasurementStore
    ) throws -> Applied {
        try store.apply(SyncResponse(body, account: "account-1"), to: pushed, origin: "http://server.test")
    }
}
