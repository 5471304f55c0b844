import ArgumentParser
import Foundation
import Vitals
import VitalsEntities

/// The number of what needs a decision: `c3` for an edit that lost, `r2` for a refused change, as `needs-you` shows it.
struct DecisionNumber: ExpressibleByArgument {
    enum Kind: String {
        case conflict = "c"
        case refused = "r"
    }

    /// nil for a number without its letter.
    let kind: Kind?
    let number: Int64

    init?(argument: String) {
        let first = argument.prefix(1).lowercased()
        kind = Kind(rawValue: first)
        let digits = kind == nil ? argument : String(argument.dropFirst())
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits) else { return nil }
        self.number = number
    }
}

extension DeviceEntities {
    func conflict(_ number: DecisionNumber) throws -> EntityConflict {
        guard number.kind != .refused else {
            throw PhoneError(
                "r\(number.number) is a refused change. Use: vitals-device entities retry r\(number.number)")
        }
        guard let conflict = try conflicts().first(where: { $0.id == number.number }) else {
            throw PhoneError("There is no c\(number.number). `vitals-device entities needs-you` shows what there is.")
        }
        return conflict
    }

    func refused(_ number: DecisionNumber) throws -> EntityDeadLetter {
        guard number.kind != .conflict else {
            throw PhoneError(
                "c\(number.number) is an edit that lost. Use: vitals-device entities restore c\(number.number)")
        }
        guard let letter = try deadLetters().first(where: { $0.id == number.number }) else {
            throw PhoneError("There is no r\(number.number). `vitals-device entities needs-you` shows what there is.")
        }
        return letter
    }

    /// The refused changes that can't be sent without this one, at any distance.
    func dependents(of number: Int64) throws -> [EntityDeadLetter] {
        var numbers: Set<Int64> = [number]
        return try deadLetters().filter { letter in
            guard let above = letter.dependsOn, numbers.contains(above) else { return false }
            numbers.insert(letter.id)
            return true
        }
    }

    /// Values as a person types them: `title=Knee hurts`. Groups and tags are given by name or id, and several tags with
    /// commas between them; an empty value is none.
    func values(_ fields: [String], of type: String) throws -> [String: JSONValue] {
        guard let type = types[type] else { throw PhoneError("This version doesn't know what a \(type.printable) is.") }
        var values: [String: JSONValue] = [:]
        for text in fields {
            guard let sign = text.firstIndex(of: "=") else {
                throw PhoneError("--field is a name, = and a value, such as title=\"Knee hurts\".")
            }
            let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            let known = type.fields.filter { $0.kind != .map }
            guard let field = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name).joined(separator: ", ")
                throw PhoneError("A \(type.name) has no field \(name.printable) to give here. It has: \(names).")
            }
            values[name] = try self.value(value, of: field)
        }
        return values
    }

    private func value(_ text: String, of field: EntityField) throws -> JSONValue {
        switch field.content {
        case .reference(let type) where field.kind == .set:
            .set(try text.split(separator: ",").map { try find(type, String($0)).id.lowercased })
        case .reference(let type): .string(try find(type, text).id.lowercased)
        case .positiveNumber: Decimal(argument: text).map { .number($0.value) } ?? .string(text)
        case .anything, .answer, .line, .text, .time: .typed(text)
        }
    }
}

struct RestoreConflict: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore an edit that lost, as a new edit. What was deleted is made anew.",
        discussion: """
            EXAMPLE
              vitals-device entities restore c3
              vitals-device entities restore c4 --field group=Medicine
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The number that `needs-you` shows, such as c3.") var number: DecisionNumber
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A field to use in place of the one that was kept.", valueName: "name=value"))
    var field: [String] = []

    func run() throws {
        let entities = try phone.open().entities
        let conflict = try entities.conflict(number)
        let discard = "`vitals-device entities discard c\(conflict.id)` forgets it."
        guard entities.types[conflict.type] != nil else {
            throw PhoneError(
                "This version doesn't know what a \(conflict.type.printable) is. Update it, or: \(discard)")
        }
        guard conflict.hasEdit else { throw PhoneError("There is nothing to restore. \(discard)") }
        if !conflict.makesAnew, try entities.entity(conflict.entity) == nil {
            throw PhoneError("The \(conflict.type) was deleted since, so your edit has no place. \(discard)")
        }
        let values = try entities.values(field, of: conflict.type)
        try plainly { try entities.restore(conflict: conflict.id, values) }
        if phone.json { return Terminal.json(.object([.init("restored", .string("c\(conflict.id)"))])) }
        Terminal.show("Your edit is restored. The next sync sends it.")
    }
}

struct RetryRefused: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Send a refused change again, with what depends on it.",
        discussion: """
            EXAMPLE
              vitals-device entities retry r2
              vitals-device entities retry r2 --field title="Knee hurts"
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The number that `needs-you` shows, such as r2.") var number: DecisionNumber
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A corrected field.", valueName: "name=value"))
    var field: [String] = []

    func run() throws {
        let entities = try phone.open().entities
        let letter = try entities.refused(number)
        let (command, discard) = (letter.command, "`vitals-device entities discard r\(letter.id)` forgets it.")
        guard entities.types[command.type] != nil else {
            throw PhoneError("This version doesn't know what a \(command.type.printable) is. Update it, or: \(discard)")
        }
        if let above = letter.dependsOn {
            throw PhoneError(
                "r\(letter.id) needs r\(above) first. `vitals-device entities retry r\(above)` sends both.")
        }
        if command.operation != .create, try entities.entity(command.id) == nil {
            throw PhoneError("The \(command.type) was deleted since, so there is nothing to change. \(discard)")
        }
        let values = try entities.values(field, of: command.type)
        let others = try entities.dependents(of: letter.id)
        try plainly { try entities.retry(deadLetter: letter.id, values) }
        if phone.json {
            return Terminal.json(
                .object([
                    .init("retried", .array(([letter] + others).map { .string("r\($0.id)") }))
                ]))
        }
        Terminal.show(
            "The next sync sends it again\(others.isEmpty ? "." : ", with \(others.count) that depend on it.")")
    }
}

struct DiscardDecision: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Forget an edit that lost, or a refused change with what depends on it.",
        discussion: """
            EXAMPLE
              vitals-device entities discard c3
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The number that `needs-you` shows, such as c3 or r2.") var number: DecisionNumber

    func validate() throws {
        if number.kind == nil {
            throw ValidationError(
                "Say c\(number.number) for an edit that lost, or r\(number.number) for a refused change.")
        }
    }

    func run() throws {
        let entities = try phone.open().entities
        var gone: [String] = []
        if number.kind == .conflict {
            let conflict = try entities.conflict(number)
            try entities.discard(conflict: conflict.id)
            gone = ["c\(conflict.id)"]
        } else {
            let letter = try entities.refused(number)
            gone = (try [letter] + entities.dependents(of: letter.id)).map { "r\($0.id)" }
            try entities.discard(deadLetter: letter.id)
        }
        if phone.json { return Terminal.json(.object([.init("discarded", .array(gone.map { .string($0) }))])) }
        Terminal.show("Discarded: \(gone.joined(separator: ", ")).")
    }
}
