package import Foundation
import GRDB
package import Vitals

// What a person does: one command for each edit, and nothing else is written but the view.

extension EntityTables {
    /// Makes an entity.
    ///
    /// - Throws: `EntityInvalid` for a value that breaks a rule of the type; nothing is stored then.
    package func create(_ type: EntityType, id: UUID = UUID(), _ values: [String: JSONValue], requestID: String? = nil)
        throws
    {
        let values = values.filter { $0.value != .null }
        try type.validate(values, isWhole: true)
        try checkParent(type, values)
        try add(.create, type, id, values.mapValues { FieldChange(to: normal($0)) }, requestID)
    }

    /// Changes fields of an entity. A field that has the value already isn't changed.
    ///
    /// - Parameter seen: the fields that the person saw when they began, such as those of an open form; nil for those that are
    ///   shown now. What a sync has brought since, they haven't seen: a field that somebody else changed too is a conflict.
    /// - Throws: `EntityInvalid`; `StoreError` with `notFound`.
    package func update(
        _ id: UUID, _ values: [String: JSONValue], seen: [String: JSONValue]? = nil, requestID: String? = nil
    ) throws {
        guard let shown = try entity(id), let type = types[shown.type] else { throw Self.notFound }
        try type.validate(values, isWhole: false)
        let before = seen ?? shown.fields
        let changes = values.reduce(into: [String: FieldChange]()) { changes, value in
            let change = FieldChange(base: before[value.key] ?? .null, to: normal(value.value))
            let isNew = change.to != shown.fields[value.key] ?? .null && change.base != change.to
            if isNew { changes[value.key] = change }
        }
        try checkParent(type, changes.mapValues(\.to))
        try type.validateSize(shown.fields.merging(changes.mapValues(\.to)) { $1 })
        if !changes.isEmpty { try add(.update, type, shown.id, changes, requestID) }
    }

    /// Refuses a required reference to what isn't there: the server would refuse it too, but later.
    private func checkParent(_ type: EntityType, _ values: [String: JSONValue]) throws {
        for field in type.fields where field.isRequiredReference {
            guard let text = values[field.name]?.string, let id = UUID(text: text) else { continue }
            guard try entity(id)?.type == field.referencedType else {
                throw EntityInvalid("fields.\(field.name)", "The \(field.name) is gone. Choose another one.")
            }
        }
    }

    /// Deletes an entity. What can't exist without it isn't shown any more, and is deleted by the server.
    ///
    /// - Throws: `StoreError` with `notFound`.
    package func delete(_ id: UUID, requestID: String? = nil) throws {
        guard let shown = try entity(id), let type = types[shown.type] else { throw Self.notFound }
        try add(.delete, type, shown.id, [:], requestID)
    }

    static let notFound = StoreError(.notFound, "There is no such entry on this device.")

    /// A value as it's stored: a set is sorted.
    private func normal(_ value: JSONValue) -> JSONValue {
        guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else { return value.canonical }
        return .set(value.texts)
    }

    func add(
        _ operation: EntityCommand.Operation, _ type: EntityType, _ id: UUID, _ changes: [String: FieldChange],
        _ requestID: String?
    ) throws {
        try append(
            EntityCommand(
                requestID: requestID ?? UUID().lowercased, operation, type: type, id: id, updatedAt: tables.clock(),
                changes: changes))
        try refreshViews(around: [try resolve(id.lowercased)])
    }
}
