import Foundation
import GRDB
import Vitals
import VitalsEntities

/// One phone with the store and the exchange that ship. Between two steps of a process it may die.
final class EntitySimulatedPhone {
    /// A sync under way: what it waits for.
    final class Process {
        var exchange: EntityExchange
        var reply: EntitySimulatedServer.Reply?
        /// The steps that it still waits for a response.
        var patience = 0
        var isLost = false

        init(_ exchange: EntityExchange) { self.exchange = exchange }
    }

    let name: String
    let oracle: EntityOracle
    private(set) var access: EntityAccess
    private(set) var typeNames: Set<String>
    var processes: [Process] = []
    var asleepUntil: Int64 = 0
    private(set) var made = 0
    /// True for a person who answers occurrences.
    var answersOccurrences = false

    init(
        _ name: String, types: Set<String>, rules: EntityRules, clock: @escaping @Sendable () -> Timestamp,
        oracle: EntityOracle
    ) throws {
        (self.name, self.oracle, typeNames) = (name, oracle, types)
        let feature = Feature.entities(types: EntitySimulatedWorld.phoneTypes, rules: rules)
        let store = try MeasurementStore(path: ":memory:", clock: clock, features: FeatureList([feature]))
        access = EntityAccess(store, types: Self.types(types), rules: rules)
    }

    private static func types(_ names: Set<String>) -> EntityTypes {
        EntityTypes(EntitySimulatedWorld.phoneTypes.all.filter { names.contains($0.name) })
    }

    func learn(_ type: String) {
        guard typeNames.insert(type).inserted else { return }
        access = EntityAccess(access.store, types: Self.types(typeNames), rules: access.rules)
    }

    func everything() throws -> [UUID: Entity] { try access.read { try $0.everything() } }

    var isQuiet: Bool {
        get throws { try access.read { try $0.queued("1").isEmpty && !$0.state().isRestating } }
    }

    // MARK: What its person does

    /// Ids that say who made what: `tA12` is the tag that A made as its twelfth thing.
    static func id(_ type: String, _ phone: String, _ number: Int) -> UUID {
        let text = (type.prefix(1) + phone).utf8.map { String(format: "%02x", $0) }.joined()
        return UUID(text: "\(text)0000-0000-4000-8000-\(String(format: "%012d", number))")!
    }

    /// A server that gets this fails with a 500.
    static func isPoison(_ command: EntityCommand) -> Bool {
        guard case .object(let members) = command.fields else { return false }
        return members.contains { if case .number(let number)? = $0.value["to"] { number < 0 } else { false } }
    }

    static func isBad(_ value: JSONValue) -> Bool {
        if case .number(let number) = value { abs(number) >= 1_000 } else { false }
    }

    private func create(_ type: String, _ values: [String: JSONValue]) throws {
        try add(.create, type, Self.id(type, name, made), values)
    }

    private func add(
        _ operation: EntityCommand.Operation, _ type: String, _ id: UUID, _ values: [String: JSONValue]
    ) throws {
        let before = try everything()
        made += 1
        let requestID = "\(name).\(made)"
        try access.write { tables in
            switch operation {
            case .create: try tables.create(access.types[type]!, id: id, values, requestID: requestID)
            case .update: try tables.update(id, values, requestID: requestID)
            case .delete: try tables.delete(id, requestID: requestID)
            }
        }
        guard let queued = try access.read({ try $0.queued("request_id = ?", [requestID]) }).first else { return }
        oracle.added(self, queued.command, before)
    }

