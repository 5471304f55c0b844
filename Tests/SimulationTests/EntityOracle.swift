import Foundation
import Vitals
import VitalsEntities
import VitalsServerEntities

/// Sees everything, and knows what people were promised. The numbers are those of the rules.
final class EntityOracle {
    struct Edit {
        var requestID: String
        var phone: String
        var id: UUID
        var field: String
        var base: JSONValue
        var to: JSONValue
    }

    private(set) var flags: [String: Int] = [:]
    private(set) var counts: [String: Int] = [:]
    var trace: ((String) -> Void)?

    var edits: [Edit] = []
    var creates: [UUID: EntityCommand] = [:]
    var deletes: [UUID: String] = [:]
    /// Entities whose create can't be had.
    var bad: Set<UUID> = []
    /// For a create: what its person did before to free its name, by entity.
    private var gone: [String: [UUID: String]] = [:]
    private var freed: [String: [UUID: String]] = [:]
    private var outcomes: [String: EntityResult] = [:]
    private var runs: [String: Int] = [:]
    var refused: Set<String> = []
    var merges: [UUID: UUID] = [:]
    var was: [UUID: Set<UUID>] = [:]
    var restoreCount = 0
    var expired: Set<String> = []
    var groups: [UUID: Set<UUID>] = [:]
    var buried: Set<UUID> = []
    var dropped: Set<String> = []
    var dead: Set<String> = []

