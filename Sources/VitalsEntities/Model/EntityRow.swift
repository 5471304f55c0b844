package import Foundation
package import Vitals

/// An entity as the server has it. A tombstone has no fields.
///
/// A key of a map is a field of its own here, called `occurrences.2026-05-06`; on the wire it's nested.
package struct EntityRow: Hashable, Sendable {
    package var id: UUID
    package var type: String
    /// Grows by one with each change, from 1.
    package var version: Int64
    /// The number of the log row that the entity's last change got.
    package var seq: Int64
    package var isDeleted = false
    /// The fields that have a value; `null` is none.
    package var fields: [String: JSONValue] = [:]
    /// The `version` at which each field last changed, also of fields that have no value any more.
    package var stamps: [String: Int64] = [:]

    package init(id: UUID, type: String, version: Int64, seq: Int64 = 0, isDeleted: Bool = false) {
        self.id = id
        self.type = type
        self.version = version
        self.seq = seq
        self.isDeleted = isDeleted
    }

    package func value(_ field: String) -> JSONValue { fields[field] ?? .null }

    package mutating func set(_ field: String, to value: JSONValue, stamp: Int64) {
        fields[field] = value == .null ? nil : value
        stamps[field] = stamp
    }

    /// The texts of a set; empty for a field without a value.
    package func elements(_ field: String) -> [String] { value(field).texts }

    // MARK: JSON

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(id.lowercased)), .init("type", .string(type)),
            .init("version", .number(Double(version))),
            .init("seq", .number(Double(seq))),
        ]
        if isDeleted {
            members.append(.init("deleted", .bool(true)))
        } else {
            members.append(.init("fields", fieldsJSON))
            members.append(.init("stamps", stampsJSON))
        }
        return .object(members)
    }

    package var fieldsJSON: JSONValue { FieldMap.nested(fields) }
    package var stampsJSON: JSONValue { FieldMap.nested(stamps.mapValues { .number(Double($0)) }) }

    /// Reads a row as `changes` gives it.
    ///
    /// - Parameter skipsImpossibleKeys: leaves out keys of maps that break the rules, instead of refusing the row.
    /// - Throws: `JSONError`, with the path within the row.
    package init(json: JSONValue, skipsImpossibleKeys: Bool = false) throws(JSONError) {
        guard case .object = json else { throw .shape("Expected an object.") }
        guard let text = json["id"]?.string, let id = UUID(text: text) else {
            throw .shape("Expected a UUID.", at: "id")
        }
        guard let type = json["type"]?.string, FieldName.isValid(type) else {
            throw .shape("Expected the name of a type.", at: "type")
        }
        self.init(
            id: id, type: type, version: try json.wholeNumber("version", from: 1),
            seq: try json.wholeNumber("seq", from: 0))
        switch json["deleted"] {
        case .bool(true):
            isDeleted = true
            return
        case nil, .bool(false): break
        default: throw .shape("Expected true or false.", at: "deleted")
        }
        let values = json["fields"] ?? .object([])
        let numbers = json["stamps"] ?? .object([])
        guard case .object(let members) = values else { throw .shape("Expected an object.", at: "fields") }
        guard case .object(let stampMembers) = numbers else { throw .shape("Expected an object.", at: "stamps") }
        // The stamps tell a map from a value that happens to be an object, so that a row of a newer type passes unharmed.
        for member in members {
            guard FieldName.isValid(member.name) else { throw .shape("A field has an impossible name.", at: "fields") }
            if case .object = numbers[member.name] {
                guard case .object(let keys) = member.value else {
                    throw .shape("Expected an object.", at: "fields.\(member.name)")
                }
                for key in keys {
                    guard FieldName.isValidKey(key.name) else {
                        if skipsImpossibleKeys { continue }
                        throw .shape("A key of a map is impossible.", at: "fields.\(member.name)")
                    }
                    if key.value != .null { fields["\(member.name).\(key.name)"] = key.value.canonical }
                }
            } else if member.value != .null {
                fields[member.name] = member.value.canonical
            }
        }
        for member in stampMembers {
            guard FieldName.isValid(member.name) else { throw .shape("A field has an impossible name.", at: "stamps") }
            if case .object(let keys) = member.value {
                for key in keys {
                    guard FieldName.isValidKey(key.name) else {
                        if skipsImpossibleKeys { continue }
                        throw .shape("A key of a map is impossible.", at: "stamps.\(member.name)")
                    }
                    stamps["\(member.name).\(key.name)"] = try key.value.wholeNumber(
                        from: 0, at: "stamps.\(member.name)")
                }
            } else {
                stamps[member.name] = try member.value.wholeNumber(from: 0, at: "stamps.\(member.name)")
            }
        }
        for field in fields.keys where stamps[field] == nil { stamps[field] = 0 }
    }
}

/// Fields as objects of JSON: flat in memory, nested on the wire.
package enum FieldMap {
    package static func nested(_ flat: [String: JSONValue]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var maps: [String: [JSONValue.Member]] = [:]
        for (name, value) in flat {
            if let map = FieldName.map(of: name), let key = FieldName.key(of: name) {
                maps[map, default: []].append(.init(key, value))
            } else {
                members[name] = value
            }
        }
        for (map, keys) in maps { members[map] = .object(keys.sorted { $0.name < $1.name }) }
        return .object(members.map { .init($0.key, $0.value) }.sorted { $0.name < $1.name })
    }

    /// Reads fields that were written by `nested`, where `isMap` tells the maps.
    package static func flat(_ json: JSONValue, isMap: (String) -> Bool) -> [String: JSONValue] {
        guard case .object(let members) = json else { return [:] }
        return members.reduce(into: [:]) { fields, member in
            if isMap(member.name), case .object(let keys) = member.value {
                for key in keys { fields["\(member.name).\(key.name)"] = key.value }
            } else {
                fields[member.name] = member.value
            }
        }
    }
}

extension JSONValue {
    /// A whole number that a double holds exactly.
    package func wholeNumber(_ name: String, from minimum: Int64) throws(JSONError) -> Int64 {
        try (self[name] ?? .null).wholeNumber(from: minimum, at: name)
    }

    fileprivate func wholeNumber(from minimum: Int64, at path: String) throws(JSONError) -> Int64 {
        guard case .number(let number) = self, let whole = Int64(exactly: number),
            (minimum...Measurement.maximumVersion).contains(whole)
        else { throw .shape("Expected a whole number of at least \(minimum).", at: path) }
        return whole
    }

    /// The same value with the members of each object in their canonical order. Whether two values are equal mustn't depend on
    /// the order in which a phone wrote them.
    package var canonical: JSONValue {
        guard depth > 0 else { return self }
        return (try? JSONValue(parsing: CanonicalJSON.text(self))) ?? self
    }

    /// The texts of an array; empty for anything else.
    package var texts: [String] { array?.compactMap(\.string) ?? [] }

    /// A set as it's stored: sorted by bytes, each text once.
    package static func set(_ texts: some Sequence<String>) -> JSONValue {
        .array(Set(texts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .string($0) })
    }
}
