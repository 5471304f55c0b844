import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of a page of a pull.
@Suite("Step 22: the page", .serialized)
struct Step22PageTests {
    private let phone: Step21Phone
    private let id = UUID()
    private let group = UUID()

    init() throws { phone = try Step21Phone() }

    private func apply(
        _ rows: [EntityRow], cursors: [String: Int64]? = nil, seq: Int64, hasMore: Bool = false
    ) throws {
        try phone.access.write { tables in
            let position = try tables.state().position
            let page = EntityChangesPage(
                rows: rows, cursors: cursors ?? position.cursors.mapValues { max($0, seq) }, hasMore: hasMore)
            _ = try tables.apply(page, askedAt: position, receipt: Receipt(seq: seq, tag: "00000000000000aa"))
        }
    }

    private func shown(_ id: UUID) throws -> Entity? { try phone.access.read { try $0.entity(id) } }

    @Test("rows of the types that were asked for are stored, and no others")
    func storesAskedTypes() throws {
        try phone.access.write { try $0.setServerTypes(["group", "note", "reminder", "tag"]) }
        let workout = UUID()
        try apply(
            [
                Step21.row(id, ["title": .string("Knee")]),
                Step21.row(
                    workout, type: "workout", ["start": .string("2026-05-01T10:00:00Z"), "minutes": .number(30)]),
            ], seq: 3)
        let (note, other) = (
            try phone.access.read { try $0.shadow(id) }, try phone.access.read { try $0.shadow(workout) }
        )
        expect(note != nil, "The page has a note, and the phone asked for notes. Its row isn't stored.")
        expect(
            other == nil,
            "The phone didn't ask for workouts: no cursor would vouch for the row. It's stored all the same.")
    }

    @Test("cursors and receipt move with the rows, and no cursor appears that wasn't asked with")
    func movesCursors() throws {
        try phone.access.write { try $0.setServerTypes(["note", "tag"]) }
        try apply([], cursors: ["note": 4, "tag": 4, "workout": 4], seq: 4)
        try phone.access.write { try $0.setServerTypes(["note", "tag", "workout"]) }
        let position = try phone.access.read { try $0.state().position }
        expect(
            position.cursors == ["note": 4, "tag": 4, "workout": 0] && position.receipt?.seq == 4,
            """
            The page goes to 4. A cursor that wasn't asked with stays at 0, or its older rows never come. The cursors are \
            \(position.cursors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }), the receipt's number \
            \(position.receipt?.seq ?? 0).
            """)
    }

    @Test("an answered command goes only when a pull has reached the end behind it")
    func dropsAtTheEnd() throws {
        try phone.access.write { try $0.create(EntityTypes.builtIn["note"]!, id: id, ["title": .string("Knee")]) }
        let batch = try phone.claim()
        try phone.answer(batch, [Step21.result(.applied, to: batch[0].command, seq: 5)])
        try apply([], seq: 6, hasMore: true)
        let early = try shown(id)?.text("title")
        expect(
            early == "Knee",
            """
            The cursor has passed the answer's number, and more pages come. The note's row may have moved to one of them, \
            so the command stays in the view. The phone shows \(early ?? "nothing").
            """)
        try apply([Step21.row(id, seq: 7, ["title": .string("Hip")])], seq: 7)
        let (title, waiting) = (try shown(id)?.text("title"), try phone.outbox().count)
        expect(
            title == "Hip" && waiting == 0,
            "The pull has reached the end, so the command goes and the row shows. The outbox has \(waiting), the title is \(title ?? "nothing")."
        )
    }

    @Test("what you saw is noted before a deletion takes it")
    func notesWhatWasShown() throws {
        try apply([Step21.row(id, ["title": .string("Knee"), "body": .string("left")])], seq: 1)
        try phone.access.write { try $0.update(id, ["body": .string("right")]) }
        let batch = try phone.claim()
        try apply([Step21.row(id, seq: 2, isDeleted: true)], seq: 2)
        try phone.answer(batch, [Step21.result(.conflict, .deleted, to: batch[0].command, seq: 2)])
        let kept = try phone.conflicts().first?.fields ?? [:]
        expect(
            kept == ["title": .string("Knee"), "body": .string("right")],
            """
            Somebody deleted the note while your edit was under way. You can make it anew from what you saw, title \
            included. Kept are \(kept.keys.sorted()).
            """)
    }