    func act(_ random: inout SplitMix64) throws {
        let rows = try everything()
        func of(_ type: String) -> [UUID] {
            rows.values.filter { $0.type == type }.map(\.id).sorted { $0.lowercased < $1.lowercased }
        }
        let (groups, tags, reminders, workouts) = (of("group"), of("tag"), of("reminder"), of("workout"))
        if answersOccurrences, !reminders.isEmpty, random.chance(0.4) {
            let id = reminders.randomElement(using: &random)!
            let key = ["2026-05-06", "once"].randomElement(using: &random)!
            return try add(.update, "reminder", id, ["occurrences.\(key)": Self.answer(&random)])
        }
        var value = JSONValue.string("\(name)\(made)")
        if random.chance(0.04) { value = .number(Double(1_000 + made) * (random.chance(0.33) ? -1 : 1)) }
        func text(_ id: UUID) -> JSONValue { .string(id.lowercased) }
        func pick(_ ids: [UUID]) -> UUID { random.chance(0.5) ? ids[0] : ids.randomElement(using: &random)! }
        func isFree(_ type: String, _ name: String) -> Bool {
            of(type).allSatisfy { EntityName.folded(rows[$0]!.text("name")) != EntityName.folded(name) }
        }
        let (x, named) = (random.unit(), groups + tags)
        if x < 0.2 || groups.isEmpty && x < 0.5 {
            let type = ["group", "tag"].filter(typeNames.contains).randomElement(using: &random)!
            let wanted = EntitySimulatedWorld.names.randomElement(using: &random)!
            let colour = random.chance(0.5) ? value : .null
            if random.chance(0.03) {
                try create(type, ["name": .number(Double(1_000 + made)), "colour": colour])
            } else if isFree(type, wanted) {
                try create(type, ["name": .string(wanted), "colour": colour])
            }
        } else if x < 0.4, !groups.isEmpty, typeNames.contains("reminder") {
            let some = tags.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
            try create(
                "reminder",
                [
                    "title": value, "group": text(groups.randomElement(using: &random)!),
                    "tags": .set(some.map(\.lowercased)),
                ])
        } else if x < 0.45, typeNames.contains("workout") {
            let start = Timestamp(millisecondsSinceEpoch: Int64.random(in: 0...9, using: &random) * 60_000)!
            let minutes = Double(Int.random(in: 9...11, using: &random))
            try create(
                "workout",
                [
                    "start": .string(start.rfc3339), "minutes": .number(minutes),
                    "note": random.chance(0.5) ? value : .null,
                ])
        } else if x < 0.53, !reminders.isEmpty {
            try add(.update, "reminder", pick(reminders), [random.chance(0.5) ? "title" : "body": value])
        } else if x < 0.56, !reminders.isEmpty {
            let key = ["2026-05-06", "2026-05-07", "once"].randomElement(using: &random)!
            try add(.update, "reminder", pick(reminders), ["occurrences.\(key)": value])
        } else if x < 0.59, !workouts.isEmpty {
            try add(.update, "workout", pick(workouts), ["note": value])
        } else if x < 0.62, !named.isEmpty {
            let id = pick(named)
            try add(.update, rows[id]!.type, id, ["colour": value])
        } else if x < 0.71, !reminders.isEmpty, !tags.isEmpty {
            let id = pick(reminders)
            let links = Set(rows[id]!.fields["tags"]?.texts ?? [])
            let changed = links.symmetricDifference([tags.randomElement(using: &random)!.lowercased])
            try add(.update, "reminder", id, ["tags": .set(changed)])
        } else if x < 0.76, !reminders.isEmpty, !groups.isEmpty {
            try add(.update, "reminder", pick(reminders), ["group": text(groups.randomElement(using: &random)!)])
        } else if x < 0.86, !named.isEmpty {
            let id = named.randomElement(using: &random)!
            let wanted = EntitySimulatedWorld.names.randomElement(using: &random)!
            if isFree(rows[id]!.type, wanted) { try add(.update, rows[id]!.type, id, ["name": .string(wanted)]) }
        } else if x < 0.94, !rows.isEmpty {
            let all = !named.isEmpty && random.chance(0.4) ? named : rows.keys.sorted { $0.lowercased < $1.lowercased }
            let id = all.randomElement(using: &random)!
            try add(.delete, rows[id]!.type, id, [:])
        } else {
            try decideDeadLetters(&random)
        }
    }

    private static func answer(_ random: inout SplitMix64) -> JSONValue {
        switch random.unit() {
        case ..<0.35: .string("completed")
        case ..<0.45: .string("skipped")
        case ..<0.55: .null
        default:
            .object([
                .init("snoozedUntil", .string("2026-05-06T07:\(Int.random(in: 10...20, using: &random)):00Z"))
            ])
        }
    }

    /// Discards all dead letters, or sends them again, corrected.
    private func decideDeadLetters(_ random: inout SplitMix64) throws {
        let letters = try access.read { try $0.deadLetters() }
        let discards = random.chance(0.3)
        for letter in letters {
            // Removed by the turn of one that it depended on.
            guard try access.read({ try $0.deadLetters() }).contains(where: { $0.id == letter.id }) else { continue }
            try access.write { tables in try tables.discard(deadLetter: letter.id, alone: true) }
            guard !discards, let type = access.types[letter.command.type],
                let changes = try? letter.command.changes(of: type)
            else { continue }
            let values = changes.mapValues { Self.isBad($0.to) ? .string("ok\(made)") : $0.to }
            let isShown = try everything()[letter.command.id] != nil
            if letter.command.operation != .create, !isShown { continue }
            try? add(letter.command.operation, letter.command.type, letter.command.id, values)
        }
    }
}

extension SplitMix64 {
    /// A number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }
}
