internal import CheckpointSystem
internal import Foundation

/// A group, tag, note or reminder as the demo sees it from outside: in a phone's `--json` or in the server's response.
struct DemoEntity: Decodable, Hashable, Sendable {
    let id: String
    let type: String
    let fields: Fields?
    /// True if the phone still has to send something of it; nil on the server.
    let dirty: Bool?
    /// True for a deletion, which only the server shows.
    let deleted: Bool?

    struct Fields: Decodable, Hashable, Sendable {
        let name: String?
        let colour: String?
        let title: String?
        let body: String?
        let tags: [String]?
        let group: String?
    }

    var name: String { fields?.title ?? fields?.name ?? "" }

    /// The part that must be equal everywhere.
    var content: [String] {
        let fields = [fields?.name, fields?.colour, fields?.title, fields?.body, fields?.group].map { $0 ?? "" }
        return [id.lowercased(), type] + fields + (self.fields?.tags ?? []).sorted()
    }
}

/// An item that needs a phone's person: an edit that lost, or a change that was refused.
struct DemoDecision: Decodable, Sendable {
    /// Its number, such as `c3` or `r2`.
    let number: String
    let code: String
    let type: String
}

/// The entities that one of the three holds.
struct DemoHolding: Sendable {
    let entities: [DemoEntity]
    /// A phone's command line has no list of reminders, but counts them.
    let reminderCount: Int
    /// nil on the server.
    let waitingCount: Int?
    let decisions: [DemoDecision]

    func named(_ name: String) -> [DemoEntity] { entities.filter { $0.name == name } }

    /// The names of the tags of the note with this title, sorted.
    func tags(of title: String) -> [String] {
        let ids = named(title).flatMap { $0.fields?.tags ?? [] }
        return ids.map { id in entities.first { $0.id == id }?.name ?? "unknown" }.sorted()
    }

    /// Returns nil where there's no such note, or more than one.
    func body(of title: String) -> String? {
        let notes = named(title)
        return notes.count == 1 ? notes[0].fields?.body : nil
    }

    /// A cell of the table: what is known of the name here.
    fileprivate func cell(_ type: String, _ name: String) -> String {
        let found = entities.filter { $0.type == type && $0.name == name }
        guard let first = found.first else { return "none" }
        if found.count > 1 { return "\(found.count) of them" }
        let text = [first.fields?.body ?? first.fields?.colour ?? ""] + tags(of: name).map { "#" + $0 }
        let line = text.filter { !$0.isEmpty }.joined(separator: " ")
        if line.isEmpty { return first.dirty == true ? "to be sent" : "there" }
        return line.count > 20 ? line.prefix(19) + "…" : line
    }
}

/// The two phones and the server at one moment.
struct DemoHoldings: Sendable {
    let phoneA: DemoHolding
    let phoneB: DemoHolding
    let server: DemoHolding

    init(_ phoneA: DemoPhone, _ phoneB: DemoPhone, _ server: DemoServer) async throws {
        self.phoneA = try await phoneA.holding()
        self.phoneB = try await phoneB.holding()
        self.server = try await server.holding()
    }

    var all: [DemoHolding] { [phoneA, phoneB, server] }

    /// True if all three hold the same, and nothing waits or needs a person.
    var areEqual: Bool {
        let contents = all.map { Set($0.entities.filter { $0.type != "reminder" }.map(\.content)) }
        return Set(contents).count == 1 && Set(all.map(\.reminderCount)).count == 1
            && all.allSatisfy { ($0.waitingCount ?? 0) == 0 && $0.decisions.isEmpty }
    }

    /// A line for each name, and one each for what waits and what needs a person.
    var rows: [DemoRow] {
        let shown = all.flatMap(\.entities).filter { $0.type != "reminder" }
        let names = Set(shown.map { [$0.type, $0.name] }).sorted { $0.lexicographicallyPrecedes($1) }
        var rows = names.map { pair in DemoRow(pair.joined(separator: " "), all.map { $0.cell(pair[0], pair[1]) }) }
        if all.contains(where: { $0.reminderCount > 0 }) {
            rows.append(DemoRow("reminders", all.map { "\($0.reminderCount)" }))
        }
        rows.append(DemoRow("to be sent", all.map { $0.waitingCount.map { "\($0)" } ?? "" }))
        let needed = all.map { $0.decisions.map(\.number).joined(separator: ", ") }
        if needed.contains(where: { !$0.isEmpty }) { rows.append(DemoRow("needs you", needed)) }
        return rows
    }
}

extension DemoPhone {
    func holding() async throws -> DemoHolding {
        struct Overview: Decodable {
            let counts: [String: Int]
            let waiting: Int
        }
        let overview = try decoded(Overview.self, try await run("entities", "--json"))
        var entities: [DemoEntity] = []
        for command in ["groups", "notes", "tags"] {
            entities += try decoded([DemoEntity].self, try await run(command, "--json"))
        }
        return DemoHolding(
            entities: entities, reminderCount: overview.counts["reminder"] ?? 0, waitingCount: overview.waiting,
            decisions: try decoded([DemoDecision].self, try await run("entities", "needs-you", "--json")))
    }

    /// The id of the group, tag or note of this name.
    func id(of name: String) async throws -> String {
        guard let id = try await holding().named(name).first?.id else {
            throw CourseError(.failed, "Phone \(self.name) doesn't show \(name).")
        }
        return id
    }

    func write(_ body: String, into title: String) async throws {
        try await run("notes", "edit", try await id(of: title), "--body", body)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        guard let value = try? JSONDecoder().decode(type, from: Data(text.utf8)) else {
            throw CourseError(.failed, "Phone \(name) printed something else than the JSON that was expected.")
        }
        return value
    }
}

extension DemoServer {
    func holding() async throws -> DemoHolding {
        struct Page: Decodable { let entities: [DemoEntity] }
        let path = "/entities/changes?cursor=group:0,note:0,reminder:0,tag:0&limit=1000"
        let living = try await send("GET", path, as: Page.self).entities.filter { $0.deleted != true }
        return DemoHolding(
            entities: living, reminderCount: living.filter { $0.type == "reminder" }.count, waitingCount: nil,
            decisions: [])
    }

    /// Reads one by its id, or by one that it stands for.
    func entity(_ type: String, _ id: String) async throws -> DemoEntity {
        try await send("GET", "/entities/\(type)/\(id)", as: DemoEntity.self)
    }
}
