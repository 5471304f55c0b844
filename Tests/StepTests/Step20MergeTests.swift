import Foundation
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what an event changes in a phone's store, and of the rows that only an event has brought.
@Suite("Step 20: an event in the store", .serialized)
struct Step20MergeTests {
    @Test("an event's records are on the phone, and the cursor stays where it was")
    func mergesWithoutCursor() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        try await fixture.sync()
        let cursor = try fixture.phone.syncState().cursor
        try await fixture.push([Records.weight(71, id: Records.id(2))])
        try await fixture.push([Records.weight(72, id: Records.id(3))])
        let applied = try fixture.merge(Step20Fixture.event(3, [Records.weight(72, id: Records.id(3))]))
        let merged = try fixture.values
        expect(merged == [70, 72], "The event brings 72 kg; the phone lists \(merged).\n\(fixture.drawing)")
        let after = try fixture.phone.syncState().cursor
        expect(
            after == cursor,
            """
            The event jumps over a record that no event brought. The cursor should still be \(cursor), so that the next \
            pull asks for it; it is \(after).
            \(fixture.drawing)
            """)
        expect(
            !applied.isSuperseded && applied.adoptedCount == 1,
            """
            The event fitted, and one row took its record: `isSuperseded` should be false and `adoptedCount` 1. They are \
            \(applied.isSuperseded) and \(applied.adoptedCount).
            """)
        expectState(applied, try fixture.phone.syncState(), "The phone merged the event.")
        try await fixture.sync()
        let pulled = try fixture.values
        expect(
            pulled == [70, 71, 72],
            "After a sync the phone has all three; it lists \(pulled).\n\(fixture.drawing)")
    }

    /// Compares the state that was returned with the store's.
    private func expectState(_ applied: Applied, _ state: SyncState, _ what: String) {
        expect(
            applied.state == state,
            """
            \(what) You return the store's state as `state`. The store has the cursor \(state.cursor) and the account \
            \(state.account ?? "nil"); you returned the cursor \(applied.state.cursor) and the account \
            \(applied.state.account ?? "nil").
            """)
    }

    @Test("each record of an event that is news is merged")
    func mergesEachRecord() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        try await fixture.sync()
        let records = [Records.weight(70, id: Records.id(1)), Records.weight(72, id: Records.id(2))]
        try await fixture.push([records[1]])
        try fixture.merge(Step20Fixture.event(2, records))
        let cursor = try fixture.phone.syncState().cursor
        expect(
            cursor == 1,
            """
            Event 2 follows the cursor 1 directly, and it's no page all the same. The cursor should still be 1, and it is \
            \(cursor).
            """)
        let values = try fixture.values
        expect(
            values == [70, 72],
            """
            An event has two records: its first record is here already, and the second is new. The phone should list 70 \
            and 72, and it lists \(values).
            \(fixture.drawing)
            """)
        let again = try fixture.merge(Step20Fixture.event(3, records))
        expect(
            !again.isSuperseded && again.adoptedCount == 0,
            """
            Event 3 fits: it's for this account and server, and above the cursor. It has nothing that the phone doesn't have, \
            so `adoptedCount` should be 0, and `isSuperseded` false all the same. They are \(again.adoptedCount) and \
            \(again.isSuperseded).
            """)
        let bare = try fixture.merge(Step20Fixture.event(3, []))
        expect(
            !bare.isSuperseded, "Event 3 has no records, and it fits. `isSuperseded` should be false, and it's true.")
        try fixture.merge(Step20Fixture.event(4, [Step20Fixture.deletion(Records.id(1), version: 2)]))
        let left = try fixture.values
        expect(
            left == [72],
            """
            Event 4 has the deletion of 70 kg, and that's news like any other. The phone should list 72 alone, and it lists \
            \(left).
            \(fixture.drawing)
            """)
        try await mergesIntoEdits()
    }

    /// A row that the user has edited takes a greater record, and keeps a smaller one as its base.
    private func mergesIntoEdits() async throws {
        let fixture = try await noted()
        try fixture.edit(Records.id(1), value: 75)
        let applied = try fixture.merge(Step20Fixture.event(10, [Records.weight(76, id: Records.id(1), version: 5)]))
        let values = try fixture.values
        expect(
            values == [71, 76] && applied.adoptedCount == 1 && applied.conflictCount == 1,
            """
            The user edited 70 kg to 75, and an event brings a greater 76. The phone should list 71 and 76, and count 1 \
            adopted row and 1 conflict. It lists \(values), and counts \(applied.adoptedCount) and \
            \(applied.conflictCount).
            \(fixture.drawing)
            """)
        let other = try await noted()
        try other.edit(Records.id(1), value: 75)
        let smaller = Records.weight(69.5, id: Records.id(1), version: 2, updatedAt: 1_781_940_000_000)
        let kept = try other.merge(Step20Fixture.event(10, [smaller]))
        expect(
            kept.adoptedCount == 0,
            """
            An event's record is smaller than the user's edit, so no row took it. `adoptedCount` should be 0, and it is \
            \(kept.adoptedCount).
            """)
        try other.answerPush(refusing: true)
        let reverted = try other.values
        expect(
            reverted == [69.5, 71],
            """
            The user edited 70 kg to 75, and an event brought a smaller 69.5. That's news as well. The server refused the \
            edit, so the phone should show 69.5 and 71, and it lists \(reverted).
            \(other.drawing)
            """)
    }

    @Test("an event that doesn't fit the store changes nothing")
    func refusesWhatDoesNotFit() async throws {
        let event = Step20Fixture.event(9, [Records.weight(72, id: Records.id(3))])
        let old = Step20Fixture.event(1, event.records)
        let attempts: [(String, (Step20Fixture) throws -> Applied)] = [
            ("the stream is another account's", { try $0.merge(event, account: "another") }),
            ("the stream named no account", { try $0.merge(event, account: nil) }),
            ("the stream is another server's", { try $0.merge(event, origin: "http://other.test") }),
            ("a pull has brought event 1 already", { try $0.merge(old) }),
        ]
        for (why, attempt) in attempts {
            let fixture = try Step20Fixture()
            try await fixture.push([Records.weight(70, id: Records.id(1))])
            try await fixture.sync()
            let applied = try attempt(fixture)
            let values = try fixture.values
            expect(
                values == [70],
                "The event should change nothing, because \(why). The phone lists \(values).\n\(fixture.drawing)")
            expect(
                values != [70] || applied.isSuperseded,
                "The event has changed nothing, because \(why). So `isSuperseded` should be true, and it's false.")
            expectState(applied, try fixture.phone.syncState(), "The event doesn't fit, because \(why).")
        }
    }

    @Test("a store that knows no account takes no event")
    func needsAccount() throws {
        let fixture = try Step20Fixture()
        try fixture.phone.bind(origin: Step20Fixture.origin)
        let event = Step20Fixture.event(9, [Records.weight(72)])
        for (account, what) in [
            (nil, "The stream named no account either. That they're equal says nothing"),
            (AccountID.of(user: DevelopmentUser.id), "The stream is for an account, which may be another"),
        ] as [(String?, String)] {
            let applied = try fixture.merge(event, account: account)
            let values = try fixture.values
            expect(
                values.isEmpty && applied.isSuperseded,
                "The phone doesn't know its account yet. \(what): `isSuperseded` should be true, and the phone lists \(values)."
            )
        }
    }

    @Test("an edit that an event overwrites is still shown")
    func keepsUnseenEdit() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70)])
        try await fixture.sync()
        let mine = try fixture.edit(Records.id(1), value: 71)
        try await fixture.sync()
        var theirs = Records.weight(73, version: 5)
        theirs.updatedAt = mine.updatedAt
        let seen = RecordVersion(Records.weight(70))
        try await fixture.push([theirs], editedFrom: [theirs.id: seen])
        let notes = try await fixture.server.ability((any OverwrittenStore).self)?.overwritten(
            [theirs.id], user: DevelopmentUser.id)
        var event = Step20Fixture.event(try await fixture.head(), [theirs, Records.weight(80, id: Records.id(2))])
        event.overwritten = notes ?? [:]
        try fixture.merge(event)
        try await fixture.sync()
        let lost = try fixture.phone.conflicts().map(\.loser.value)
        expect(
            lost == [71],
            """
            The server had taken the phone's 71 kg, and another phone overwrote it unseen. The event's notes say so, and \
            the next page can't: the row is replaced by then. Conflicts should list 71, and they list \(lost).
            \(fixture.drawing)
            """)
    }

    /// A phone that has heard of a record by an event, and the server's backup from before it.
    ///
    /// - Parameter isOwn: whether the record is the phone's own, and the response to its push was lost.
    private func heard(isOwn: Bool = false) async throws -> (Step20Fixture, backup: MemorySyncStore.Snapshot) {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        try await fixture.sync()
        let backup = await fixture.server.snapshot()
        let record =
            isOwn
            ? try fixture.phone.add(kind: .weight, value: 71, unit: .kilograms) : Records.weight(71, id: Records.id(2))
        try await fixture.push([record])
        try fixture.merge(Step20Fixture.event(2, [record]))
        return (fixture, backup)
    }

    @Test("an event doesn't confirm the phone's own edit")
    func confirmsNoEdit() async throws {
        let (fixture, backup) = try await heard(isOwn: true)
        try expectUnsent(fixture, [71]) { unsent in
            """
            The phone pushed its own 71 kg and got no response; then an event said that the server has it. No page proves it, \
            so the row should still be dirty: the phone should want to send 71, and it wants to send \(unsent).
            """
        }
        try await fixture.restore(backup)
        for _ in 0..<2 { try await fixture.sync() }
        let held = try await fixture.serverValues
        expect(
            held == [70, 71],
            """
            Before the phone had pulled its own 71 kg, the server was restored from a backup without it. No page brings it, so \
            the phone should send it: the server should have 70 and 71, and it has \(held).
            \(fixture.drawing)
            """)
    }

    @Test("a row that only an event brought is sent to a server that forgot it")
    func sendsWhatServerForgot() async throws {
        let (fixture, backup) = try await heard()
        try await fixture.restore(backup)
        for _ in 0..<2 { try await fixture.sync() }
        let held = try await fixture.serverValues
        expect(
            held == [70, 71],
            """
            An event brought 71 kg, and before the phone had pulled, the server was restored from a backup without it. No \
            page brings it, so the phone should send it: the server should have 70 and 71, and it has \(held).
            \(fixture.drawing)
            """)
    }

    @Test("a row that a page covers isn't sent back")
    func forgetsCoveredRows() async throws {
        let (fixture, _) = try await heard()
        let pushesBefore = fixture.sentCount
        for _ in 0..<2 { try await fixture.sync() }
        expect(
            fixture.sentCount == pushesBefore,
            """
            The next page brings the record that the event brought, so the server has it. Nothing should be sent, and the \
            phone sent \(fixture.sentCount - pushesBefore) records.
            \(fixture.drawing)
            """)
        let edited = try await noted()
        try edited.edit(Records.id(2), value: 72)
        try edited.pull([Records.weight(71, id: Records.id(2))])
        try edited.answerPush()
        try edited.pull()
        try expectUnsent(edited, []) { unsent in
            """
            An event brought 71 kg, and the user edited it to 72 before a page brought the 71 as well. The server has taken \
            the 72. At the end of the pull nothing is left to send, and the phone wants to send \(unsent) once more: a page \
            covers its row, whatever the row holds by then.
            """
        }
        let deleted = try await noted()
        try deleted.pull([Step20Fixture.deletion(Records.id(2), version: 2)])
        try deleted.pull()
        try expectUnsent(deleted, []) { unsent in
            """
            An event brought 71 kg, and a page brings its deletion. A deletion covers its row as well, so nothing should be \
            sent, and the phone wants to send \(unsent).
            """
        }
    }

    /// A phone that has 70 kg from the server, and 71 kg from an event alone.
    private func noted() async throws -> Step20Fixture {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        try await fixture.sync()
        try fixture.merge(Step20Fixture.event(9, [Records.weight(71, id: Records.id(2))]))
        return fixture
    }

    /// Compares what the phone wants to send.
    private func expectUnsent(_ fixture: Step20Fixture, _ expected: [Double], _ why: ([Double]) -> String) throws {
        let unsent = try fixture.unsent
        expect(unsent == expected, "\(why(unsent))\n\(fixture.drawing)")
    }

    @Test("only an empty page that could be read in full is the end of the pull")
    func waitsForTheEnd() async throws {
        let fixture = try await noted()
        try fixture.pull(unreadable: 1)
        try expectUnsent(fixture, []) { unsent in
            """
            The page's only record couldn't be read, and it may be the one that the event brought. Nothing should be \
            sent yet, and the phone wants to send \(unsent).
            """
        }
        try fixture.pull([Records.weight(80, id: Records.id(3))])
        try expectUnsent(fixture, []) { unsent in
            """
            The first of two pages doesn't have the event's record; the second may have it. Nothing should be sent yet, \
            and the phone wants to send \(unsent).
            """
        }
        try fixture.pull([Records.weight(71, id: Records.id(2))])
        try fixture.pull()
        try expectUnsent(fixture, []) { unsent in
            "The second page covers the event's record, so nothing should be sent; the phone wants to send \(unsent)."
        }
        let other = try await noted()
        try other.pull([Records.weight(80, id: Records.id(3))])
        try other.pull()
        try expectUnsent(other, [71]) { unsent in
            "The pull has ended without the event's 71 kg. The phone should send 71, and it wants to send \(unsent)."
        }
        let record = try other.phone.dirty().first
        expect(
            record == Records.weight(71, id: Records.id(2)),
            """
            The phone should send the event's record just as it came, as version 1. It wants to send version \
            \(record?.version ?? 0).
            """)
        try other.pull([Records.weight(73, id: Records.id(2), updatedAt: 1_781_940_000_200)])
        let conflicts = try other.phone.conflicts().map(\.loser.value)
        expect(
            conflicts.isEmpty,
            """
            An event's 71 kg was made dirty at the end of a pull, and then a page brought 73. The user had edited nothing, so \
            there's no conflict; the phone lists \(conflicts).
            """)
    }

    @Test("a row that the server lacked is sent once")
    func sendsOnce() async throws {
        let fixture = try await noted()
        try fixture.pull()
        try fixture.answerPush()
        try fixture.pull()
        try expectUnsent(fixture, []) { unsent in
            """
            The server has taken the row that it lacked. At the end of the next pull nothing is left to send, and the \
            phone wants to send \(unsent) once more.
            """
        }
        let other = try await noted()
        try other.edit(Records.id(2), value: 72)
        try other.pull()
        try other.answerPush()
        try other.pull()
        try expectUnsent(other, []) { unsent in
            """
            An event brought 71 kg, and the person edited it to 72 before the pull ended without it. The server has taken \
            the 72. At the end of the next pull nothing is left to send, and the phone wants to send \(unsent) once more: \
            the row was still noted, though it was dirty when the pull ended.
            """
        }
    }

    @Test("an edit that is refused goes back to the event's record")
    func keepsBase() async throws {
        for isEditedFirst in [true, false] {
            let fixture = try await noted()
            if isEditedFirst { try fixture.edit(Records.id(2), value: 72) }
            try fixture.pull()
            if !isEditedFirst { try fixture.edit(Records.id(2), value: 72) }
            try expectUnsent(fixture, [72]) { unsent in "The edit to 72 kg should be sent; it's \(unsent)." }
            try fixture.answerPush(refusing: true)
            let values = try fixture.values
            expect(
                values == [70, 71],
                """
                An event brought 71 kg, and the person edited it to 72 \(isEditedFirst ? "before" : "after") the pull \
                ended without it. The server refused the edit, so the phone should show the event's 71 again. It lists \
                \(values).
                \(fixture.drawing)
                """)
        }
    }

    @Test("a row is noted if it took the event's record, and only then")
    func notesWhatItTook() async throws {
        let fixture = try await noted()
        try fixture.edit(Records.id(1), value: 75)
        let taken = Records.weight(72, id: Records.id(3))
        try fixture.merge(Step20Fixture.event(10, [taken, Records.weight(69.5, id: Records.id(1))]))
        try fixture.pull([Records.weight(71, id: Records.id(2)), taken])
        try fixture.answerPush()
        try fixture.pull()
        try expectUnsent(fixture, []) { unsent in
            """
            The phone's edit to 75 kg was greater than the event's record, so the row didn't take it. The server then took \
            the edit. Nothing should be sent again, and the phone wants to send \(unsent).
            """
        }
        let other = try await noted()
        try other.merge(Step20Fixture.event(10, [Records.weight(70.5, id: Records.id(1), version: 2)]))
        try other.pull()
        try expectUnsent(other, [70.5, 71]) { unsent in
            """
            One event brought a new row of 71 kg, and another replaced a row by 70.5 kg. The pull has ended without either, \
            so the phone should send 70.5 and 71, and it wants to send \(unsent).
            """
        }
        let several = try await noted()
        let deletion = Step20Fixture.deletion(Records.id(1), version: 2)
        try several.merge(Step20Fixture.event(10, [Records.weight(72, id: Records.id(3)), deletion]))
        try several.pull()
        try expectUnsent(several, [0.1, 71, 72]) { unsent in
            """
            One event brought 71 kg, and another a new 72 and the deletion of 70, which is 0.1 here. The pull has ended \
            without any, so the phone should send all three, and it wants to send \(unsent).
            """
        }
    }

    @Test("an event is merged whole or not at all")
    func oneTransaction() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        try await fixture.sync()
        let records = (2...4).map { Records.weight(Double(70 + $0), id: Records.id($0)) }
        for writes in 0..<12 {
            fixture.crashPoint.arm(afterWrites: writes)
            let crashed = (try? fixture.merge(Step20Fixture.event(9, records))) == nil
            fixture.crashPoint.disarm()
            let count = try fixture.values.count
            expect(
                count == (crashed ? 1 : 4),
                "A crash after \(writes) writes left \(count - 1) of the event's 3 records: they belong in one transaction."
            )
            if !crashed { return }
        }
    }

    @Test("an event is judged by the state that its own transaction finds")
    func asksInTheTransaction() async throws {
        let changes = [
            ("another account has logged in", "UPDATE sync_state SET account = 'another'"),
            ("a page has moved the cursor past the event", "UPDATE sync_state SET cursor = 9"),
        ]
        for (what, sql) in changes {
            let change = Step20LateChange(sql)
            let fixture = try Step20Fixture(extra: [change.feature])
            try await fixture.push([Records.weight(70, id: Records.id(1))])
            try await fixture.sync()
            var event = Step20Fixture.event(9, [Records.weight(72, id: Records.id(3))])
            event.overwritten = [Records.id(3): OverwrittenVersions(json: try JSONValue(parsing: #"{"through":1}"#))]
            try fixture.merge(event)
            let values = try fixture.values
            // Code that merges without the notes isn't noticed here: `keepsUnseenEdit` is about it.
            expect(
                values == [70] || !change.wasMade,
                """
                When the transaction of the merge began, \(what). So the event doesn't fit any more, and the phone should \
                list 70 alone; it lists \(values). A guess: the state was read in front of the transaction.
                """)
        }
    }
}
