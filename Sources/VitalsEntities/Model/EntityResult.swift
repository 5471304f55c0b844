package import Foundation
package import Vitals

/// The server's answer to one command.
package struct EntityResult: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable {
        /// Everything asked for holds, or already held.
        case applied
        /// The server kept its value of some fields, or of all.
        case conflict
        case rejected
    }

    package enum Code: String, Hashable, Sendable {
        // Of a conflict.
        case changed, deleted, merged
        // Of a rejection.
        case invalid, unknown
        case unknownType = "unknown_type"
        case referenceUnknown = "reference_unknown"
        case notEntitled = "not_entitled"
        /// Given by the phone itself: the server failed on this command again and again.
        case exhausted
        /// Given by the phone itself: a restated row that nobody could place.
        case unplaced
    }

    package var requestID: String
    package var status: Status
    package var code: String?
    /// Where the entity lives now. Another id than the command's if another identity stayed.
    package var id: UUID
    /// The head of the log just after the command.
    package var seq: Int64 = 0
    /// The fields of a conflict that kept the server's value.
    package var fields: [String] = []
    /// For `invalid`: the place, such as `fields.title`.
    package var path: String?
    package var detail: String?
    /// The row of the identity that stayed.
    package var entity: EntityRow?

    package init(_ status: Status, _ code: Code? = nil, id: UUID, requestID: String = "") {
        self.status = status
        self.code = code?.rawValue
        self.id = id
        self.requestID = requestID
    }

    package static func rejected(_ invalid: EntityInvalid, id: UUID) -> EntityResult {
        var result = EntityResult(.rejected, .invalid, id: id)
        result.path = invalid.path
        result.detail = invalid.detail
        return result
    }

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("requestId", .string(requestID)), .init("status", .string(status.rawValue)),
            .init("id", .string(id.lowercased)), .init("seq", .number(Double(seq))),
        ]
        if let code { members.append(.init("code", .string(code))) }
        if !fields.isEmpty { members.append(.init("fields", .array(fields.sorted().map { .string($0) }))) }
        if let path { members.append(.init("path", .string(path))) }
        if let detail { members.append(.init("detail", .string(detail))) }
        if let entity { members.append(.init("entity", entity.json)) }
        return .object(members)
    }

    /// - Throws: `JSONError`, with the path within the result.
    package init(json: JSONValue) throws(JSONError) {
        guard let requestID = json["requestId"]?.string else { throw .shape("Expected a text.", at: "requestId") }
        guard let status = json["status"]?.string.flatMap(Status.init) else {
            throw .shape("Expected applied, conflict or rejected.", at: "status")
        }
        guard let id = json["id"]?.string.flatMap({ UUID(text: $0) }) else {
            throw .shape("Expected a UUID.", at: "id")
        }
        self.init(status, id: id, requestID: requestID)
        code = json["code"]?.string
        seq = try json.wholeNumber("seq", from: 0)
        fields = json["fields"]?.texts ?? []
        path = json["path"]?.string
        detail = json["detail"]?.string
        guard let row = json["entity"] else { return }
        do {
            entity = try EntityRow(json: row)
        } catch {
            throw error.within(member: "entity")
        }
    }
}
