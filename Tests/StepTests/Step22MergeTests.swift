import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of a server that merges two edits of one field, through the commands of a push.
@Suite("Step 22: the merge of a field", .serialized)
struct Step22MergeTests {
    private let server = Step21Server()
    private let id = UUID()

    private func note(_ fields: [String: FieldChange] = [:]) throws {
        _ = try server.perform(
            Step21.command(.create, "note", id, ["title": Step21.to("Knee")].merging(fields) { $1 }))
    }

    private func edit(_ name: String, _ change: FieldChange) throws -> EntityResult {
        try server.perform(Step21.command(.update, "note", id, [name: change]))[0]
    }

    @Test("a field that still has the value you saw takes the one you chose")
    func writesWhatWasSeen() throws {
        try note()
        let result = try edit("title", Step21.change("Knee", "Hip"))
        let title = server.row(id)?.value("title").string ?? "nothing"
        expect(
            result.status == .applied && title == "Hip",
            "You saw Knee and chose Hip. The server answers \(result.status.rawValue), and has \(title).")
    }

    @Test("two phones that choose the same value agree")
    func agrees() throws {
        try note()
        _ = try edit("title", Step21.change("Knee", "Hip"))
        let second = try edit("title", Step21.change("Knee", "Hip"))
        expect(
            second.status == .applied,
            "Both phones changed Knee to Hip. Nothing was lost, so the second is applied too. It is \(second.status.rawValue)."
        )
    }

    @Test("an edit of a value that somebody else has changed loses, and its field is named")
    func tellsWhoLost() throws {
        try note()
        _ = try edit("title", Step21.change("Knee", "Hip"))
        let second = try edit("title", Step21.change("Knee", "Elbow"))
        let title = server.row(id)?.value("title").string ?? "nothing"
        expect(
            title == "Hip",
            "The first phone wrote Hip, and the second one hadn't seen that when it chose Elbow. The server keeps Hip; it has \(title)."
        )
        expect(
            second.status == .conflict && second.fields == ["title"],
            """
            Elbow lost, so its author is told: a conflict that names the title. The answer is \(second.status.rawValue) \
            with \(second.fields).
            """)
    }

    @Test("two phones that fill an empty field differently don't agree")
    func tellsWhoFilledSecond() throws {
        try note()
        _ = try edit("body", Step21.to("left"))
        let second = try edit("body", Step21.to("right"))
        let body = server.row(id)?.value("body").string ?? "nothing"
        expect(
            body == "left" && second.status == .conflict && second.fields == ["body"],
            """
            Both saw an empty text. One wrote "left", and the other one hadn't seen that when it wrote "right". "left" stays, \
            and "right" lost. The server has \(body), and answers \(second.status.rawValue).
            """)
    }

    @Test("of a set, what you added comes and what you removed goes, and the rest stays")
    func mergesSets() throws {
        let tags = (0..<3).map { _ in UUID() }
        for (index, tag) in tags.enumerated() {
            _ = try server.perform(Step21.command(.create, "tag", tag, ["name": Step21.to("Tag \(index)")]))
        }
        let ids = tags.map(\.lowercased)
        try note(["tags": FieldChange(to: .set([ids[0]]))])
        _ = try edit("tags", FieldChange(base: .set([ids[0]]), to: .set([ids[0], ids[1]])))
        let second = try edit("tags", FieldChange(base: .set([ids[0]]), to: .set([ids[2]])))
        let stored = Set(server.row(id)?.value("tags").texts ?? [])
        expect(
            second.status == .applied && stored == [ids[1], ids[2]],
            """
            One phone added tag 1. The other removed tag 0 and added tag 2. The note has tags 1 and 2 then, and nobody \
            lost anything. It has \(stored.compactMap { ids.firstIndex(of: $0) }.sorted()), and the answer is \
            \(second.status.rawValue).
            """)
    }

    @Test("names compare folded, and references by what they stand for now")
    func comparesIdentities() throws {
        let (mine, theirs, reminder) = (UUID(), UUID(), UUID())
        _ = try server.perform(Step21.command(.create, "group", theirs, ["name": Step21.to("Health")]))
        let renamed = try server.perform(
            Step21.command(.update, "group", theirs, ["name": Step21.change("HEALTH ", "Body")]))[0]
        expect(
            renamed.status == .applied,
            "You saw \"HEALTH \", which is the name Health. The rename is applied; it is \(renamed.status.rawValue).")
        _ = try server.perform(Step21.command(.create, "group", mine, ["name": Step21.to("body")]))
        let other = UUID()
        _ = try server.perform(Step21.command(.create, "group", other, ["name": Step21.to("Work")]))
        _ = try server.perform(
            Step21.command(
                .create, "reminder", reminder,
                ["title": Step21.to("Stretch"), "group": Step21.to(theirs.lowercased)]))
        let moved = try server.perform(
            Step21.command(
                .update, "reminder", reminder, ["group": Step21.change(mine.lowercased, other.lowercased)]))[0]
        expect(
            moved.status == .applied,
            """
            Your group and theirs are one by now, so the group that you saw is the one that's stored. Moving the reminder \
            is applied; it is \(moved.status.rawValue).
            """)
    }

    @Test("a reference to an id that was replaced is stored as the one that counts now")
    func storesWhatCounts() throws {
        let (mine, theirs, other, reminder) = (UUID(), UUID(), UUID(), UUID())
        for (group, name) in [(theirs, "Health"), (mine, "health"), (other, "Work")] {
            _ = try server.perform(Step21.command(.create, "group", group, ["name": Step21.to(name)]))
        }
        _ = try server.perform(
            Step21.command(
                .create, "reminder", reminder, ["title": Step21.to("Stretch"), "group": Step21.to(other.lowercased)]))
        let moved = try server.perform(
            Step21.command(
                .update, "reminder", reminder, ["group": Step21.change(other.lowercased, mine.lowercased)]))[0]
        let group = server.row(reminder)?.value("group").string
        let names = [mine.lowercased: "your old id", other.lowercased: "the group from before"]
        expect(
            moved.status == .applied && group == theirs.lowercased,
            """
            Your "health" is their "Health" by now, and you move the reminder there. The move is applied, and the reminder \
            has the id that counts now. The answer is \(moved.status.rawValue), and it has \
            \(group == theirs.lowercased ? "that id" : group.flatMap { names[$0] } ?? "no group").
            """)
    }

    @Test("texts that aren't names compare letter by letter")
    func comparesOtherTexts() throws {
        try note()
        let result = try edit("title", Step21.change("KNEE", "Hip"))
        expect(
            result.status == .conflict,
            """
            Only names fold. The title is Knee, and you saw KNEE, which is an older one. So your edit loses. It is \
            \(result.status.rawValue).
            """)
    }
}
