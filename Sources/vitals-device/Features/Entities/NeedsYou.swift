import ArgumentParser
import Vitals
import VitalsEntities

/// The one list of all that waits for a person's decision.
struct NeedsYou: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all that waits for your decision: records, notes, tags and groups.",
        discussion: """
            These are edits of yours that lost, and changes that the server refused. `entities needs-you` leaves the
            records out, which have commands of their own: `conflicts` and `rejected`.

            EXAMPLE
              vitals-device needs-you
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let device = try phone.open()
        let (conflicts, rejected) = (try device.conflicts(), try device.rejected())
        let decisions = try EntityDecisions(device.entities)
        if phone.json {
            return Terminal.json(
                .object([
                    .init("conflicts", Conflicts.Show.json(conflicts)), .init("rejected", Rejected.Show.json(rejected)),
                    .init("entities", decisions.json),
                ]))
        }
        guard !conflicts.isEmpty || !rejected.isEmpty || !decisions.isEmpty else {
            return Terminal.show("Nothing needs you.")
        }
        if !conflicts.isEmpty { Conflicts.Show.show(conflicts) }
        if !rejected.isEmpty { Rejected.Show.show(rejected) }
        if !decisions.isEmpty { try decisions.show() }
    }
}

struct EntitiesNeedYou: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "needs-you", abstract: "Show edits of yours that lost, and changes that the server refused.",
        discussion: """
            Edits that lost have numbers such as c3, refused changes such as r2. `vitals-device needs-you` also shows
            the records that wait for you.

            EXAMPLE
              vitals-device entities needs-you --json
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let decisions = try EntityDecisions(phone.open().entities)
        if phone.json { return Terminal.json(decisions.json) }
        guard !decisions.isEmpty else { return Terminal.show("Nothing needs you.") }
        try decisions.show()
    }
}

/// The edits of entities that lost, and the changes that the server refused.
private struct EntityDecisions {
    private let entities: DeviceEntities
    private let conflicts: [EntityConflict]
    private let letters: [EntityDeadLetter]

    init(_ entities: DeviceEntities) throws {
        self.entities = entities
        (conflicts, letters) = (try entities.conflicts(), try entities.deadLetters())
    }

    var isEmpty: Bool { conflicts.isEmpty && letters.isEmpty }

    var json: JSONValue { .array(conflicts.map(Self.json) + letters.map(Self.json)) }

    func show() throws {
        let names = try Self.names(entities)
        for conflict in conflicts { try Self.show(conflict, entities, names) }
        for letter in letters { Self.show(letter, entities, names) }
        if !conflicts.isEmpty {
            Terminal.show("Restore an edit that lost with: vitals-device entities restore NUMBER")
        }
        if !letters.isEmpty {
            Terminal.show("Send a refused change again with: vitals-device entities retry NUMBER [--field name=value]")
        }
        Terminal.show("Forget either with: vitals-device entities discard NUMBER")
    }

    private static func show(_ conflict: EntityConflict, _ entities: DeviceEntities, _ names: [String: String]) throws {
        let now = try entities.entity(conflict.entity)
        let name = Entity.displayName(now?.fields ?? conflict.fields, conflict.type)
        Terminal.show("c\(conflict.id)  \(conflict.type.printable) \(name)")
        Terminal.show("    \(conflict.reason) Lost at \(conflict.lostAt.rfc3339).")
        guard conflict.hasEdit else { return }
        for (field, value) in conflict.fields.sorted(by: { $0.key < $1.key }) {
            var line = "    \(field.printable): yours is \(text(value, names))"
            if !conflict.makesAnew {
                line += now.map { ", now it's \(text($0.fields[field] ?? .null, names))" } ?? ", and it's deleted now"
            }
            Terminal.show(line)
        }
    }

    private static func show(_ letter: EntityDeadLetter, _ entities: DeviceEntities, _ names: [String: String]) {
        let command = letter.command
        let fields = (try? entities.types[command.type].map { try command.changes(of: $0) })??.mapValues(\.to) ?? [:]
        let shown = try? entities.entity(command.id)
        let name = Entity.displayName((shown?.fields ?? [:]).merging(fields) { $1 }, command.type)
        Terminal.show("r\(letter.id)  \(letter.word) \(command.type.printable) \(name)")
        let place = letter.path.map { " (\($0.printable))" } ?? ""
        Terminal.show("    \(letter.reason.oneLine)\(place)")
        if let above = letter.dependsOn { Terminal.show("    It goes with r\(above).") }
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            Terminal.show("    \(field.printable): \(text(value, names))")
        }
    }

    /// The names of what a value may refer to, by id.
    private static func names(_ entities: DeviceEntities) throws -> [String: String] {
        let all = try entities.all("group") + entities.all("tag")
        return Dictionary(all.map { ($0.id.lowercased, $0.displayName) }) { one, _ in one }
    }

    private static func text(_ value: JSONValue, _ names: [String: String]) -> String {
        switch value {
        case .null: "none"
        case .string(let text): names[text] ?? (text.isEmpty ? "empty" : text.printable)
        case .array: value.texts.map { names[$0] ?? $0.printable }.joined(separator: ", ")
        default: CanonicalJSON.text(value).printable
        }
    }

    private static func json(_ conflict: EntityConflict) -> JSONValue {
        .object([
            .init("number", .string("c\(conflict.id)")), .init("code", .string(conflict.code)),
            .init("type", .string(conflict.type)), .init("id", .string(conflict.entity.lowercased)),
            .init("fields", FieldMap.nested(conflict.fields)), .init("lostAt", .string(conflict.lostAt.rfc3339)),
        ])
    }

    private static func json(_ letter: EntityDeadLetter) -> JSONValue {
        .object([
            .init("number", .string("r\(letter.id)")), .init("code", .string(letter.code)),
            .init("path", .optional(letter.path)), .init("detail", .optional(letter.detail)),
            .init("op", .string(letter.command.operation.rawValue)), .init("type", .string(letter.command.type)),
            .init("id", .string(letter.command.id.lowercased)), .init("fields", letter.command.fields),
            .init("dependsOn", .optional(letter.dependsOn.map { "r\($0)" })),
            .init("rejectedAt", .string(letter.rejectedAt.rfc3339)),
        ])
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
