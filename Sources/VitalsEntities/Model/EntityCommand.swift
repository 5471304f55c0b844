import Crypto
package import Foundation
package import Vitals

/// An edit of one entity, as it travels to the server. It never changes once it may have been sent.
package struct EntityCommand: Hashable, Sendable {
    package enum Operation: String, Hashable, Sendable {
        case create, update, delete
    }

    /// Random; the server performs each one once. 1 to 64 printable ASCII characters.
    package var requestID: String
    package var operation: Operation
    package var type: String
    package var id: UUID
    /// For people only: it decides nothing.
    package var updatedAt: Timestamp
    /// The fields as they are on the wire, each with `base` and `to`.
    package var fields: JSONValue
    /// False for a command from outside whose `payloadHash` is another than its content's.
    package var hasRightHash = true

    package init(
        requestID: String = UUID().lowercased, _ operation: Operation, type: String, id: UUID, updatedAt: Timestamp,
        fields: JSONValue = .object([])
    ) {
        self.requestID = requestID
        self.operation = operation
        self.type = type
        self.id = id
        self.updatedAt = updatedAt
        self.fields = fields
    }

    /// A command that changes these fields.
    package init(
        requestID: String = UUID().lowercased, _ operation: Operation, type: EntityType, id: UUID, updatedAt: Timestamp,
        changes: [String: FieldChange]
    ) {
        self.init(
            requestID: requestID, operation, type: type.name, id: id, updatedAt: updatedAt,
            fields: Self.json(of: changes, type: type, isCreate: operation == .create))
    }

    /// True for the create of what a device only read, such as a workout of a health source. Its id comes from its content
    /// (version 5 of RFC 9562), so that every device that reads it makes the same one. What a person makes has a random id.
    package var isReading: Bool { operation == .create && id.uuid.6 >> 4 == 5 }

    /// The first 16 hex digits of SHA-256 over the canonical text (RFC 8785) of `[op, type, id, fields]`.
    package var payloadHash: String {
        Self.hash(operation: operation.rawValue, type: type, id: id.lowercased, fields: fields)
    }

    package static func hash(operation: String, type: String, id: String, fields: JSONValue) -> String {
        let text = CanonicalJSON.text(.array([.string(operation), .string(type), .string(id), fields]))
        return SHA256.hash(data: Array(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
    }

    /// About the bytes that the command takes in a push: its fields, and 300 for the rest.
    package var approximateSizeBytes: Int { 300 + CanonicalJSON.text(fields).utf8.count }

    package var json: JSONValue {
        .object([
            .init("requestId", .string(requestID)), .init("op", .string(operation.rawValue)),
            .init("type", .string(type)),
            .init("id", .string(id.lowercased)), .init("payloadHash", .string(payloadHash)),
            .init("updatedAt", .string(updatedAt.rfc3339)), .init("fields", fields),
        ])
    }

    // MARK: Changes

    private static func json(of changes: [String: FieldChange], type: EntityType, isCreate: Bool) -> JSONValue {
        var members: [JSONValue.Member] = []
        var maps: [String: (base: [JSONValue.Member], to: [JSONValue.Member])] = [:]
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            if let map = FieldName.map(of: name), let key = FieldName.key(of: name) {
                maps[map, default: ([], [])].base.append(.init(key, change.base))
                maps[map, default: ([], [])].to.append(.init(key, change.to))
            } else {
                var sides: [JSONValue.Member] = []
                if !isCreate, change.base != .null { sides.append(.init("base", change.base)) }
                members.append(.init(name, .object(sides + [.init("to", change.to)])))
            }
        }
        for (map, sides) in maps.sorted(by: { $0.key < $1.key }) {
            members.append(.init(map, .object([.init("base", .object(sides.base)), .init("to", .object(sides.to))])))
        }
        return .object(members)
    }

    /// The changes by field, each key of a map a field of its own. Keys of a map whose `base` is their `to` aren't changes.
    ///
    /// - Throws: `EntityInvalid` for a field that can't be one.
    package func changes(of type: EntityType) throws(EntityInvalid) -> [String: FieldChange] {
        guard case .object(let members) = fields else { return [:] }
        var changes: [String: FieldChange] = [:]
        for member in members {
            guard FieldName.isValid(member.name) else {
                throw EntityInvalid("fields", "A field's name has 1 to 64 letters, digits, hyphens and underscores.")
            }
            let (base, to) = (member.value["base"]?.canonical ?? .null, member.value["to"]?.canonical ?? .null)
            guard type.field(member.name)?.kind == .map else {
                changes[member.name] = FieldChange(base: base, to: to)
                continue
            }
            let (before, after) = (try Self.keys(base, of: member.name), try Self.keys(to, of: member.name))
            for key in Set(before.keys).union(after.keys) {
                let change = FieldChange(base: before[key] ?? .null, to: after[key] ?? .null)
                if change.base != change.to { changes["\(member.name).\(key)"] = change }
            }
        }
        return changes
    }

    private static func keys(_ side: JSONValue, of map: String) throws(EntityInvalid) -> [String: JSONValue] {
        if side == .null { return [:] }
        guard case .object(let members) = side else {
            throw EntityInvalid("fields.\(map)", "Expected an object with keys.")
        }
        var keys: [String: JSONValue] = [:]
        for member in members {
            guard FieldName.isValidKey(member.name) else {
                throw EntityInvalid("fields.\(map)", "A key has 1 to 100 printable ASCII characters.")
            }
            keys[member.name] = member.value
        }
        return keys
    }
}

/// One edit of a field: the value that the person saw, and the one they chose.
package struct FieldChange: Hashable, Sendable {
    package var base: JSONValue
    package var to: JSONValue

    package init(base: JSONValue = .null, to: JSONValue) {
        self.base = base
        self.to = to
    }
}

/// A value that breaks a rule of its type.
package struct EntityInvalid: Error, Hashable, Sendable {
    /// The place, such as `fields.title`.
    package let path: String
    /// One sentence for a person. It never repeats the value.
    package let detail: String

    package init(_ path: String, _ detail: String) {
        self.path = path
        self.detail = detail
    }
}

extension EntityInvalid: CustomStringConvertible {
    package var description: String { detail }
}

extension EntityCommand {
    /// Reads a command as it's pushed.
    ///
    /// - Throws: `JSONError`, with the path within the command.
    package init(json: JSONValue) throws(JSONError) {
        guard case .object = json else { throw .shape("Expected an object.") }
        guard let requestID = json["requestId"]?.string, (1...64).contains(requestID.utf8.count),
            requestID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .shape("Expected 1 to 64 printable ASCII characters.", at: "requestId") }
        // Comparing a text from outside can take minutes if it's long.
        guard let name = json["op"]?.string, name.utf8.count <= 6, let operation = Operation(rawValue: name) else {
            throw .shape("Expected create, update or delete.", at: "op")
        }
        guard let type = json["type"]?.string, FieldName.isValid(type) else {
            throw .shape("Expected the name of a type.", at: "type")
        }
        guard let text = json["id"]?.string, let id = UUID(text: text) else {
            throw .shape("Expected a UUID.", at: "id")
        }
        var updatedAt = Timestamp(millisecondsSinceEpoch: 0)!
        if let value = json["updatedAt"] {
            guard let text = value.string, let moment = Timestamp(rfc3339: text) else {
                throw .shape("Expected a time in RFC 3339.", at: "updatedAt")
            }
            updatedAt = moment
        }
        let fields = json["fields"] ?? .object([])
        guard case .object(let members) = fields else { throw .shape("Expected an object.", at: "fields") }
        for member in members {
            guard case .object = member.value else {
                let isField = FieldName.isValid(member.name)
                throw .shape("Expected an object with base and to.", at: isField ? "fields.\(member.name)" : "fields")
            }
        }
        self.init(requestID: requestID, operation, type: type, id: id, updatedAt: updatedAt, fields: fields)
        guard let claimed = json["payloadHash"]?.string else { throw .shape("Expected a hash.", at: "payloadHash") }
        // Over the id as it was sent, which may be in upper case.
        let hash = Self.hash(operation: operation.rawValue, type: type, id: text, fields: fields)
        hasRightHash = claimed.utf8.elementsEqual(hash.utf8)
    }
}

extension EntityInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { path }
}
