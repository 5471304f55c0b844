import ArgumentParser
import Foundation
import Vitals
import VitalsEntities

struct Notes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show, add, edit and delete notes.",
        discussion: """
            A tag is given by its name, and made if there is none of that name.

            EXAMPLE
              vitals-device notes add "Knee hurts" --body "after the run" --tag Morning
              vitals-device notes add "Plan" --body - < plan.txt
              vitals-device notes edit 3f2a --title "Knee is fine" --untag Morning
              vitals-device notes delete 3f2a
            """,
        subcommands: [Show.self, Add.self, Edit.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show them, by title (the default). --json has the whole texts.")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let entities = try phone.open().entities
            let notes = try entities.all("note")
            if phone.json { return Terminal.json(.array(notes.map { .entity($0) })) }
            guard !notes.isEmpty else {
                return Terminal.show("No notes yet. Add one with: vitals-device notes add \"Knee hurts\"")
            }
            let tags = try entities.all("tag")
            let names = Dictionary(tags.map { ($0.id.lowercased, $0.displayName) }) { one, _ in one }
            Terminal.table(
                ["ID", "TITLE", "TAGS", "TEXT", "STATE"],
                notes.map { note in
                    let ids = note.fields["tags"]?.texts ?? []
                    return [
                        note.displayID, note.displayName, ids.compactMap { names[$0] }.sorted().joined(separator: ", "),
                        note.text("body").printable, note.displayState,
                    ]
                })
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a note.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The title, at most 200 characters.") var title: String
        @Option(parsing: .unconditional, help: "The text, or - to read it from standard input.") var body: String?
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("The name of a tag. May be given several times.", valueName: "name"))
        var tag: [String] = []

        func run() throws {
            let text = try body.map(Notes.text)
            let entities = try phone.open().entities
            var tags = try NoteTags(entities, names: tag)
            var values: [String: JSONValue] = ["title": .string(title), "body": .typed(text ?? "")]
            let id = try plainly {
                try tags.validate(values, seen: [:])
                try tags.makeMissing()
                if !tags.ids.isEmpty { values["tags"] = .set(tags.ids) }
                return try entities.create("note", values)
            }
            guard let note = try entities.entity(id) else { return }
            if phone.json { return Terminal.json(.entity(note)) }
            Terminal.show("Added the note \(note.displayName) as \(note.displayID).")
            tags.showMade()
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change the title, the text or the tags of a note.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The note's id, or enough of its first characters.") var id: String
        @Option(parsing: .unconditional, help: "The new title.") var title: String?
        @Option(parsing: .unconditional, help: "The new text, - to read it from standard input, or \"\" for none.")
        var body: String?
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A tag to add. May be given several times.", valueName: "name"))
        var tag: [String] = []
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A tag to take away. May be given several times.", valueName: "name"))
        var untag: [String] = []

        func validate() throws {
            guard title == nil, body == nil, tag.isEmpty, untag.isEmpty else { return }
            throw ValidationError("Say what to change: --title, --body, --tag or --untag.")
        }

        func run() throws {
            let text = try body.map(Notes.text)
            let entities = try phone.open().entities
            let before = try entities.find("note", id)
            let removed = try untag.map { try entities.find("tag", $0).id.lowercased }
            var tags = try NoteTags(entities, names: tag)
            var values: [String: JSONValue] = [:]
            values["title"] = title.map { .string($0) }
            values["body"] = text.map { .typed($0) }
            try plainly {
                try tags.validate(before.fields.merging(values) { $1 }, seen: before.fields)
                try tags.makeMissing()
                if !tag.isEmpty || !untag.isEmpty {
                    let present = Set(before.fields["tags"]?.texts ?? [])
                    values["tags"] = .set(present.union(tags.ids).subtracting(removed))
                }
                try entities.update(before.id, values)
            }
            guard let note = try entities.entity(before.id) else { return }
            if phone.json { return Terminal.json(.entity(note)) }
            Terminal.show("Changed the note \(note.displayName).")
            tags.showMade()
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a note, here and with the next sync everywhere.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The note's id, or enough of its first characters.") var id: String

        func run() throws {
            let entities = try phone.open().entities
            let note = try entities.find("note", id)
            try entities.delete(note.id)
            if phone.json { return Terminal.json(.object([.init("deleted", .string(note.id.lowercased))])) }
            Terminal.show("Deleted the note \(note.displayName).")
        }
    }

    /// The text of an option: what it says, or standard input for `-`.
    private static func text(_ option: String) throws -> String {
        guard option == "-" else { return option }
        var data = Data()
        while data.count <= EntityLimits.textSizeBytes,
            let more = try FileHandle.standardInput.read(upToCount: 16_384), !more.isEmpty
        { data += more }
        // A text that is too long is refused below, wherever it was cut.
        guard data.count <= EntityLimits.textSizeBytes else { return String(decoding: data, as: UTF8.self) }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw PhoneError("Standard input isn't a text in UTF-8. Nothing was stored.")
        }
        return text
    }
}

/// The tags of a note by their names. Those that there are none of are made once all else is known to be right.
private struct NoteTags {
    private let entities: DeviceEntities
    private(set) var ids: [String] = []
    private(set) var missing: [String] = []
    private var made: [String] = []

    init(_ entities: DeviceEntities, names: [String]) throws {
        self.entities = entities
        let all = names.isEmpty ? [] : try entities.all("tag")
        for name in names {
            if let tag = all.first(where: { $0.isCalled(name) }) {
                ids.append(tag.id.lowercased)
            } else if !missing.contains(where: { EntityName.folded($0) == EntityName.folded(name) }) {
                missing.append(name)
            }
        }
    }

    /// Checks the note, and the tags that it needs.
    func validate(_ note: [String: JSONValue], seen: [String: JSONValue]) throws {
        try entities.types["note"]?.validateTyped(note, seen: seen)
        let present = note["tags"]?.texts ?? []
        let all = JSONValue.set(present + ids + missing.map { _ in UUID().lowercased })
        try entities.types["note"]?.validate(note.merging(["tags": all]) { $1 }, isWhole: true)
        for name in missing {
            try entities.types["tag"]?.validateTyped(["name": .string(name)])
            try entities.types["tag"]?.validate(["name": .string(name)], isWhole: true)
        }
    }

    mutating func makeMissing() throws {
        for name in missing {
            ids.append(try entities.create("tag", ["name": .string(name)]).lowercased)
            made.append(name)
        }
        missing = []
    }

    func showMade() { for name in made { Terminal.show("Added the tag \(name.printable).") } }
}
