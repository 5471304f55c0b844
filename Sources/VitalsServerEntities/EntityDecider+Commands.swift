import Foundation
import Vitals
import VitalsEntities

extension EntityDecider {
    // MARK: Create (rules 7 and 9)

    func create(_ command: UUID, _ type: EntityType, _ changes: [String: FieldChange]) throws -> EntityResult {
        let values = changes.mapValues(\.to)
        let id = try reference(command)
        if let row = try work.row(id) {
            guard row.type == type.name else { throw EntityInvalid("type", "The id belongs to a \(row.type).") }
            if row.isDeleted { return EntityResult(.conflict, .deleted, id: id) }
            // A repeat: everything that it asked for is there, or was changed since by somebody who saw it.
            if id == command { return verdict(id, lost: try unknownLinks(in: values, of: type)) }
            try type.validate(values, isWhole: true)
            return try meet(id, type, values)
        }
        try type.validate(values, isWhole: true)
        return try insert(id, type, values, version: 1, stamps: nil)
    }

    /// A create that names what exists already is an update of it, made without having seen it.
    private func meet(_ id: UUID, _ type: EntityType, _ values: [String: JSONValue]) throws -> EntityResult {
        let changes = values.filter { !type.keys.contains($0.key) && $0.value != .null }.mapValues {
            FieldChange(to: $0)
        }
        return verdict(id, lost: try edit(id, type, changes))
    }

    /// Takes in a new identity: it's matched with another, stored as deleted, or stored.
    ///
    /// - Parameter stamps: those that a restated entity brings; nil for a create.
    func insert(
        _ id: UUID, _ type: EntityType, _ values: [String: JSONValue], version: Int64, stamps: [String: Int64]?
    ) throws -> EntityResult {
        let lost = try unknownLinks(in: values, of: type)
        var row = EntityRow(id: id, type: type.name, version: version)
        for (name, value) in values {
            row.set(name, to: try resolved(value, in: type.field(name)), stamp: stamps?[name] ?? version)
        }
        // A field that has no value any more says with its stamp that it was removed.
        if let stamps { row.stamps.merge(stamps) { set, _ in set } }
        for field in type.fields where field.isRequiredReference {
            guard let parent = row.value(field.name).string.flatMap({ UUID(text: $0) }),
                let target = try work.stub(parent),
                target.type == field.referencedType
            else { return EntityResult(.rejected, .referenceUnknown, id: id) }
            guard target.isDeleted else { continue }
            guard rules.contains(.stillborn) else { return EntityResult(.rejected, .referenceUnknown, id: id) }
            try bury(id, type: type.name)
            return EntityResult(.conflict, .deleted, id: id)
        }
        if let survivor = try match(type, row.fields) {
            // First the part that may refuse: a rejected create leaves nothing, no replaced id either.
            let result = try meet(survivor, type, values)
            try stand(id, for: survivor)
            observe?(.matched(id, with: survivor))
            return result
        }
        work.put(row)
        return verdict(id, lost: lost)
    }

    /// The entity that this one is, if somebody made it before.
    private func match(_ type: EntityType, _ values: [String: JSONValue]) throws -> UUID? {
        guard rules.contains(.match) else { return nil }
        if type.hasUniqueName, let name = values["name"]?.string {
            return try work.holder(type: type.name, folded: EntityName.folded(name), but: nil)
        }
        guard let likeness = type.likeness, let mine = likeness.values(of: values) else { return nil }
        let found = try work.starting(about: mine.start, type: type, likeness: likeness).compactMap { row in
            likeness.values(of: row.fields).flatMap { EntityLikeness.areAlike(mine, $0) ? (row.id, $0) : nil }
        }
        return found.min { one, other in
            let (a, b) = (distance(mine, one.1), distance(mine, other.1))
            return a == b ? one.0.lowercased < other.0.lowercased : a < b
        }?.0
    }

    private func distance(
        _ one: (start: Int64, minutes: Double), _ other: (start: Int64, minutes: Double)
    ) -> (Int64, Double) {
        (abs(one.start - other.start), abs(one.minutes - other.minutes))
    }

    /// From now on, `id` means `survivor`. The log row is there so that receipts cover it (rule 8).
    func stand(_ id: UUID, for survivor: UUID) throws {
        work.stand(id, for: survivor)
        if rules.contains(.aliasIsLogged), let row = try work.row(survivor) { work.put(row) }
    }

    // MARK: Update (rule 6)

    func update(_ command: UUID, _ type: EntityType, _ changes: [String: FieldChange]) throws -> EntityResult {
        let id = try reference(command)
        guard let row = try work.row(id) else { return EntityResult(.rejected, .unknown, id: id) }
        guard row.type == type.name else { throw EntityInvalid("type", "The id belongs to a \(row.type).") }
        if row.isDeleted { return EntityResult(.conflict, .deleted, id: id) }
        try type.validate(changes.mapValues(\.to), isWhole: false)
        return verdict(id, lost: try edit(id, type, changes))
    }

