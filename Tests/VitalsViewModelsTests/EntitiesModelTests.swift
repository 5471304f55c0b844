import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@testable import VitalsEntities
@testable import VitalsViewModels

@Suite("The models of notes, groups and tags", .timeLimit(.minutes(5)))
@MainActor
struct EntitiesModelTests {
    private let device: Device
    private let phone: PhoneModel
    private var model: EntitiesModel { phone.entities }

    init() throws {
        device = try Device.inMemory(transport: NoTransport(), features: .all)
        phone = PhoneModel(Dependencies(device: device, settings: InMemorySettings()), features: ScreenFeature.all)
    }

    /// What a sync does with the answer of a server.
    private func answer(_ body: (EntityTables) throws -> Void) throws {
        try EntityAccess(device.store, types: .builtIn).write(body)
        phone.refresh()
    }

    private func buryAll(_ code: String, _ detail: String) throws {
        try answer { tables in
            for queued in try tables.queued("seq IS NULL ORDER BY number") {
                try tables.bury(queued, code: code, path: "fields.name", detail: detail)
            }
        }
    }

    private func titles(_ list: EntityList) -> [String] { model.items[list]?.map(\.title) ?? [] }

    @Test("what a form saves is in its list at once, and waits for the server")
    func add() throws {
        let tag = model.adding(to: .tags)
        expect(tag.title == "New tag" && tag.isNew)
        tag.draft.name = "  Morning "
        tag.draft.text = "green"
        expect(tag.save())
        phone.refresh()
        let note = model.adding(to: .notes)
        expect(note.tagChoices.map(\.name), equals: ["Morning"])
        note.draft.name = "Knee hurts"
        note.draft.text = "after\nthe run"
        note.draft.tags = Set(note.tagChoices.map(\.id))
        expect(note.save())
        phone.refresh()
        let item = try #require(model.items[.notes]?.first)
        expect(item.title == "Knee hurts" && item.waits, "\(item)")
        expect(item.detail.hasSuffix(" · Morning") && !item.detail.contains("\n"), "\(item.detail)")
        expect(item.spoken.hasSuffix("saved on this phone"), "\(item.spoken)")
        expect(model.items[.tags]?.map(\.detail), equals: ["green"])
        expect(model.waitingText, equals: "2 changes wait for the server.")
        expect(model.problem == nil && model.review.count == 0 && phone.attentionCount == 0)
    }

    @Test("a value that breaks a rule is said at its field, and nothing is stored")
    func validation() throws {
        let form = model.adding(to: .groups)
        expect(!form.save())
        expect(form.errors.name, equals: "A group needs a name.")
        form.draft.name = "\u{200B}"
        expect(!form.save() && form.errors.name == "A group needs a name.")
        form.draft.name = "a\u{7}b"
        expect(!form.save() && form.errors.name?.hasPrefix("The name has characters that can't be shown") == true)
        form.draft.name = String(repeating: "é", count: 201)
        expect(!form.save())
        expect(form.errors.name, equals: "It's longer than 200 characters.")
        form.draft.name = "Work"
        form.draft.text = String(repeating: "e\u{301}", count: 500_000)
        expect(!form.save())
        expect(form.errors.name == nil && form.errors.text == "It's longer than 200 characters.")
        let note = model.adding(to: .notes)
        note.draft.name = "Long"
        note.draft.text = String(repeating: "x", count: 32_769)
        expect(!note.save())
        expect(note.errors.text, equals: "It's longer than 32768 bytes.")
        phone.refresh()
        expect(model.waitingCount == 0 && EntityList.allCases.allSatisfy { titles($0).isEmpty })
    }

    @Test("a name that is taken is said once, with what saving leads to")
    func takenName() throws {
        try device.entities.create("group", ["name": .string("Work")])
        let other = try device.entities.create("group", ["name": .string("Home")])
        let form = model.adding(to: .groups)
        form.draft.name = " WORK"
        expect(!form.save())
        expect(form.warning, equals: "There is a group of this name already. If you save, the two become one.")
        expect(form.save() && form.warning == nil)
        let rename = try #require(model.editing(other))
        rename.draft.name = "work"
        expect(!rename.save())
        expect(rename.warning, equals: "There is a group of this name already. The server will keep the old name.")
        let same = try #require(model.editing(other))
        same.draft.text = "blue"
        expect(same.save(), "its own name isn't taken")
    }

