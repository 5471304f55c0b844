import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsFeatures

@testable import Vitals
@testable import VitalsEntities

/// Tests of `vitals-device groups`, `tags`, `notes` and `entities`, by running them.
@Suite("Notes, groups and tags in the terminal", .timeLimit(.minutes(5))) struct EntityCommandTests {
    private let folder: TemporaryFolder
    private let phone: Phone

    init() throws {
        folder = try TemporaryFolder()
        phone = Phone(folder.path("phone"))
    }

    private func run(_ words: [String], input: String = "") async throws -> Run {
        try await blocking { try phone.start(words, input: input).finish(withinSeconds: 30) }
    }

    private func json(_ words: String...) async throws -> JSONValue {
        let run = try await run(words + ["--json"])
        expect(run.status == 0, "\(words): \(run)")
        return try JSONValue(parsing: run.output)
    }

    /// What a sync does with the answer of a server.
    private func answer(_ body: (EntityTables) throws -> Void) throws {
        let device = try Device(directory: phone.directory, features: .all)
        try EntityAccess(device.store, types: .builtIn).write(body)
    }

    @Test("are added, edited, listed and deleted without a server")
    func offline() async throws {
        let added = try await run(["notes", "add", "Knee hurts", "--body", "after the run", "--tag", "Morning"])
        expect(added.status == 0 && added.output.hasPrefix("Added the note Knee hurts as "), "\(added)")
        expect(added.output.contains("Added the tag Morning."))
        let note = try #require(try await json("notes").array?.first)
        let id = try #require(note["id"]?.string)
        expect(note["fields"]?["body"]?.string == "after the run" && note["dirty"] == .bool(true))
        let tag = try #require(try await json("tags").array?.first)
        expect(tag["fields"]?["name"]?.string == "Morning")
        expect(note["fields"]?["tags"]?.texts == tag["id"]?.string.map { [$0] })
        let again = try await json("notes", "add", "Plan", "--tag", " MORNING ", "--tag", "Run", "--tag", "run")
        expect(again["fields"]?["tags"]?.texts.count, equals: 2, "a tag is found by its name, however it's written")
        let prefix = String(id.prefix(8))
        try await phone.run("notes", "edit", prefix, "--title", "Knee is fine", "--body", "", "--untag", "Morning")
        let table = try await phone.run("notes")
        expect(table.output.contains("Knee is fine") && table.output.contains("not synced yet"), "\(table)")
        expect(!table.output.contains("after the run"))
        let edited = try await phone.run("tags", "edit", "morning", "--name", "Evening", "--colour", "green")
        expect(edited.output, equals: "Changed the tag Evening.\n")
        let deleted = try await phone.run("tags", "delete", "Evening")
        expect(deleted.output, equals: "Deleted the tag Evening. It disappears from all notes.\n")
        try await phone.run("notes", "delete", prefix)
        let overview = try await json("entities")
        expect(overview["counts"]?["note"] == .number(1) && overview["counts"]?["tag"] == .number(1), "\(overview)")
        expect(overview["conflicts"] == .number(0) && overview["waiting"] != .number(0))
        let status = try await json("status")
        expect(status["entities"]?["needYou"] == .number(0) && status["entities"]?["waiting"] == overview["waiting"])
    }

    @Test("warn about a name that is taken, and ask which of two is meant")
    func takenName() async throws {
        try await phone.run("groups", "add", "Work")
        let second = try await phone.run("groups", "add", "work")
        expect(second.status == 0 && second.output.contains("The server will join the two."), "\(second)")
        let third = try await json("groups", "add", "Home")
        expect(third["nameIsTaken"], equals: .bool(false))
        let which = try await run(["groups", "delete", "WORK"])
        expect(which.status == 1 && which.errors.contains("Several groups are called WORK. Use an id."), "\(which)")
        let rename = try await phone.run("groups", "edit", "Home", "--name", "Work")
        expect(rename.output.contains("The server will keep the old name"), "\(rename)")
    }

    @Test("say what is wrong, and store nothing")
    func wrongInput() async throws {
        try await phone.run("notes", "add", "One")
        let long = String(repeating: "x", count: 201)
        let cases: [(words: [String], status: Int32, text: String)] = [
            (["notes", "add", ""], 1, "The title can't be stored. A note needs a title."),
            (["notes", "add", " \u{3000} "], 1, "A note needs a title."),
            (["notes", "add", "\u{200B}", "--tag", "Fine"], 1, "A note needs a title."),
            (["notes", "add", "two\nlines", "--tag", "Fine"], 1, "The title has characters that can't be shown"),
            (["notes", "add", "Two", "--tag", "Fine", "--tag", "\u{2066}\u{2069}"], 1, "A tag needs a name."),
            (["groups", "add", "\u{FEFF}"], 1, "The name can't be stored. A group needs a name."),
            (["notes", "add", long], 1, "It's longer than 200 characters."),
            (["notes", "add", "Two", "--tag", ""], 1, "The name can't be stored. A tag needs a name."),
            (["notes", "add", "Two", "--tag", "Fine", "--tag", long], 1, "It's longer than 200 characters."),
            (["notes", "add", ""] + ["--tag", "Fine"], 1, "A note needs a title."),
            (["notes", "add"], 2, "Missing expected argument"),
            (["notes", "edit", "ffff", "--title", "x"], 1, "No note's id starts with ffff."),
            (["notes", "edit", "", "--title", "x"], 1, "The id is empty."),
            (["notes", "edit", "One"], 2, "Say what to change"),
            (["notes", "delete", "\u{1B}[2J"], 1, "No note's id starts with"),
            (["notes", "delete", UUID().uuidString], 1, "No note's id starts with"),
            (["tags", "delete", "nope"], 1, "No tag is called nope"),
            (["tags", "add", "x", "--colour", long], 1, "The colour can't be stored."),
            (["groups", "add", String(repeating: "e\u{301}", count: 20_000)], 2, "more than 8192 bytes"),
            (["entities", "restore", "c9"], 1, "There is no c9."),
            (["entities", "restore", "r9"], 1, "r9 is a refused change."),
            (["entities", "retry", "9"], 1, "There is no r9."),
            (["entities", "retry", "c1"], 1, "c1 is an edit that lost."),
            (["entities", "discard", "9"], 2, "Say c9 for an edit that lost"),
            (["entities", "discard", "r-1"], 2, "invalid"),
            (["entities", "discard", "c99999999999999999999"], 2, "invalid"),
        ]
        for (words, status, text) in cases {
            let run = try await run(words)
            expect(
                run.status == status && run.errors.contains(text) && run.output.isEmpty,
                "\(words.map { $0.prefix(20) }): \(run)")
            expect(!run.errors.contains("\u{1B}") && !run.errors.contains("EntityInvalid"), "\(run)")
        }
        // It fits into a pipe, because the program stops reading once it knows.
        let endless = try await run(
            ["notes", "add", "Two", "--body", "-"], input: String(repeating: "y", count: 60_000))
        expect(endless.status == 1 && endless.errors.contains("longer than 32768 bytes"), "\(endless)")
        let overview = try await json("entities")
        expect(overview["waiting"] == .number(1) && overview["counts"]?["tag"] == .number(0), "\(overview)")
    }

    @Test("read a long text from standard input")
    func standardInput() async throws {
        let text = String(repeating: "ä", count: 16_384)
        let added = try await run(["notes", "add", "Long", "--body", "-", "--json"], input: text)
        expect(try JSONValue(parsing: added.output)["fields"]?["body"]?.string, equals: text)
    }

    @Test("list what needs the person, who restores, sends again or discards it")
    func decisions() async throws {
        let tag = try #require(try await json("tags", "add", "Now")["id"]?.string.flatMap { UUID(text: $0) })
        try answer { tables in
            try tables.execute("DELETE FROM entity_outbox")
            try tables.putShadow(EntityRow.named("Now", tag))
            try tables.insertConflict(
                id: tag, type: "tag", code: "changed", fields: ["name": .string("Mine")], requestID: nil)
            try tables.insertConflict(
                id: UUID(), type: "reminder", code: "unplaced",
                fields: ["title": .string("Pills"), "group": .string(UUID().lowercased)], requestID: nil)
        }
        try await phone.run("notes", "add", "Knee", "--tag", "Bad")
        try answer { tables in
            for queued in try tables.queued("seq IS NULL ORDER BY number") {
                try tables.bury(queued, code: "invalid", path: "fields.name", detail: "No good.")
            }
        }
        let needed = try #require(try await json("entities", "needs-you").array)
        expect(needed.compactMap { $0["number"]?.string }, equals: ["c2", "c1", "r1", "r2"])
        expect(needed.last?["dependsOn"], equals: .string("r1"))
        let text = try await phone.run("entities", "needs-you")
        for line in ["c1  tag Now", "name: yours is Mine, now it's Now", "r1  New tag Bad", "It goes with r1."] {
            expect(text.output.contains(line), "\(line) in \(text.output)")
        }
        let status = try await phone.run("status")
        expect(status.output.contains("4 need you"), "\(status)")
        let gone = try await run(["entities", "restore", "c2"])
        expect(gone.status == 1 && gone.errors.contains("The group is gone. Choose another one."), "\(gone)")
        try await phone.run("groups", "add", "Medicine")
        let wrong = try await run(["entities", "restore", "c2", "--field", "grup=Medicine"])
        expect(wrong.status == 1 && wrong.errors.contains("It has: title, body, group, tags, start,"), "\(wrong)")
        expect(try await run(["entities", "restore", "c2", "--field", "group=medicine"]).status, equals: 0)
        expect(try await json("entities", "restore", "1")["restored"], equals: .string("c1"))
        let above = try await run(["entities", "retry", "r2"])
        expect(above.status == 1 && above.errors.contains("r2 needs r1 first."), "\(above)")
        let retried = try await json("entities", "retry", "r1", "--field", "name=Good")
        expect(retried["retried"]?.texts, equals: ["r1", "r2"])
        expect(try await json("tags").array?.compactMap { $0["fields"]?["name"]?.string }, equals: ["Good", "Mine"])
        expect(try await phone.run("entities", "needs-you").output, equals: "Nothing needs you.\n")
    }

    @Test("stand in one list with the records that need the person")
    func oneList() async throws {
        expect(try await phone.run("needs-you").output, equals: "Nothing needs you.\n")
        let empty = try await json("needs-you")
        expect(["conflicts", "rejected", "entities"].allSatisfy { empty[$0] == .array([]) }, "\(empty)")

        try await phone.run("add", "weight", "72.3", "kg")
        let device = try Device(directory: phone.directory, features: .all)
        var winner = try #require(try device.store.list().first).measurement
        (winner.value, winner.version) = (80, winner.version + 1)
        var applied = Applied()
        try device.store.write { try device.store.mergeRemote(winner, $0, &applied) }
        try await phone.run("tags", "add", "Run")
        try answer { tables in
            for queued in try tables.queued("seq IS NULL") { try tables.bury(queued, code: "invalid") }
        }
        let text = try await phone.run("needs-you").output
        for part in ["72.3 kg", "80 kg", "conflicts restore NUMBER", "r1  New tag Run", "entities retry NUMBER"] {
            expect(text.contains(part), "\(part) in \(text)")
        }
        let both = try await json("needs-you")
        expect(both["conflicts"]?.array?.count == 1 && both["entities"]?.array?.count == 1, "\(both)")
        expect(try await json("entities", "needs-you").array?.count, equals: 1)
    }

    @Test("let no hostile name reach the terminal", arguments: [true, false])
    func hostile(isJSON: Bool) async throws {
        let name = "a\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}2J\u{202E}\nzz"
        // Such a name comes by a sync or from a file; a person's is refused.
        try await phone.run("notes")
        try answer { tables in
            let tag = UUID()
            func create(_ type: String, id: UUID = UUID(), _ values: [String: JSONValue]) throws {
                try tables.create(try #require(EntityTypes.builtIn[type]), id: id, values)
            }
            try create("tag", id: tag, ["name": .string(name)])
            try create(
                "note", ["title": .string(name), "body": .string(name), "tags": .set([tag.lowercased])])
            try create("group", ["name": .string(name), "colour": .string(name)])
            let id = try tables.list("group", limit: 1)[0].id
            try tables.insertConflict(
                id: id, type: "group", code: "changed", fields: ["name": .string(name), name: .string(name)],
                requestID: nil)
            try tables.insertConflict(id: UUID(), type: name, code: name, fields: [:], requestID: nil)
            let queued = try #require(try tables.queued("type = 'note'").first)
            try tables.bury(queued, code: name, path: name, detail: name)
        }
        let commands = [
            ["notes", "add", name, "--body", name, "--tag", name], ["groups", "add", name], ["notes"], ["groups"],
            ["tags"], ["entities"], ["entities", "needs-you"], ["entities", "restore", "c2"],
            ["tags", "edit", name, "--colour", name], ["groups", "delete", name], ["entities", "retry", "r1"],
        ]
        for words in commands {
            let run = try await run(words + (isJSON ? ["--json"] : []))
            let texts = run.output + run.errors
            expect(
                !texts.unicodeScalars.contains {
                    $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
                }, "\(words): \(run)")
            expect(!texts.split(separator: "\n").contains { $0.hasPrefix("zz") }, "no line of its own: \(run)")
        }
    }
}

extension EntityRow {
    fileprivate static func named(_ name: String, _ id: UUID) -> EntityRow {
        var row = EntityRow(id: id, type: "tag", version: 1)
        row.set("name", to: .string(name), stamp: 1)
        return row
    }
}