    /// Merges the changes into an entity, field by field.
    ///
    /// - Returns: the fields that lost. A key of a map is `map.key`.
    private func edit(_ id: UUID, _ type: EntityType, _ changes: [String: FieldChange]) throws -> Set<String> {
        guard let row = try work.row(id) else { return [] }
        var (new, lost, isChanged, growth) = (row, Set<String>(), false, 0)
        new.version += 1
        for (name, change) in changes {
            let (field, current) = (type.field(name), row.value(name))
            if rules.contains(.sets), try hasUnknownLinks(change.to, in: field) { lost.insert(name) }
            let answer = field?.content == .answer ? EntityAnswer.settled(current, change) : nil
            guard let to = try answer ?? merged(change, into: current, field, of: type) else {
                lost.insert(name)
                continue
            }
            // Comparing texts of combining marks is slow, so it's done once here.
            if to == current { continue }
            // Two phones may each add as many elements as a set may have.
            let isFull = field?.kind == .set && to.texts.count > EntityLimits.setCount
            guard !isFull, try mayTake(to, in: name, of: id, type) else {
                lost.insert(name)
                continue
            }
            new.set(name, to: to, stamp: new.version)
            isChanged = true
            growth += to.approximateSizeBytes - current.approximateSizeBytes + (current == .null ? name.utf8.count : 0)
        }
        guard isChanged else { return lost }
        // Each check reads the whole entity, and a batch may hold 500 edits of a large one.
        if growth > 0 { try type.validateSize(new.fields, stampCount: new.stamps.count) }
        work.put(new)
        return lost
    }

    /// Makes the three-way merge of one field: the value that is stored, the one that the user saw, and the one they chose.
    ///
    /// - Parameter field: nil for a field that this build doesn't know, which is a value.
    /// - Returns: the value to store; nil if the change lost.
    func merged(
        _ change: FieldChange, into current: JSONValue, _ field: EntityField?, of type: EntityType
    ) throws -> JSONValue? {
        // @write 22 merge-field
        if field?.kind == .set, mergesSets { return try mergedSet(current, change, in: field) }
        let to = try resolved(change.to, in: field)
        if current == to { return to }
        let base = try resolvedBase(change.base, in: field)
        return isSeen(current, base, in: field, of: type) ? to : nil
        // @starter
        //| // The last one to arrive wins, and nobody is told.
        //| return try resolved(change.to, in: field)
        // @end
    }

    /// True unless a simulation leaves out that sets merge by element.
    var mergesSets: Bool { rules.contains(.sets) }

    /// True if a value is the one that the person saw. Names compare folded.
    func isSeen(_ current: JSONValue, _ base: JSONValue, in field: EntityField?, of type: EntityType) -> Bool {
        if current == base || !rules.contains(.base) { return true }
        guard type.hasUniqueName, field?.name == "name", let one = current.string, let other = base.string,
            EntityLimits.isLine(other)
        else { return false }
        return EntityName.folded(one) == EntityName.folded(other)
    }

    /// Whether an existing entity may have this value now: a name that isn't taken, a parent that lives.
    func mayTake(_ value: JSONValue, in name: String, of id: UUID, _ type: EntityType) throws -> Bool {
        if type.hasUniqueName, name == "name", let text = value.string, rules.contains(.taken) {
            return try work.holder(type: type.name, folded: EntityName.folded(text), but: id) == nil
        }
        guard let field = type.field(name), field.kind == .value, let target = field.referencedType, value != .null
        else {
            return true
        }
        guard let parent = value.string.flatMap({ UUID(text: $0) }), let row = try work.stub(parent) else {
            return false
        }
        return !row.isDeleted && row.type == target
    }

    // MARK: Delete (rule 9)

    func delete(_ command: UUID, _ type: EntityType) throws -> EntityResult {
        let id = try reference(command)
        if id != command, rules.contains(.deleteOfReplaced) { return EntityResult(.conflict, .merged, id: id) }
        let row = try work.row(id)
        if let row, row.type != type.name { throw EntityInvalid("type", "The id belongs to a \(row.type).") }
        if row == nil ? rules.contains(.tombstones) : row?.isDeleted == false { try bury(id, type: type.name) }
        return EntityResult(.applied, id: id)
    }

    /// Makes an entity a tombstone, with everything that can't exist without it, and removes the links to it.
    func bury(_ id: UUID, type: String, version: Int64 = 0) throws {
        let known = try work.stub(id)
        work.put(EntityRow(id: id, type: type, version: max(version, known?.version ?? 0) + 1, isDeleted: true))
        guard rules.contains(.cascade) else { return }
        // @write 22 cascade
        for referrer in try work.referrers(to: id, type: type) {
            // An earlier turn of this loop may have buried it.
            guard let current = try work.stub(referrer.id), !current.isDeleted else { continue }
            if referrer.isRequired {
                try bury(current.id, type: current.type)
            } else {
                try unlink(current.id, from: id)
            }
        }
        // @starter
        //| // What refers to it goes on naming it.
        // @end
    }

    private func unlink(_ id: UUID, from target: UUID) throws {
        guard var row = try work.row(id), let type = types[row.type] else { return }
        let text = target.lowercased
        row.version += 1
        for field in type.fields where field.referencedType != nil && row.names(text, in: field) {
            let rest: JSONValue = field.kind == .set ? .set(row.elements(field.name).filter { $0 != text }) : .null
            row.set(field.name, to: rest, stamp: row.version)
        }
        work.put(row)
    }
}
