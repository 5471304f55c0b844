package import Foundation
import Vitals
package import VitalsEntities
package import VitalsServer

/// What one request about entities may cost the server.
package enum EntityRequestLimits {
    package static let commandCount = 500
    package static let pushSizeBytes = 1 << 20
    package static let rowCount = 1_000
    /// A phone sends its whole map with each part. One that replaces ten ids a day takes 13 years to have so many.
    package static let aliasCount = 50_000
    package static let restateSizeBytes = 4 << 20
    package static let pageRowCount = 1_000
    /// The greatest version or stamp in a restate. It leaves room for the changes that follow.
    package static let restatedVersion: Int64 = 1 << 52
    /// A parsed value takes far more memory than its two bytes of text.
    static let pushValueCount = 200_000
    static let restateValueCount = 600_000
}

extension ServiceError {
    fileprivate static func tooGreat(path: String) -> ServiceError {
        .malformed("Expected a whole number of at most \(EntityRequestLimits.restatedVersion).", path: path)
    }
}

extension JSONValue {
    /// Reads the body of a request about entities.
    fileprivate init(body: [UInt8], valueCount: Int) throws(ServiceError) {
        guard JSONText.valueCount(of: body, atMost: valueCount) != nil else {
            throw .tooLarge("A body has at most \(valueCount) JSON values, nested ones included; send less at a time.")
        }
        do {
            self = try JSONValue(parsing: body)
        } catch {
            throw .malformed(error)
        }
        guard case .object = self else { throw .malformed("Expected an object.", path: "") }
    }

    /// The elements of a member that is an array.
    fileprivate func elements(_ name: String, atMost limit: Int) throws(ServiceError) -> [JSONValue] {
        guard let elements = self[name]?.array else { throw .malformed("Expected an array.", path: name) }
        guard elements.count <= limit else {
            throw .tooLarge("A request has at most \(limit) \(name); send the others with the next one.")
        }
        return elements
    }
}

/// The body of `POST /entities/push`.
package struct EntityPushRequest: Sendable {
    package let commands: [EntityCommand]
    /// For the log line only; nil if it isn't a short text without spaces.
    package let operation: String?

    /// - Throws: 400 or 413.
    package init(body: [UInt8]) throws(ServiceError) {
        let root = try JSONValue(body: body, valueCount: EntityRequestLimits.pushValueCount)
        var commands: [EntityCommand] = []
        for (index, element) in try root.elements("commands", atMost: EntityRequestLimits.commandCount).enumerated() {
            do {
                commands.append(try EntityCommand(json: element))
            } catch {
                throw .malformed(error.within(element: index).within(member: "commands"))
            }
            guard commands[index].hasRightHash else { throw .badHash(path: "commands[\(index)].payloadHash") }
        }
        self.commands = commands
        let operation = root["syncOperationId"] ?? .string("")
        guard let text = operation.string else { throw .malformed("Expected a text.", path: "syncOperationId") }
        self.operation = [text].first { text in
            let isShort = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isShort
        }
    }
}

/// The body of `POST /entities/restate`.
package struct EntityRestateRequest: Sendable {
    package let rows: [EntityRow]
    package let aliases: [UUID: UUID]

    /// - Throws: 400 or 413.
    package init(body: [UInt8], types: EntityTypes) throws(ServiceError) {
        let root = try JSONValue(body: body, valueCount: EntityRequestLimits.restateValueCount)
        var rows: [EntityRow] = []
        for (index, element) in try root.elements("entities", atMost: EntityRequestLimits.rowCount).enumerated() {
            do {
                rows.append(try EntityRow(json: element))
            } catch {
                throw .malformed(error.within(element: index).within(member: "entities"))
            }
            guard types[rows[index].type] != nil else { throw .unknownType(path: "entities[\(index)].type") }
            guard rows[index].version <= EntityRequestLimits.restatedVersion else {
                throw .tooGreat(path: "entities[\(index)].version")
            }
            if let stamp = rows[index].stamps.first(where: { $0.value > EntityRequestLimits.restatedVersion }) {
                throw .tooGreat(path: "entities[\(index)].stamps.\(FieldName.map(of: stamp.key) ?? stamp.key)")
            }
        }
        self.rows = rows
        aliases = try Self.aliases(root["aliases"] ?? .object([]))
    }

    private static func aliases(_ json: JSONValue) throws(ServiceError) -> [UUID: UUID] {
        guard case .object(let members) = json else { throw .malformed("Expected an object.", path: "aliases") }
        guard members.count <= EntityRequestLimits.aliasCount else {
            throw .tooLarge("A request has at most \(EntityRequestLimits.aliasCount) aliases.")
        }
        var aliases: [UUID: UUID] = [:]
        for member in members {
            guard let id = UUID(text: member.name) else { throw .malformed("Expected UUIDs.", path: "aliases") }
            guard let survivor = member.value.string.flatMap({ UUID(text: $0) }) else {
                throw .malformed("Expected a UUID.", path: "aliases.\(id.lowercased)")
            }
            aliases[id] = survivor
        }
        return aliases
    }
}

/// The query of `GET /entities/changes`.
package struct EntityChangesRequest: Hashable, Sendable {
    package let cursors: [String: Int64]
    package let limit: Int

    /// - Parameters:
    ///   - cursor: such as `group:57,tag:0`; nil for none.
    ///   - limit: nil for 500.
    /// - Throws: 400.
    package init(cursor: String?, limit: Int64?, types: EntityTypes) throws(ServiceError) {
        let limit = limit ?? 500
        guard (1...Int64(EntityRequestLimits.pageRowCount)).contains(limit) else {
            throw .malformed("Expected a whole number from 1 to \(EntityRequestLimits.pageRowCount).", path: "limit")
        }
        self.limit = Int(limit)
        let parts = (cursor ?? "").utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count <= 100 else { throw .malformed("It names too many types.", path: "cursor") }
        var cursors: [String: Int64] = [:]
        for part in parts {
            let sides = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard sides.count == 2, let type = String(sides[0]), FieldName.isValid(type), !sides[1].isEmpty,
                sides[1].allSatisfy({ (48...57).contains($0) }), let seq = String(sides[1]).flatMap({ Int64($0) }),
                cursors[type] == nil
            else {
                throw .malformed("Expected each type once with a whole number, such as group:57,tag:0.", path: "cursor")
            }
            guard types[type] != nil else { throw .unknownType(path: "cursor") }
            cursors[type] = seq
        }
        self.cursors = cursors
    }
}
