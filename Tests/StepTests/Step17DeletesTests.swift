import Foundation
import GRDB
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what a deletion holds and clears, and of what a phone and the server remember of an edit that was
/// overwritten.
@Suite("Step 17: deletes", .serialized)
struct Step17DeletesTests {
    let id = Records.id(1)

    // MARK: What a deletion clears

    @Test("a deletion moves the content out of every table, where it can be brought back for 30 days")
    func clearsEveryTable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        try receive(Records.weight(70), store)
        try store.edit(id, value: 71)
        try receive(Records.weight(72, version: 2, updatedAt: 9_000_000_000_000), store)
        try store.edit(id, value: 73)
        try receive(tombstone(version: 9, updatedAt: 9_500_000_000_000), store)
        for table in ["measurement", "base", "rejected", "conflict", "edited_from"] {
            let values = try DatabaseQueue(path: path).read {
                try Double.fetchAll($0, sql: "SELECT value_ FROM \(table) WHERE value_ > 1")
            }
            // Content that is left behind is missing below, too; one message is enough.
            try #require(
                values.isEmpty,
                """
                The record is deleted, and the table `\(table)` still holds \(values.map { "\($0)" }.joined(separator: ", ")) kg: \
                nothing ever erases it there.
                """)
        }
        let kept = try store.recentlyDeleted().map(\.measurement.value).sorted()
        expect(
            kept == [71, 72, 73],
            """
            The row held 73, its base 72, and a conflict 71. All three should be among the recently deleted, where the \
            person can bring them back; there \(kept.isEmpty ? "is nothing" : "are \(kept)").
            """)
        try keepsRefusedCopy()
    }

    private func keepsRefusedCopy() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        let refused = try store.edit(id, value: 71)
        let rejection = Rejection(id: id, version: refused.version, code: "out_of_bounds", detail: "Too much.")
        _ = try store.apply(rejection, of: refused, account: "a", origin: "http://server.test")
        try #require(try store.rejected().count == 1, "The test wants 71 to be kept as a refused copy.")
        try receive(tombstone(version: 9, updatedAt: 9_500_000_000_000), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value)
        expect(
            kept.contains(71),
            """
            The server had refused 71, and this phone kept the copy. The deletion took it away, so the person can't bring \
            it back.
            """)
        try clearsBesideADeletion()
    }

    /// A restored record that the server refuses goes back to the deletion, and its content is a refused copy then.
    private func clearsBesideADeletion() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try receive(tombstone(version: 2), store)
        let entry = try #require(
            try store.recentlyDeleted().first, "The test wants 70 to be among the recently deleted.")
        let refused = try store.restore(deleted: entry.id)
        let rejection = Rejection(id: id, version: refused.version, code: "out_of_bounds", detail: "Too much.")
        _ = try store.apply(rejection, of: refused, account: "a", origin: "http://server.test")
        let row = try store.byId(id)
        try #require(
            try store.rejected().count == 1 && row?.isDeleted == true,
            "The test wants the row to be a deletion again, and 70 to be a refused copy.")
        try receive(tombstone(version: 9, updatedAt: 9_500_000_000_000), store)
        let left = try store.rejected().count
        let kept = try store.recentlyDeleted().map(\.measurement).filter { !$0.isDeleted }.map(\.value)
        expect(
            left == 0 && kept == [70],
            """
            The row was a deletion already, and 70, which the user had restored and the server refused, was a refused copy. \
            Then another deletion came. It clears the tables again: no refused copy should be left, and 70 be among the \
            recently deleted. There are \(left) refused copies, and \(kept).
            """)
    }

    @Test("a deletion that lost can't be brought back")
    func lostDeletions() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try store.delete(id)
        try receive(Records.weight(75, version: 2, updatedAt: 9_000_000_000_000), store)
        let lost = try store.conflicts().count
        try #require(lost == 1, "The test wants the deletion to lose against 75, and to be kept as a conflict.")
        try receive(tombstone(version: 3, updatedAt: 9_500_000_000_000), store)
        let kept = try store.recentlyDeleted().map(\.measurement)
        expect(
            !kept.contains { $0.isDeleted },
            "Among the recently deleted there is a deletion. Anyone who brings it back gets a record of 0.1 kg.")
        expect(
            try store.conflicts().isEmpty,
            "The record is deleted everywhere now, but an older deletion of it is still among the conflicts.")
        try dropsDeletedBase()
        try dropsDeletedRow()
        try dropsRefusedDeletion()
    }

    /// A restored record has the deletion as its base.
    private func dropsDeletedBase() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try receive(tombstone(version: 2), store)
        let entry = try #require(
            try store.recentlyDeleted().first, "The test wants 70 to be among the recently deleted.")
        try store.restore(deleted: entry.id)
        try store.delete(id)
        let kept = try store.recentlyDeleted().map(\.measurement.value)
        expect(
            kept == [70],
            """
            70 was deleted on another phone, restored here, and deleted again before a sync. The base is the first \
            deletion, which has no content, so only 70 can be brought back; the recently deleted are \(kept).
            """)
    }

    @Test("what this phone deletes can be restored, and the restored record beats the deletion everywhere")
    func restored() async throws {
        let fixture = try Step17Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        try await share(70, a, b)
        try a.store.delete(id)
        try await sync(a, b)
        expect(try b.store.list().isEmpty, "A deleted the record and both synced; B still shows it.")
        let entry = try #require(
            try a.store.recentlyDeleted().first, "A has just deleted 70 kg, and there is nothing to bring back.")
        try a.store.restore(deleted: entry.id)
        try await sync(a, b)
        let shown = try b.store.byId(id)
        expect(
            shown?.value == 70 && shown?.version == 3,
            "A restored the record as version 3, and B shows \(shown.shown).")
    }

    // MARK: What an edit was made from

    @Test("an edit on top of a pushed edit was made from the pushed one")
    func editInFlight() async throws {
        for (edits, shown) in [([72], "72"), ([72, 71], "72 and then 71 again")] as [([Double], String)] {
            let fixture = try Step17Fixture()
            let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
            try await share(70, a, b)
            try a.store.edit(id, value: 71)
            a.duringNextPush { [id] in for value in edits { try a.store.edit(id, value: value) } }
            try await sync(a, b)
            let notes = try await notes(fixture)
            expect(
                notes.isEmpty,
                """
                A pushed 71 and made \(shown) of it while the push was on its way. The server noted version \
                \(notes.copies.map { "\($0.version)" }.joined(separator: ", ")) as overwritten unseen, though A had \
                written it: the acknowledged copy is what the unsent edit was made from.
                """)
        }
        try await restoreInFlight()
        try parents()
    }

    private func restoreInFlight() async throws {
        let fixture = try Step17Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        try await share(70, a, b)
        try a.store.delete(id)
        let entry = try #require(
            try a.store.recentlyDeleted().first, "The test wants 70 to be among the recently deleted.")
        a.duringNextPush { _ = try a.store.restore(deleted: entry.id) }
        try await sync(a, b)
        let notes = try await notes(fixture)
        // A number would be a mistake in the notes themselves, which have tests of their own.
        expect(
            notes.copies.isEmpty,
            """
            A pushed its deletion and brought 70 back while the push was on its way. The server noted \(shown(notes)) as \
            overwritten unseen, though A had written it: the acknowledged deletion is what 70 was made from.
            """)
    }

    @Test("an edit that the server took stays this phone's own when a later one is refused")
    func refusedInFlight() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        let pushed = try store.edit(id, value: 71)
        let refused = try store.edit(id, value: 72)
        try store.acknowledge([pushed])
        let rejection = Rejection(id: id, version: refused.version, code: "out_of_bounds", detail: "Too much.")
        _ = try store.apply(rejection, of: refused, account: "a", origin: "http://server.test")
        let shown = try store.byId(id)?.value
        try #require(shown == 71, "The test wants the phone to go back to 71, which the server took.")
        try receive(Records.weight(80, version: 9, updatedAt: 9_000_000_000_000), store)
        let lost = try store.conflicts().map(\.loser.value)
        expect(
            lost == [71],
            """
            The server took 71 and refused 72, so the phone went back to 71, an edit of its own. Then 80 came, whose author \
            hadn't seen 71. The conflicts should list it, and they list \(lost): the origin says whether the edit was this phone's.
            """)
    }

    @Test("a row without an unsent edit has no parent, when the server acknowledges an older copy of it")
    func nothingUnsent() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        try receive(Records.weight(70), store)
        let pushed = try store.edit(id, value: 71)
        try receive(Records.weight(80, version: 9, updatedAt: 9_000_000_000_000), store)
        try store.acknowledge([pushed])
        let count = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM edited_from") }
        expect(
            count == 0,
            """
            71 was pushed, 80 came from another phone before the acknowledgement, and nothing of it is unsent: there's no \
            edit that could have a parent. `edited_from` has \(count ?? 0) of it, so the next edit would name a version \
            that it wasn't made from.
            """)
        try nothingThere()
    }

    private func nothingThere() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        let pushed = try store.add(kind: .weight, value: 70, unit: .kilograms, id: id)
        let rejection = Rejection(id: id, version: pushed.version, code: "out_of_bounds", detail: "Too much.")
        _ = try store.apply(rejection, of: pushed, account: "a", origin: "http://server.test")
        let row = try store.byId(id)
        try #require(row == nil, "The test wants the refused record to leave its row.")
        try store.acknowledge([pushed])
        let count = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM edited_from") }
        expect(
            count == 0,
            """
            A new record was refused, so it has no row. Then an older response acknowledged it. Without a row there's no \
            edit that could have a parent, and `edited_from` has \(count ?? 0) of it.
            """)
    }

    @Test("a deletion on top of a pushed edit keeps no content as its origin")
    func deletionInFlight() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        try receive(Records.weight(70), store)
        let pushed = try store.edit(id, value: 71)
        try store.delete(id)
        try store.acknowledge([pushed])
        let (values, digests, owns) = try DatabaseQueue(path: path).read {
            (
                try Double.fetchAll($0, sql: "SELECT value_ FROM edited_from WHERE value_ > 1"),
                try String.fetchAll($0, sql: "SELECT digest FROM edited_from WHERE digest IS NOT NULL"),
                try Bool.fetchAll($0, sql: "SELECT own FROM edited_from")
            )
        }
        expect(
            values.isEmpty,
            "The record is deleted, and `edited_from` still holds \(values) kg as the origin of the deletion.")
        expect(
            digests == [RecordVersion(pushed).digest],
            "The deletion was made on top of the acknowledged edit, so that one's digest should be its origin.")
        expect(
            owns == [true],
            "The deletion is this phone's own, so its parent is too. `own` should be 1 in `edited_from`, and it's \(owns)."
        )
        try deletionOfAnother()
    }

    /// After a lost history, a deletion that came from another phone is unsent, and isn't this phone's own.
    private func deletionOfAnother() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        try receive(Records.weight(70), store)
        let pushed = try store.edit(id, value: 71)
        try receive(tombstone(version: 9, updatedAt: 9_500_000_000_000), store)
        _ = try store.resetSyncState()
        try store.acknowledge([pushed])
        let values = try DatabaseQueue(path: path).read {
            try Double.fetchAll($0, sql: "SELECT value_ FROM edited_from WHERE value_ > 1")
        }
        expect(
            values.isEmpty,
            """
            71 was pushed, another phone deleted the record, and the server lost its history, so the deletion has to be sent \
            again. Then 71 was acknowledged, and `edited_from` holds \(values) kg beside the deletion.
            """)
    }

    // MARK: What was overwritten unseen

    @Test("an edit that the server had taken becomes a conflict when another phone overwrites it unseen")
    func takenAndOverwritten() async throws {
        let fixture = try Step17Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        try await share(70, a, b)
        try b.store.edit(id, value: 72)
        try await b.sync()
        try a.store.edit(id, value: 80)
        try a.store.edit(id, value: 75)
        try await sync(a, b)
        let shownByB = try b.store.byId(id)?.value
        expect(
            shownByB == 75,
            """
            A's 75 has version 3 and B's 72 has version 2, so 75 wins on both phones. After both have synced, B has \
            \(shownByB.map { "\($0)" } ?? "no record").
            """)
        let (lostOfA, lostOfB) = (try a.lostValues, try b.lostValues)
        let noted = try await notes(fixture)
        expect(
            lostOfB == [72],
            """
            The server had taken B's 72 when A, who had never seen it, overwrote it with 75. B's conflicts are \
            \(lostOfB): the edit has vanished, and B was never told. The server noted \(shown(noted)) as overwritten\
            \(noted.isEmpty ? "; perhaps the fault is in its notes, and not in what B makes of them" : "").
            """)
        expect(lostOfA.isEmpty, "A wrote the value that won, but has the conflicts \(lostOfA).")
    }

    @Test("an edit that the other phone had seen is no conflict")
    func seenIsNoConflict() async throws {
        let fixture = try Step17Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        try await share(70, a, b)
        try b.store.edit(id, value: 72)
        try await sync(b, a)
        try a.store.edit(id, value: 75)
        try await sync(a, b)
        let lost = try b.lostValues
        expect(
            lost.isEmpty,
            """
            A saw B's 72 and corrected it to 75. B's conflicts are \(lost): a person who is asked about every \
            change stops reading.
            """)
    }

    @Test("a phone judges its edit by name, by number up to `through`, and by whether the server has it")
    func judgesEdits() throws {
        let mine = Records.weight(71, version: 2)
        let other = RecordVersion(Records.weight(99, version: 2))
        let later = RecordVersion(Records.weight(99, version: 4))
        let cases: [(isDirty: Bool, copies: [RecordVersion], through: Int64, isKept: Bool, why: String)] = [
            (false, [RecordVersion(mine)], 0, true, "The response names this very edit, by version and digest"),
            (false, [other], 0, false, "The response names another record of the same version"),
            (false, [], 2, true, "The response says that every version through 2 was overwritten"),
            (
                false, [], 1, false,
                "The response says that the versions through 1 were overwritten, and this is version 2"
            ),
            (false, [], 0, false, "The response says nothing"),
            (
                false, [later], 2, true,
                "The response names version 4, and says that everything through 2 was overwritten"
            ),
            (
                false, [RecordVersion(mine)], 1, true,
                "The response says that everything through 1 was overwritten, and names this edit of version 2"
            ),
            (false, [later], 0, false, "The response names version 4 and no other, and this is version 2"),
            (true, [], 0, true, "The server lost its history and hasn't confirmed this edit since"),
            (
                true, [other], 1, true,
                "The server lost its history and hasn't confirmed this edit since, and its response names others"
            ),
        ]
        var isRight = true
        for (isDirty, copies, through, isKept, why) in cases {
            let store = try Records.store()
            try receive(Records.weight(70), store)
            let edit = try store.edit(id, value: 71)
            try store.acknowledge([edit])
            if isDirty { _ = try store.resetSyncState() }
            try receive(
                Records.weight(80, version: 5, updatedAt: 9_000_000_000_000), store,
                overwritten: versions(copies.map { $0 == RecordVersion(mine) ? RecordVersion(edit) : $0 }, through))
            let isConflict = try !store.conflicts().isEmpty
            isRight = isRight && isConflict == isKept
            expect(
                isConflict == isKept,
                "\(why). So the edit \(isKept ? "should become a conflict, but it vanished" : "is no conflict, but it became one")."
            )
        }
        // A fault that edits show already needs no second message.
        if isRight { try judgesADeletion() }
    }

    private func judgesADeletion() throws {
        let other = RecordVersion(tombstone(version: 2, updatedAt: 1_781_999_000_000))
        let cases: [(isDirty: Bool, name: RecordVersion?, through: Int64, isKept: Bool, why: String)] = [
            (false, nil, 0, true, "the response says that 80 kg replaced it unseen"),
            (false, other, 2, true, "the response says that everything through 2 was overwritten"),
            (false, other, 1, false, "the response names another deletion of the same version"),
            (true, other, 0, true, "the server lost its history and hasn't confirmed it since"),
        ]
        for (isDirty, name, through, isKept, why) in cases {
            let store = try Records.store()
            try receive(Records.weight(70), store)
            try store.delete(id)
            let deletion = try #require(try store.byId(id), "The test wants the deletion to stay in its row.")
            try store.acknowledge([deletion])
            if isDirty { _ = try store.resetSyncState() }
            try receive(
                Records.weight(80, version: 5, updatedAt: 9_000_000_000_000), store,
                overwritten: versions([name ?? RecordVersion(deletion)], through))
            let lost = try store.conflicts().map(\.loser.isDeleted)
            expect(
                lost == (isKept ? [true] : []),
                """
                The server had taken this phone's deletion, and \(why). A deletion is an edit, so it should \
                \(isKept ? "be the only conflict" : "be no conflict"). There are \(lost.count), and \
                \(lost.count { $0 }) of them are deletions.
                """)
        }
    }

    @Test("a server from before deletes says nothing, and changes nothing")
    func olderServer() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store, features: "base")
        let edit = try store.edit(id, value: 71)
        try store.acknowledge([edit])
        try receive(Records.weight(80, version: 5, updatedAt: 9_000_000_000_000), store, features: "base")
        expect(
            try store.conflicts().isEmpty,
            "A server without the feature can't say what was overwritten, so the rules of step 8 hold alone.")
    }

    // MARK: All together

    @Test("histories of three phones: all agree, nothing deleted comes back, no edit vanishes unseen")
    func histories() async throws {
        for seed in UInt64(1)...30 {
            var history = try Step17History(seed: seed)
            if let problem = try await history.run() {
                Issue.record(
                    "\(problem)\nHistory \(seed): \(history.events.joined(separator: "; "))\n\(history.drawing)")
                return
            }
        }
    }
}

