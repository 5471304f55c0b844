package import Foundation
import GRDB
package import Vitals

/// An entity as a person sees it.
package struct Entity: Hashable, Sendable, Identifiable {
    package var id: UUID
    package var type: String
    /// The fields that have a value; a key of a map is a field called `map.key`.
    package var fields: [String: JSONValue]
    /// True while an edit of it waits for the server.
    package var waits: Bool

    /// A field as text; empty if it has none.
    package func text(_ field: String) -> String { fields[field]?.string ?? "" }

    /// Changes a field as a person did. Of a set, only what they added and removed changes, and of two answers one may stay, as the
    /// server will decide.
    mutating func apply(_ change: FieldChange, to name: String, of type: EntityType) {
        var to = change.to
        if type.field(name)?.kind == .set {
            let (base, wanted) = (Set(change.base.texts), Set(change.to.texts))
            let current = Set(fields[name]?.texts ?? [])
            to = .set(current.union(wanted.subtracting(base)).subtracting(base.subtracting(wanted)))
        } else if type.field(name)?.content == .answer {
            // What is done elsewhere mustn't look snoozed because of an older snooze here.
            to = EntityAnswer.settled(fields[name] ?? .null, change) ?? to
        }
        fields[name] = to == .null ? nil : to
    }
}

// The view (rule 2): what the server said, with the person's commands applied on top, in order.

extension EntityTables {
    /// Makes the view of an entity anew, after its row, its commands or its ids have changed.
    func refreshView(of id: String) throws {
        guard let uuid = UUID(text: id) else { return }
        guard let entity = try view(of: uuid, visible(queued(about: id), over: uuid)) else {
            try execute("DELETE FROM entity_view WHERE id = ?", [id])
            try execute("DELETE FROM entity_link WHERE source = ?", [id])
            return
        }
        let type = types[entity.type]
        let parent = type?.fields.first(where: \.isRequiredReference).flatMap { entity.fields[$0.name]?.string }
        let name = entity.fields["name"]?.string ?? entity.fields["title"]?.string ?? ""
        try execute(
            "INSERT OR REPLACE INTO entity_view (id, type, name, parent, fields, waits) VALUES (?, ?, ?, ?, ?, ?)",
            [
                id, entity.type, EntityName.folded(name), parent, CanonicalJSON.text(FieldMap.nested(entity.fields)),
                entity.waits,
            ])
        try execute("DELETE FROM entity_link WHERE source = ?", [id])
        for field in type?.fields ?? [] where field.referencedType != nil {
            let targets = field.kind == .set ? entity.fields[field.name]?.texts ?? [] : [entity.text(field.name)]
            for target in Set(targets) where !target.isEmpty {
                try execute("INSERT OR IGNORE INTO entity_link (target, source) VALUES (?, ?)", [target, id])
            }
        }
    }

    /// Makes anew the views of an entity that got another id, and of those that refer to it.
    func refreshViews(around ids: [String]) throws {
        var affected = Set(ids)
        for id in ids {
            affected.formUnion(
                try String.fetchAll(
                    database.cachedStatement(sql: "SELECT source FROM entity_link WHERE target = ?"), arguments: [id]))
        }
        for id in affected { try refreshView(of: id) }
    }

    /// The commands that the view is made with: all of them, unless a simulation leaves out rule 2.
    private func visible(_ commands: [Queued], over id: UUID) throws -> [Queued] {
        guard !rules.contains(.viewOnTop), try shadow(id) != nil else { return commands }
        return commands.filter { $0.seq != nil }
    }

    /// Makes what a person sees of an entity: the server's row, with the commands applied on top of it.
    ///
    /// - Parameter commands: those about this entity, under each of its ids, in the order in which they were made.
    /// - Returns: nil if a person sees nothing.
    package func view(of id: UUID, _ commands: [Queued]) throws -> Entity? {
        // @write 21 entity-view
        let shadow = try shadow(id)
        var entity: Entity?
        if let shadow, !shadow.isDeleted {
            entity = Entity(id: id, type: shadow.type, fields: shadow.fields, waits: false)
        }
        for command in commands.map(\.command) {
            guard let type = types[command.type], let changes = try? command.changes(of: type) else { continue }
            switch command.operation {
            case .create:
                if entity == nil, shadow == nil {
                    entity = Entity(id: id, type: command.type, fields: [:], waits: false)
                    for (name, change) in changes { entity?.apply(change, to: name, of: type) }
                }
            case .update:
                for (name, change) in changes { entity?.apply(change, to: name, of: type) }
            case .delete:
                if command.id == id { entity = nil }
            }
        }
        entity?.waits = commands.contains { $0.seq == nil }
        return try entity.map(resolvingReferences)
        // @starter
        //| throw NotWritten(21, "apply the commands to the server's row, in their order")
        // @end
    }

    /// The entity with the ids that its references stand for now.
    func resolvingReferences(of entity: Entity) throws -> Entity {
        var entity = entity
        for field in types[entity.type]?.fields ?? [] where field.referencedType != nil {
            guard let value = entity.fields[field.name] else { continue }
            if field.kind == .set {
                entity.fields[field.name] = .set(try value.texts.map { try resolve($0) })
            } else if let text = value.string {
                entity.fields[field.name] = .string(try resolve(text))
            }
        }
        return entity
    }

    // MARK: Reading

    /// Only entities whose parent is shown are shown themselves (rule 10).
    private var gate: String {
        rules.contains(.gate)
            ? "(parent IS NULL OR EXISTS (SELECT 1 FROM entity_view AS above WHERE above.id = entity_view.parent))"
            : "1"
    }

    /// The entities of a type that a person sees, sorted by name.
    ///
    /// - Parameter after: the last entity of the list before; nil for the beginning.
    package func list(_ type: String, after: Entity? = nil, limit: Int) throws -> [Entity] {
        let name = after.map { EntityName.folded($0.fields["name"]?.string ?? $0.text("title")) } ?? ""
        let found = try rows(
            """
            SELECT id, type, fields, waits FROM entity_view
            WHERE type = ? AND (name, id) > (?, ?) AND \(gate) ORDER BY name, id LIMIT ?
            """, [type, name, after?.id.lowercased ?? "", limit])
        return try found.compactMap { try shown($0) }
    }

    package func entity(_ id: UUID) throws -> Entity? {
        let resolved = try resolve(id.lowercased)
        return try rows("SELECT id, type, fields, waits FROM entity_view WHERE id = ? AND \(gate)", [resolved]).first
            .flatMap { try shown($0) }
    }

    /// Everything that a person sees.
    package func everything() throws -> [UUID: Entity] {
        try rows("SELECT id, type, fields, waits FROM entity_view WHERE \(gate)").reduce(into: [:]) { all, row in
            if let entity = try shown(row) { all[entity.id] = entity }
        }
    }

    /// An entity without its links to what isn't there.
    private func shown(_ row: Row) throws -> Entity? {
        guard let id = UUID(text: row[0]), let json = try? JSONValue(parsing: row[2] as String) else { return nil }
        let type = types[row[1] as String]
        var entity = Entity(
            id: id, type: row[1], fields: FieldMap.flat(json) { type?.field($0)?.kind == .map }, waits: row[3])
        for field in type?.fields ?? [] where field.kind == .set && field.referencedType != nil {
            guard let targets = entity.fields[field.name]?.texts else { continue }
            entity.fields[field.name] = .set(try targets.filter { try isInView($0) })
        }
        return entity
    }

    private func isInView(_ id: String) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT 1 FROM entity_view WHERE id = ?"), arguments: [id]) ?? false
    }
}