    @Test("a form changes only what the person changed, so what a sync brought meanwhile stays")
    func openForm() throws {
        let tags = try ["a", "b", "c"].map { try device.entities.create("tag", ["name": .string($0)]) }
        let id = try device.entities.create(
            "note", ["title": .string("One"), "body": .string("text"), "tags": .set(tags.prefix(2).map(\.lowercased))])
        let form = try #require(model.editing(id))
        form.draft.name = "Two"
        form.draft.tags.remove(tags[0])
        try device.entities.update(
            id, ["body": .string("another"), "tags": .set(tags.map(\.lowercased))])
        expect(form.save())
        let note = try #require(try device.entities.entity(id))
        expect(note.text("title") == "Two" && note.text("body") == "another")
        expect(Set(note.fields["tags"]?.texts ?? []), equals: Set(tags.dropFirst().map(\.lowercased)))
        form.draft.text = ""
        expect(form.save())
        expect(try device.entities.entity(id)?.fields["body"] == nil)
    }

    @Test("what was deleted meanwhile can't be saved, and deleting it again is no error")
    func deletedMeanwhile() throws {
        let id = try device.entities.create("note", ["title": .string("One")])
        let form = try #require(model.editing(id))
        model.delete(id)
        model.delete(id)
        expect(model.problem == nil && titles(.notes).isEmpty && model.editing(id) == nil)
        form.draft.name = "Two"
        expect(!form.save())
        expect(form.problem, equals: "The note was deleted meanwhile. Nothing was saved.")
    }

    @Test("a change asks for a sync, and a form that was refused doesn't")
    func asksForSync() throws {
        var count = 0
        let model = EntitiesModel(
            device: device, formatter: { [phone] in phone.settings.formatter }, onEdit: { count += 1 })
        expect(!model.adding(to: .tags).save() && count == 0)
        let form = model.adding(to: .tags)
        form.draft.name = "Morning"
        expect(form.save() && count == 1)
        model.refresh()
        model.delete(try #require(model.items[.tags]?.first?.id))
        expect(count, equals: 2)
    }

    @Test("the sync says that a change waits, and is asked for by it")
    func syncs() async throws {
        let fixture = try ModelFixture()
        await fixture.phone.sync.sync()
        expect(fixture.phone.sync.headline, equals: "Up to date")
        let form = fixture.phone.entities.adding(to: .tags)
        form.draft.name = "Morning"
        expect(form.save())
        fixture.phone.refresh()
        expect(fixture.phone.sync.headline == "1 change to be sent" && fixture.phone.sync.pendingCount == 1)
        let last = fixture.phone.sync.lastSyncAt
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.phone.sync.lastSyncAt != last)
        // This server has no entities.
        expect(fixture.phone.sync.pendingCount, equals: 1)
    }