extension Step17DeletesTests {
    /// A well-formed deletion of the weight, made without the learner's code.
    func tombstone(version: Int64, updatedAt: Int64 = 1_781_940_600_000) -> Vitals.Measurement {
        var record = Records.weight(0.1, version: version, recordedAt: updatedAt, updatedAt: updatedAt)
        record.extra = UnknownMembers(unchecked: #"{"deleted":true}"#)
        return record
    }

    /// Lets the store pull one record from a server that knows deletes.
    func receive(
        _ record: Vitals.Measurement, _ store: MeasurementStore, overwritten: OverwrittenVersions? = nil,
        features: String = "base,deletes"
    ) throws {
        let state = try store.syncState()
        var page = Pulled(records: [record], nextCursor: state.cursor + 1)
        if let overwritten { page.overwritten = [record.id: overwritten] }
        // A store hears of the features before the records that need them.
        _ = try store.apply(
            SyncResponse(Pulled(records: [], nextCursor: state.cursor), account: "a", features: features),
            askedWith: state, origin: "http://server.test")
        _ = try store.apply(
            SyncResponse(page, account: "a", features: features), askedWith: try store.syncState(),
            origin: "http://server.test")
    }

    func versions(_ copies: [RecordVersion], _ through: Int64) -> OverwrittenVersions {
        let copies = copies.map { #"{"version":\#($0.version),"digest":"\#($0.digest)"}"# }.joined(separator: ",")
        let json = #"{"copies":[\#(copies)],"through":\#(through)}"#
        return (try? JSONValue(parsing: Array(json.utf8))).map { OverwrittenVersions(json: $0) }
            ?? OverwrittenVersions()
    }

    func shown(_ notes: OverwrittenVersions) -> String {
        guard !notes.isEmpty else { return "nothing" }
        let copies = notes.copies.map { "version \($0.version)" }.sorted()
        return (copies + (notes.through.map { ["everything through \($0)"] } ?? [])).joined(separator: " and ")
    }

    func push(_ record: Vitals.Measurement, from origin: RecordVersion?, _ fixture: Step17Fixture) async throws {
        let origins = origin.map { [record.id: $0] } ?? [:]
        _ = try await fixture.server.push(
            PushBatch([record], editedFrom: origins), user: DevelopmentUser.id, receipt: nil)
    }

    func notes(_ fixture: Step17Fixture) async throws -> OverwrittenVersions {
        await fixture.server.overwritten([id], user: DevelopmentUser.id)[id] ?? OverwrittenVersions()
    }

    /// Gives both phones one weight, which A adds.
    func share(_ value: Double, _ a: Step17Phone, _ b: Step17Phone) async throws {
        try a.store.add(kind: .weight, value: value, unit: .kilograms, id: id)
        try await sync(a, b)
    }

    func sync(_ phones: Step17Phone...) async throws {
        for phone in phones { try await phone.sync() }
    }
}
