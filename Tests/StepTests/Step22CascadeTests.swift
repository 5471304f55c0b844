import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of what a deletion takes with it, on the server.
@Suite("Step 22: a deletion", .serialized)
struct Step22CascadeTests {
    private let server = Step21Server()
    private let group = UUID()
    private let tag = UUID()
    private let reminder = UUID()

    init() throws {
        _ = try server.perform(
            Step21.command(.create, "group", group, ["name": Step21.to("Health")]),
            Step21.command(.create, "tag", tag, ["name": Step21.to("Morning")]),
            Step21.command(
                .create, "reminder", reminder,
                [
                    "title": Step21.to("Stretch"), "group": Step21.to(group.lowercased),
                    "tags": FieldChange(to: .set([tag.lowercased])),
                ]))
    }

    @Test("what can't exist without it is deleted in the same transaction")
    func takesWhatNeedsIt() throws {
        _ = try server.perform(Step21.command(.delete, "group", group))
        let row = server.row(reminder)
        expect(
            row?.isDeleted == true,
            "The reminder's group is deleted, and no screen can place the reminder any more. It's deleted, too. It still lives."
        )
        expect(row?.type == "reminder", "What is buried is still a reminder. Its type is \(row?.type ?? "gone").")
        expect(row?.version == 2, "A deletion is a change, so the version is 2. It's \(row?.version ?? 0).")
    }

    @Test("what only refers to it stays, without the reference")
    func unlinks() throws {
        _ = try server.perform(Step21.command(.delete, "tag", tag))
        let row = server.row(reminder)
        expect(
            row?.isDeleted == false && row?.value("tags").texts == [],
            """
            A reminder can do without its tag. It should live and have no tags; it \
            \(row?.isDeleted == true ? "is deleted" : "has \(row?.value("tags").texts.count ?? 0)").
            """)
    }

    @Test("what is deleted already is left alone")
    func leavesTheDeleted() throws {
        _ = try server.perform(Step21.command(.delete, "reminder", reminder))
        let version = server.row(reminder)?.version
        _ = try server.perform(Step21.command(.delete, "group", group))
        _ = try server.perform(Step21.command(.delete, "tag", tag))
        let after = server.row(reminder)
        expect(
            after?.version == version && after?.isDeleted == true,
            "The reminder was a tombstone before, and nothing changes it. Its version was \(version ?? 0), and is \(after?.version ?? 0)."
        )
    }
}
