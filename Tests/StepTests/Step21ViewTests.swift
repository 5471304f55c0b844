import Foundation
import GRDB
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of what the user sees: the server's row, with the commands applied on top.
@Suite("Step 21: the view", .serialized)
struct Step21ViewTests {
    private let id = UUID()
    private let phone: Step21Phone

    init() throws { phone = try Step21Phone() }

    @Test("without commands the view is the server's row, and a deleted row shows nothing")
    func showsTheRow() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let shown = try phone.view(id, [])
        expect(
            shown?.fields == ["title": .string("Knee")] && shown?.type == "note",
            "The server's row says Knee. The view shows \(Self.text(shown)).")
        try phone.pull(Step21.row(id, seq: 2, isDeleted: true))
        let deleted = try phone.view(id, [])
        expect(deleted == nil, "The server's row is a tombstone. The view shows \(Self.text(deleted)).")
        let none = try phone.view(UUID(), [])
        expect(none == nil, "There's neither a row nor a command, and the view shows \(Self.text(none)).")
    }

    @Test("commands are applied in order, each on top of the one before, answered or not")
    func appliesInOrder() throws {
        try phone.pull(Step21.row(id, ["title": .string("Stretch"), "body": .string("slowly")]))
        var commands = Step21.queued(
            Step21.command(.update, "note", id, ["title": Step21.change("Stretch", "Stretch twice")]),
            Step21.command(.update, "note", id, ["title": Step21.change("Stretch twice", "Stretch thrice")]),
            Step21.command(.update, "note", id, ["body": FieldChange(base: .string("slowly"), to: .null)]))
        let last = try phone.view(id, commands)
        expect(
            last?.text("title") == "Stretch thrice",
            "Two edits were made, and the last one says Stretch thrice. The view shows \(Self.text(last)).")
        expect(last?.fields["body"] == nil, "The last edit removed the body. The view shows \(Self.text(last)).")
        commands[0].seq = 7
        commands[1].seq = 8
        let answered = try phone.view(id, commands)
        expect(
            answered?.text("title") == "Stretch thrice",
            """
            The first two edits were answered, and no pull has brought their row yet. They stay in the view. It shows \
            \(Self.text(answered)).
            """)
    }

    @Test("what was edited offline is still shown after a pull that knows only the create")
    func story() throws {
        let create = try phone.add(.create, "note", id, ["title": Step21.to("Knee hurts")])
        _ = try phone.send()
        let edit = try phone.add(.update, "note", id, ["title": Step21.change("Knee hurts", "Knee is fine")])
        // The server performed the create, and its answer was lost.
        try phone.pull(Step21.row(id, seq: 57, ["title": .string("Knee hurts")]))
        let shown = try phone.view(id, Step21.queued(create, edit))
        expect(
            shown?.text("title") == "Knee is fine",
            """
            A note was made and edited in a tunnel. The answer to the create was lost, and a pull has the server's row, \
            which says Knee hurts. Now the view shows \(Self.text(shown)).
            """)
    }

    @Test("a create shows its fields where there's no row, and nothing new where there's one")
    func createsOnce() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Mine")])
        let fresh = try phone.view(id, Step21.queued(create))
        expect(fresh?.text("title") == "Mine", "A note was created offline. The view shows \(Self.text(fresh)).")
        try phone.pull(Step21.row(id, ["title": .string("Theirs")]))
        let known = try phone.view(id, Step21.queued(create))
        expect(
            known?.text("title") == "Theirs",
            """
            The server has the note already, and another phone has changed its title since. The create must not bring \
            the first title back. The view shows \(Self.text(known)).
            """)
        try phone.pull(Step21.row(id, seq: 2, isDeleted: true))
        let deleted = try phone.view(id, Step21.queued(create))
        expect(
            deleted == nil,
            "The server's row is a tombstone. A create under its id brings nothing back, and the view shows \(Self.text(deleted))."
        )
    }

    @Test("a created entity has no field for a null")
    func createsWithoutNulls() throws {
        let changes = ["title": Step21.to("Mine"), "body": FieldChange(to: .null)]
        let shown = try phone.view(id, Step21.queued(Step21.command(.create, "note", id, changes)))
        expect(
            shown?.fields == ["title": .string("Mine")],
            """
            The create says title Mine, and null for the body. Null is no value, so the entity has the title alone. The view \
            shows \(Self.text(shown)).
            """)
    }

    @Test("a create after a delete makes the entity again, as long as the server has no row of it")
    func createsAgain() throws {
        let commands = Step21.queued(
            Step21.command(.create, "note", id, ["title": Step21.to("Mine"), "body": Step21.to("first")]),
            Step21.command(.delete, "note", id),
            Step21.command(.create, "note", id, ["title": Step21.to("Mine again")]))
        let shown = try phone.view(id, commands)
        expect(
            shown?.fields == ["title": .string("Mine again")],
            """
            A note was created, deleted and created again, and there's no row of it. The last create finds nothing shown, so \
            it makes the note: title Mine again, and no body. The view shows \(Self.text(shown)).
            """)
    }

    @Test("an edit changes what is shown: a set by what was added and removed, and nothing where nothing is shown")
    func editsWhatIsShown() throws {
        let (a, b, c) = (UUID().lowercased, UUID().lowercased, UUID().lowercased)
        try phone.pull(Step21.row(id, ["title": .string("Knee"), "tags": .set([a, b])]))
        let edit = Step21.command(.update, "note", id, ["tags": FieldChange(base: .set([a]), to: .set([c]))])
        let tagged = try phone.view(id, Step21.queued(edit))
        expect(
            tagged?.fields["tags"] == .set([b, c]),
            """
            You saw the tag A, removed it and added C. Meanwhile another phone added B. The view has B and C, in a set's \
            order; it has \(tagged?.fields["tags"].map(CanonicalJSON.text) ?? "no tags"), where A is \(a) and C is \(c).
            """)
        let nowhere = try phone.view(
            UUID(), Step21.queued(Step21.command(.update, "note", id, ["title": Step21.to("Ghost")])))
        expect(nowhere == nil, "An edit of nothing makes nothing. The view shows \(Self.text(nowhere)).")
    }

    @Test("a delete shows nothing, unless it named an id that another entity stands for")
    func deletes() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let deleted = try phone.view(id, Step21.queued(Step21.command(.delete, "note", id)))
        expect(deleted == nil, "The note was deleted here. The view shows \(Self.text(deleted)).")
        let other = try phone.view(id, Step21.queued(Step21.command(.delete, "note", UUID())))
        expect(
            other?.text("title") == "Knee",
            """
            The delete names an id of this phone that this note stands for. It deletes what you made by mistake, and not \
            the other phone's note. The view shows \(Self.text(other)).
            """)
    }

    @Test("a command of a type that this build doesn't know is skipped, and the others count")
    func skipsUnknown() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let strange = EntityCommand(
            .update, type: "recipe", id: id, updatedAt: Timestamp(millisecondsSinceEpoch: 0)!,
            fields: .object([.init("title", .object([.init("to", .string("Soup"))]))]))
        let shown = try phone.view(
            id, Step21.queued(strange, Step21.command(.update, "note", id, ["body": Step21.to("hurts")])))
        expect(
            shown?.fields == ["title": .string("Knee"), "body": .string("hurts")],
            "A newer build wrote one of the two commands. The other one still counts. The view shows \(Self.text(shown))."
        )
        let strangeDelete = EntityCommand(
            .delete, type: "recipe", id: id, updatedAt: Timestamp(millisecondsSinceEpoch: 0)!)
        let kept = try phone.view(id, Step21.queued(strangeDelete))
        expect(
            kept?.text("title") == "Knee",
            """
            A delete has a type that this build doesn't know. It's skipped like any other, and Knee stays. The view shows \
            \(Self.text(kept)).
            """)
    }

    @Test("a command whose changes can't be read is skipped, and the others count")
    func skipsUnreadable() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let broken = EntityCommand(
            .update, type: "note", id: id, updatedAt: Timestamp(millisecondsSinceEpoch: 0)!,
            fields: .object([.init("no field's name", .object([.init("to", .string("Soup"))]))]))
        let commands = Step21.queued(broken, Step21.command(.update, "note", id, ["body": Step21.to("hurts")]))
        var thrown: (any Error)?
        var shown: Entity?
        do {
            shown = try phone.view(id, commands)
        } catch { thrown = error }
        expect(
            shown?.fields == ["title": .string("Knee"), "body": .string("hurts")],
            """
            The changes of one command can't be read. It's skipped, and the other one gives the body: title Knee, body \
            hurts. The view \(thrown.map { "throws: \($0)" } ?? "shows \(Self.text(shown)).")
            """)
    }

    @Test("an entity waits as long as one of its commands has no answer")
    func waits() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let still = try phone.view(id, [])
        expect(still?.waits == false, "Nothing waits for the server, and `waits` is \(still?.waits ?? true).")
        var commands = Step21.queued(
            Step21.command(.update, "note", id, ["title": Step21.change("Knee", "Hip")]),
            Step21.command(.update, "note", id, ["body": Step21.to("hurts")]))
        commands[0].seq = 7
        let half = try phone.view(id, commands)
        expect(
            half?.waits == true,
            "The second edit has no answer yet, so `waits` should be true. It's \(half?.waits ?? false).")
        commands[1].seq = 8
        let all = try phone.view(id, commands)
        expect(all?.waits == false, "Both edits are answered, so `waits` should be false. It's \(all?.waits ?? true).")
    }

    @Test("an entity waits for a command that was skipped, too")
    func waitsForTheSkipped() throws {
        try phone.pull(Step21.row(id, ["title": .string("Knee")]))
        let strange = EntityCommand(
            .update, type: "recipe", id: id, updatedAt: Timestamp(millisecondsSinceEpoch: 0)!)
        let shown = try phone.view(id, Step21.queued(strange))
        expect(
            shown?.waits == true,
            """
            The only command has a type that this build doesn't know, and no answer. It waits in the outbox like any other, \
            so `waits` is true. It's \(shown.map { "\($0.waits)" } ?? "nowhere, because nothing is shown").
            """)
    }

    @Test("references name the ids that count now")
    func followsReferences() throws {
        let (mine, theirs) = (UUID(), UUID())
        try phone.access.write {
            try $0.execute(
                "INSERT INTO entity_map (id, survivor) VALUES (?, ?)", [mine.lowercased, theirs.lowercased])
        }
        let create = Step21.command(
            .create, "note", id, ["title": Step21.to("Knee"), "tags": FieldChange(to: .set([mine.lowercased]))])
        let shown = try phone.view(id, Step21.queued(create))
        expect(
            shown?.fields["tags"] == .set([theirs.lowercased]),
            """
            The server took your tag for another one, \(theirs.lowercased). A note that was tagged before should show \
            that one. Its tags are \(shown?.fields["tags"].map(CanonicalJSON.text) ?? "none").
            """)
    }

    /// Prints an entity for a message.
    static func text(_ entity: Entity?) -> String {
        guard let entity else { return "nothing" }
        return CanonicalJSON.text(.object(entity.fields.map { .init($0.key, $0.value) }))
    }
}