    @Test("what is noted is what you saw when the deletion came, and nothing from before")
    func notesTheLatest() throws {
        try apply([Step21.row(id, ["title": .string("Knee"), "body": .string("left")])], seq: 1)
        try phone.access.write { try $0.update(id, ["body": .string("right")]) }
        let batch = try phone.claim()
        try apply([Step21.row(id, seq: 2, ["title": .string("Elbow"), "body": .string("left")])], seq: 2)
        try apply([Step21.row(id, seq: 3, isDeleted: true)], seq: 3)
        guard let sent = batch.first else { return }
        try phone.answer(batch, [Step21.result(.conflict, .deleted, to: sent.command, seq: 3)])
        let title = try phone.conflicts().first?.fields["title"]?.string ?? "no title"
        expect(
            title == "Elbow",
            "Another phone called the note Elbow before it was deleted, so that's the title that you saw last. Kept is \(title)."
        )
    }

    @Test("a row that comes under a replaced id ends the replacement")
    func endsReplacements() throws {
        let mine = UUID()
        try phone.access.write {
            try $0.execute("INSERT INTO entity_map (id, survivor) VALUES ('\(mine.lowercased)', '\(id.lowercased)')")
        }
        try apply([Step21.row(mine, ["title": .string("Knee")])], seq: 1)
        let (map, title) = (try phone.access.read { try $0.map() }, try shown(mine)?.text("title"))
        expect(
            map.isEmpty && title == "Knee",
            """
            A restored server has your note again, under your id, so it stands for itself. The map should be empty and the \
            note there. The map has \(map.count) entries, and the note is \(title ?? "hidden").
            """)
    }

    @Test("what a page changes is on the screen, and a row waits for its group")
    func showsAtOnce() throws {
        let reminder = Step21.row(
            id, type: "reminder", seq: 1, ["title": .string("Stretch"), "group": .string(group.lowercased)])
        try apply([reminder], seq: 1, hasMore: true)
        let alone = try shown(id)
        expect(
            alone == nil, "The reminder's group comes with the next page, so no screen can place it yet. It's shown.")
        try apply([Step21.row(group, type: "group", seq: 2, ["name": .string("Health")])], seq: 2)
        let both = try shown(id)
        expect(both != nil, "The group has come, so the reminder is on the screen. It isn't.")
    }

    @Test("the entity that stood for a row's id is shown without what was meant for that one")
    func freesTheStandIn() throws {
        let mine = UUID()
        try apply([Step21.row(id, ["title": .string("Hip")])], seq: 1)
        try phone.add(.update, "note", mine, ["title": Step21.change("Hip", "Knee")])
        try phone.access.write { try $0.replace(mine, with: id, row: nil) }
        try apply([Step21.row(mine, seq: 2, ["title": .string("Hip")])], seq: 2)
        let (standIn, own) = (try shown(id)?.text("title"), try shown(mine)?.text("title"))
        expect(
            standIn == "Hip" && own == "Knee",
            """
            Your edit was shown on the note that stood for yours. Yours is back, so it's shown there and not any more on \
            the other. That one shows \(standIn ?? "nothing"), and yours \(own ?? "nothing").
            """)
    }

    @Test("a command that an empty last page lets go of shows the row")
    func showsAfterAnEmptyPage() throws {
        try apply([Step21.row(id, ["title": .string("Hip")])], seq: 1)
        try phone.access.write { try $0.update(id, ["title": .string("Knee")]) }
        let batch = try phone.claim()
        guard let sent = batch.first else { return }
        try phone.answer(batch, [Step21.result(.applied, to: sent.command, seq: 5)])
        try apply([Step21.row(id, seq: 6, ["title": .string("Elbow")])], seq: 6, hasMore: true)
        try apply([], seq: 7)
        let note = try shown(id)
        expect(
            note?.text("title") == "Elbow" && note?.waits == false,
            """
            The last page is empty, and the answered command goes with it. What's left is the row, Elbow. The phone shows \
            \(note?.text("title") ?? "nothing").
            """)
    }
}