    @Test("an edit that lost shows both values, and can be restored or discarded; the review's mark counts it")
    func conflict() throws {
        let id = try device.entities.create("tag", ["name": .string("Now")])
        for name in ["Mine", "Other"] {
            try answer {
                try $0.insertConflict(
                    id: id, type: "tag", code: "changed", fields: ["name": .string(name)], requestID: nil)
            }
        }
        let review = model.review
        expect(review.conflicts.map(\.title), equals: ["Tag: Now", "Tag: Now"])
        let mine = try #require(review.conflicts.last)
        expect(mine.lines, equals: ["name: Mine. Now: Now"])
        expect(mine.restoreLabel == "Restore mine" && mine.discardLabel == "Keep the other one" && !mine.isFixable)
        let tab = try #require(phone.tabs.first { $0.route == "review" })
        expect(tab.badge(phone) == 2 && review.count == 2)
        review.restore(mine.id)
        expect(try device.entities.entity(id)?.text("name"), equals: "Mine")
        review.discard(try #require(review.conflicts.first?.id))
        expect(review.count == 0 && review.problem == nil && tab.badge(phone) == 0)
        review.restore(mine.id)
        review.discard(mine.id)
        expect(review.problem == nil, "decided already is no error")
    }

    @Test("what nobody could place is made anew, in another group if its own is gone")
    func unplaced() throws {
        let fields: [String: JSONValue] = ["title": .string("Pills"), "group": .string(UUID().lowercased)]
        try answer {
            try $0.insertConflict(id: UUID(), type: "reminder", code: "unplaced", fields: fields, requestID: nil)
            try $0.insertConflict(id: UUID(), type: "tag", code: "merged", fields: [:], requestID: nil)
        }
        let review = model.review
        let told = try #require(review.conflicts.first)
        expect(told.restoreLabel == nil && told.discardLabel == "Let it go" && told.lines.isEmpty)
        let item = try #require(review.conflicts.last)
        expect(item.title == "Reminder: Pills" && item.restoreLabel == "Make it anew")
        review.restore(item.id)
        expect(review.asksForGroup?.id == item.id && review.count == 2)
        expect(review.problem, equals: "The group is gone. Choose another one.")
        let group = try device.entities.create("group", ["name": .string("Medicine")])
        review.restore(item.id, group: group)
        expect(review.asksForGroup == nil && review.problem == nil && review.count == 1)
        expect(try device.entities.list("reminder").map { $0.text("group") }, equals: [group.lowercased])
    }

    @Test("a refused change is one item with what depends on it, and a form mends it")
    func refused() throws {
        let tag = try device.entities.create("tag", ["name": .string("Bad")])
        try device.entities.create("note", ["title": .string("Knee"), "tags": .set([tag.lowercased])])
        try buryAll("invalid", "It's no good\nname.")
        expect(titles(.tags).isEmpty && titles(.notes).isEmpty)
        let item = try #require(model.review.refused.first)
        expect(model.review.count == 1 && item.isRefused && item.title == "Tag: Bad" && item.isFixable)
        expect(item.reason.hasPrefix("New. It's no good") && !item.reason.contains("\n"), "\(item.reason)")
        expect(item.dependents, equals: ["New note: Knee"])
        let form = try #require(model.fixing(item.id))
        expect(form.draft.name == "Bad" && form.title == "Edit tag")
        form.draft.name = ""
        expect(!form.save() && form.errors.name == "A tag needs a name.")
        form.draft.name = "\u{200B}"
        expect(!form.save() && form.errors.name == "A tag needs a name.")
        phone.refresh()
        expect(model.review.count, equals: 1, "what couldn't be mended is still there")
        form.draft.name = "Good"
        expect(form.save())
        phone.refresh()
        expect(model.review.count == 0 && titles(.tags) == ["Good"] && titles(.notes) == ["Knee"])
        try buryAll("exhausted", "")
        model.review.discard(try #require(model.review.refused.first?.id))
        expect(model.review.count == 0 && model.waitingCount == 0)
        expect(model.fixing("r1") == nil && model.fixing("c1") == nil && model.fixing("") == nil)
    }

    @Test("a hostile name stays on its line")
    func hostileName() throws {
        let name = "a\u{1B}[2J\nb\u{202E}"
        let id = try device.takeFromElsewhere("group", ["name": .string(name), "colour": .string(name)])
        try device.takeFromElsewhere("note", ["title": .string(name), "body": .string(name)])
        try answer {
            try $0.insertConflict(
                id: id, type: "group", code: "changed", fields: ["name": .string(name)], requestID: nil)
        }
        let items = (model.items[.groups] ?? []) + (model.items[.notes] ?? [])
        let texts = items.flatMap { [$0.title, $0.detail, $0.spoken] }
        let review = model.review.conflicts.flatMap { [$0.title, $0.spoken] + $0.lines }
        expect(items.count == 2 && review.count == 3)
        for text in texts + review { expect(!text.contains { $0.isNewline || $0 == "\u{1B}" }, "\(text)") }
    }

    @Test("a device without entities has empty lists, and says why")
    func withoutTheFeature() throws {
        let model = EntitiesModel(device: try .inMemory(), formatter: { [phone] in phone.settings.formatter })
        model.refresh()
        expect(model.problem != nil && model.items.isEmpty)
    }
}
