import Foundation
import Vitals
import VitalsEntities

extension EntityDecider {
    /// The identity that an id stands for.
    func reference(_ id: UUID) throws -> UUID { rules.contains(.aliases) ? try work.resolve(id) : id }

    /// A value with the ids that stayed. Links of a set to what is gone are left out.
    func resolved(_ value: JSONValue, in field: EntityField?) throws -> JSONValue {
        guard let field, let type = field.referencedType else { return field?.kind == .set ? .set(value.texts) : value }
        guard field.kind == .set else { return try resolvedBase(value, in: field) }
        let living = try ids(in: value).filter { id in
            guard let row = try work.stub(id) else { return false }
            return !row.isDeleted && row.type == type
        }
        return .set(living.map(\.lowercased))
    }

    /// A value that a person saw, with the ids that stayed.
    func resolvedBase(_ value: JSONValue, in field: EntityField?) throws -> JSONValue {
        guard let field, field.referencedType != nil else { return field?.kind == .set ? .set(value.texts) : value }
        if field.kind == .set { return .set(try ids(in: value).map(\.lowercased)) }
        guard let id = value.string.flatMap({ UUID(text: $0) }) else { return value }
        return .string(try reference(id).lowercased)
    }

    /// What is stored, with what the person added and without what they removed.
    func mergedSet(_ current: JSONValue, _ change: FieldChange, in field: EntityField?) throws -> JSONValue {
        let base = Set(try resolvedBase(change.base, in: field).texts)
        let wanted = Set(try resolvedBase(change.to, in: field).texts)
        let living = Set(try resolved(change.to, in: field).texts)
        let merged = Set(current.texts).union(living.subtracting(base)).subtracting(base.subtracting(wanted))
        return .set(merged)
    }

    /// True if a set names an id that no entity has or had, or one of another type.
    func hasUnknownLinks(_ value: JSONValue, in field: EntityField?) throws -> Bool {
        guard let field, field.kind == .set, let type = field.referencedType else { return false }
        return try ids(in: value).contains { try work.stub($0)?.type != type }
    }

    func unknownLinks(in values: [String: JSONValue], of type: EntityType) throws -> Set<String> {
        Set(try values.filter { try hasUnknownLinks($0.value, in: type.field($0.key)) }.keys)
    }

    private func ids(in value: JSONValue) throws -> [UUID] {
        try value.texts.compactMap { UUID(text: $0) }.map { try reference($0) }
    }
}