    func flag(_ what: String, _ detail: @autoclosure () -> String = "") {
        flags[what, default: 0] += 1
        trace?("***** \(what) \(detail())")
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    func restored() {
        restoreCount += 1
        runs = [:]
        trace?("RESTORED")
    }

    static func key(_ id: UUID, _ field: String) -> String { "\(id.lowercased) \(field)" }

    // MARK: What a person does

    func added(_ phone: EntitySimulatedPhone, _ command: EntityCommand, _ before: [UUID: Entity]) {
        count("commands")
        let changes =
            (try? EntitySimulatedWorld.phoneTypes[command.type].map { try command.changes(of: $0) }) ?? [:]
        trace?(
            "\(phone.name) \(command.requestID) \(command.operation) \(command.type) \(command.id.lowercased.prefix(4)).\(command.id.lowercased.suffix(3)) \(changes)"
        )
        for (field, change) in changes {
            edits.append(
                Edit(
                    requestID: command.requestID, phone: phone.name, id: command.id, field: field, base: change.base,
                    to: change.to))
        }
        if command.operation == .create { creates[command.id] = command }
        if command.operation == .delete {
            deletes[command.id] = command.requestID
            dropped.insert("\(phone.name) \(command.id)")
        }
        if let group = changes["group"]?.to.string.flatMap({ UUID(text: $0) }) {
            groups[command.id, default: []].insert(group)
        }
        guard ["group", "tag"].contains(command.type) else { return }
        let name = changes["name"]?.to.string.map { EntityName.folded($0) }
        func slot(_ name: String) -> String { "\(phone.name) \(command.type) \(name)" }
        if command.operation == .create {
            if let name { gone[command.requestID] = freed[slot(name)] ?? [:] }
        } else if let old = before[command.id], command.operation == .delete || name != nil {
            freed[slot(EntityName.folded(old.text("name"))), default: [:]][command.id] = command.requestID
        }
        if let name { freed[slot(name)]?[command.id] = nil }
    }

    // MARK: What the server does

    func committed(_ events: [EntityEvent], _ entities: MemoryEntities) {
        for event in events {
            switch event {
            case .matched(let id, let survivor):
                merges[id] = survivor
                was[id, default: []].insert(survivor)
                count("matched")
            case .refused(let id, let field): refused.insert(Self.key(id, field))
            case .performed(let command, let result, let isChange, let isForgotten):
                performed(command, result, isChange: isChange, isForgotten: isForgotten)
            }
        }
        let living = entities.rows.filter { !$0.value.isDeleted }
        var names: Set<String> = []
        for row in living.values where ["group", "tag"].contains(row.type) {
            if !names.insert(row.type + EntityName.folded(row.value("name").string ?? "\(row.id)")).inserted {
                flag("7 two of one name")
            }
        }
        for row in living.values where row.type == "reminder" {
            if row.value("group").string.flatMap({ UUID(text: $0) }).flatMap({ living[$0] }) == nil {
                flag("9 orphan on the server")
            }
            if row.elements("tags").contains(where: { UUID(text: $0).flatMap { living[$0] } == nil }) {
                flag("9 link to nothing")
            }
        }
        if entities.aliases.keys.contains(where: { entities.rows[$0] != nil }) {
            flag("8 an entity and an alias of one id")
        }
    }

    private func performed(_ command: EntityCommand, _ result: EntityResult, isChange: Bool, isForgotten: Bool) {
        let requestID = command.requestID
        trace?(
            "    \(requestID) -> \(result.status) \(result.code ?? "") \(result.fields) \(result.id.lowercased.prefix(4)).\(result.id.lowercased.suffix(3)) seq \(result.seq)"
        )
        if isChange {
            runs[requestID, default: 0] += 1
            if runs[requestID]! > 1, !isForgotten { flag("4 performed twice", requestID) }
        }
        if isForgotten { expired.insert(requestID) }
        count("\(result.status) \(result.code ?? "")")
        if command.operation == .delete, result.status == .applied {
            buried.insert(result.id)
            if result.id != command.id { flag("9 a delete hit what its person never saw") }
        }
        if command.operation == .create, result.status != .rejected, result.id != command.id,
            ["group", "tag"].contains(command.type), outcomes[requestID] == nil,
            let freeing = gone[requestID]?[result.id], outcomes[freeing] == nil, !dead.contains(freeing)
        {
            flag("3 own order broken", requestID)
        }
        if result.status == .rejected { rejected(command, result) }
        outcomes[requestID] = result
    }

    private func rejected(_ command: EntityCommand, _ result: EntityResult) {
        let changes =
            (try? EntitySimulatedWorld.phoneTypes[command.type].map { try command.changes(of: $0) }) ?? [:]
        dead.insert(command.requestID)
        let needed = Set([command.id] + [changes["group"]?.to.string.flatMap { UUID(text: $0) }].compactMap(\.self))
        if result.code == "invalid" {
            if command.operation == .create { bad.insert(command.id) }
        } else if !needed.isDisjoint(with: bad) {
            bad.insert(command.id)
        } else {
            flag("14 honest command rejected: \(result.code ?? "")", command.requestID)
        }
    }

    /// A phone gave up on a command that the server fails on.
    func exhausted(_ command: EntityCommand) {
        guard dead.insert(command.requestID).inserted else { return }
        if !EntitySimulatedPhone.isPoison(command) { flag("14 honest command rejected: exhausted", command.requestID) }
        if command.operation == .create { bad.insert(command.id) }
    }

    // MARK: What a phone shows

    /// After the last page a phone holds exactly what the server held.
    func pulled(_ phone: EntitySimulatedPhone, _ truth: [UUID: EntityRow], cursors: [String: Int64]) throws {
        let state = try phone.access.read { try $0.state() }
        // Only if the page was stored, and not dropped because the phone had moved on.
        guard state.position.cursors == cursors, !state.isRestating else { return }
        for (id, row) in truth where state.position.cursors[row.type] != nil {
            let mine = try phone.access.read { try $0.shadow(id) }
            if mine?.fields != row.fields || mine?.isDeleted != row.isDeleted {
                flag("1 shadow differs from the server", "\(phone.name) \(id) \(String(describing: mine)) \(row)")
            }
        }
    }

    func looked(_ phone: EntitySimulatedPhone) throws {
        let rows = try phone.everything()
        for entity in rows.values where entity.type == "reminder" {
            let links = [entity.text("group")] + (entity.fields["tags"]?.texts ?? [])
            if links.contains(where: { UUID(text: $0).flatMap { rows[$0] } == nil }) {
                flag("10 a person saw an orphan")
            }
        }
    }
}
