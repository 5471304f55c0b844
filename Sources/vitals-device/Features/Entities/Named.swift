import ArgumentParser
import Vitals
import VitalsEntities

/// A type of entity that has a name and a colour, as this program offers it.
protocol NamedType {
    static var type: String { get }
    /// An example of a name.
    static var example: String { get }
    /// What happens to others when one is deleted.
    static var effectOfDeletion: String { get }
}

enum GroupCommands: NamedType {
    static var type: String { "group" }
    static var example: String { "Medicine" }
    static var effectOfDeletion: String { "Its reminders go with it." }
}

enum TagCommands: NamedType {
    static var type: String { "tag" }
    static var example: String { "Morning" }
    static var effectOfDeletion: String { "It disappears from all notes." }
}

struct NamedCommands<Named: NamedType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(Named.type)s", abstract: "Show, add, edit and delete \(Named.type)s.",
            discussion: """
                EXAMPLE
                  vitals-device \(Named.type)s add \(Named.example) --colour green
                  vitals-device \(Named.type)s edit \(Named.example) --name Evening
                  vitals-device \(Named.type)s delete Evening
                """,
            subcommands: [
                NamedList<Named>.self, NamedAdd<Named>.self, NamedEdit<Named>.self, NamedDelete<Named>.self,
            ], defaultSubcommand: NamedList<Named>.self)
    }
}

struct NamedList<Named: NamedType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "Show them, by name (the default).")
    }

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let all = try phone.open().entities.all(Named.type)
        if phone.json {
            Terminal.json(.array(all.map { .entity($0) }))
        } else if all.isEmpty {
            Terminal.show("No \(Named.type)s yet. Add one with: vitals-device \(Named.type)s add \(Named.example)")
        } else {
            Terminal.table(
                ["ID", "NAME", "COLOUR", "STATE"],
                all.map { [$0.displayID, $0.displayName, $0.text("colour").printable, $0.displayState] })
        }
    }
}

struct NamedAdd<Named: NamedType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: "Add a \(Named.type).")
    }

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The name, at most 200 characters.") var name: String
    @Option(parsing: .unconditional, help: "A colour, as a word such as green.") var colour: String?

    func run() throws {
        let entities = try phone.open().entities
        let isTaken = try entities.isTaken(name, of: Named.type)
        let id = try plainly {
            try entities.create(Named.type, ["name": .string(name), "colour": .typed(colour ?? "")])
        }
        guard let made = try entities.entity(id) else { return }
        if phone.json { return Terminal.json(.entity(made, [.init("nameIsTaken", .bool(isTaken))])) }
        Terminal.show("Added the \(Named.type) \(made.displayName) as \(made.displayID).")
        if isTaken {
            Terminal.show("There is a \(Named.type) of this name already. The server will join the two.")
        }
    }
}

struct NamedEdit<Named: NamedType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "edit", abstract: "Change the name or the colour of a \(Named.type).")
    }

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "Its name, its id, or enough of the id's first characters.") var id: String
    @Option(parsing: .unconditional, help: "The new name.") var name: String?
    @Option(parsing: .unconditional, help: "The new colour; \"\" for none.") var colour: String?

    func validate() throws {
        if name == nil, colour == nil { throw ValidationError("Say what to change: --name or --colour.") }
    }

    func run() throws {
        let entities = try phone.open().entities
        let before = try entities.find(Named.type, id)
        let isTaken = try name.map { try entities.isTaken($0, of: Named.type, except: before.id) } ?? false
        var values: [String: JSONValue] = [:]
        values["name"] = name.map { .string($0) }
        values["colour"] = colour.map { .typed($0) }
        try plainly { try entities.update(before.id, values) }
        guard let after = try entities.entity(before.id) else { return }
        if phone.json { return Terminal.json(.entity(after, [.init("nameIsTaken", .bool(isTaken))])) }
        Terminal.show("Changed the \(Named.type) \(after.displayName).")
        if isTaken {
            Terminal.show("There is another \(Named.type) of this name. The server will keep the old name of this one.")
        }
    }
}

struct NamedDelete<Named: NamedType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a \(Named.type), here and with the next sync everywhere. \(Named.effectOfDeletion)")
    }

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "Its name, its id, or enough of the id's first characters.") var id: String

    func run() throws {
        let entities = try phone.open().entities
        let entity = try entities.find(Named.type, id)
        try entities.delete(entity.id)
        if phone.json { return Terminal.json(.object([.init("deleted", .string(entity.id.lowercased))])) }
        Terminal.show("Deleted the \(Named.type) \(entity.displayName). \(Named.effectOfDeletion)")
    }
}
