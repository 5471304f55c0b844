import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of a phone whose new id means another identity from now on.
@Suite("Step 22: a replaced id", .serialized)
struct Step22IdentityTests {
    private let phone: Step21Phone
    private let mine = UUID()
    private let theirs = UUID()

    init() throws { phone = try Step21Phone() }

    private func replace(_ id: UUID, with survivor: UUID, row: EntityRow? = nil) throws {
        try phone.access.write { try $0.replace(id, with: survivor, row: row) }
    }

    private func row(_ id: UUID, _ name: String, seq: Int64 = 1) -> EntityRow {
        Step21.row(id, type: "tag", seq: seq, ["name": .string(name)])
    }

    private func name(_ id: UUID) throws -> String {
        try phone.access.read { try $0.entity(id)?.text("name") } ?? "nothing"
    }

    @Test("the map has the id, and the one that stands for it")
    func maps() throws {
        try replace(mine, with: theirs)
        let map = try phone.access.read { try $0.map() }
        expect(
            map == [mine: theirs],
            "Your tag is theirs from now on, and later commands that name it depend on that. The map has \(map.count) entries."
        )
    }

    @Test("an id that is replaced again means the later one")
    func mapsAgain() throws {
        let first = UUID()
        try replace(mine, with: first)
        try replace(mine, with: theirs)
        let map = try phone.access.read { try $0.map() }
        expect(
            map == [mine: theirs],
            """
            A restored server took your tag for another one than before. It means theirs now, and the older entry goes. \
            The map leads to \(map[mine] == first ? "the one from before" : "\(map.count) ids").
            """)
    }

    @Test("the map never goes in a circle")
    func goesInNoCircle() throws {
        try replace(theirs, with: mine)
        try replace(mine, with: theirs)
        let map = try phone.access.read { try $0.map() }
        expect(
            map == [mine: theirs],
            """
            Theirs stood for yours once, before the server was restored. Now yours stands for theirs, so the old entry \
            goes. The map has \(map.count) entries.
            """)
    }

    @Test("this phone's row of the old id goes")
    func dropsTheOldRow() throws {
        try phone.pull(row(mine, "Morning"))
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let old = try phone.access.read { try $0.shadow(mine) }
        expect(old == nil, "The old id has no row any more, or the list shows Morning twice. It's still there.")
    }

    @Test("the row of the identity that stayed is there in the same transaction")
    func storesTheRow() throws {
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let shown = try name(theirs)
        expect(
            shown == "Morning",
            "No pull has brought their tag yet. Without its row your tag would vanish from the screen. It shows \(shown)."
        )
    }

    @Test("a row that a pull has brought isn't overwritten")
    func keepsTheNewerRow() throws {
        try phone.pull(row(theirs, "Early morning", seq: 9))
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let shown = try name(theirs)
        expect(
            shown == "Early morning",
            "A pull has brought a row already, and it may be newer than the answer's. It stays; the tag is called \(shown)."
        )
    }

    @Test("a row of another entity isn't stored")
    func believesNoOtherRow() throws {
        let other = UUID()
        try replace(mine, with: theirs, row: row(other, "Strange"))
        let (shown, stored) = (try name(other), try phone.access.read { try $0.shadow(other) })
        expect(
            shown == "nothing" && stored == nil,
            """
            The answer's row isn't the one that stayed, so it isn't stored. The phone shows \(shown), and has \
            \(stored == nil ? "no row of it" : "a row of it").
            """)
    }

    @Test("what refers to the old id shows the new one")
    func showsLinks() throws {
        let note = UUID()
        try phone.access.write { tables in
            try tables.create(EntityTypes.builtIn["tag"]!, id: mine, ["name": .string("Morning")])
            try tables.create(
                EntityTypes.builtIn["note"]!, id: note, ["title": .string("Knee"), "tags": .set([mine.lowercased])])
        }
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let (tags, old) = try phone.access.read { tables in
            (try tables.entity(note)?.fields["tags"]?.texts ?? [], try tables.list("tag", limit: 10).map(\.id))
        }
        expect(
            tags == [theirs.lowercased] && old == [theirs],
            """
            The note was tagged with your Morning, which is theirs now. It should show theirs, and the list one tag. The \
            note has \(tags.count) tags\(tags == [mine.lowercased] ? ", the old one" : ""), and the list \(old.count).
            """)
    }

    @Test("what the survivor stood for until now loses the edits that were meant for it")
    func freesWhoStoodIn() throws {
        let third = UUID()
        try phone.pull(row(third, "Morning"))
        try phone.add(.update, "tag", theirs, ["colour": Step21.to("red")])
        try replace(theirs, with: third)
        let before = try phone.access.read { try $0.entity(third)?.waits }
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let (after, edited) = try phone.access.read { (try $0.entity(third)?.waits, try $0.entity(theirs)?.waits) }
        expect(
            before == true && after == false && edited == true,
            """
            Another tag stood for it until now, and showed your colour. The survivor is itself again, so the colour moves \
            there. The other tag \(after == true ? "still waits with it" : "has let it go"), and the survivor \
            \(edited == true ? "has it" : "lacks it").
            """)
    }

    @Test("no command in the outbox changes")
    func leavesTheQueue() throws {
        try phone.add(.create, "tag", mine, ["name": Step21.to("Morning")])
        try replace(mine, with: theirs, row: row(theirs, "Morning"))
        let ids = try phone.outbox().map(\.command.id)
        expect(
            ids == [mine],
            """
            The command may have been sent with your id, and its hash is made of that. It stays as it is. It names \
            \(ids == [theirs] ? "their id" : "\(ids.count) ids") now.
            """)
    }
}
