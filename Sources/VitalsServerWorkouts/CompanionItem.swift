package import Foundation
import Vitals
import VitalsServer

/// Limits on what one request of a companion may cost the server.
package enum CompanionLimits {
    package static let itemCount = 1_000
    /// A parsed value takes far more memory than its two bytes of text. An item has about twelve.
    static let valueCount = 60_000
    /// The most unknown members of one item that are named.
    static let unknownCount = 5
}

/// The name under which a companion knows a user, and the ids of what it sends.
package enum CompanionID {
    /// A random UUID, fixed for ever.
    private static let namespace = UUID(uuidString: "b4193e87-f485-4350-95b6-51d2b01612e6")!

    /// The user's `client_id`. It's computed from the user, so that pairing again changes nothing, and it's useless as a
    /// user's id.
    package static func client(_ user: UUID) -> UUID { of(["client", user.lowercased]) }

    /// The id of an item that has one of its own.
    package static func of(_ uuid: UUID) -> UUID { of([uuid.lowercased]) }

    /// The id of an item without one: of its content, in lines.
    package static func of(_ lines: [String]) -> UUID {
        UUID(version5: lines.joined(separator: "\n").utf8, in: namespace)
    }
}

/// The reason why an item isn't taken.
struct CompanionError: Error, Hashable {
    let field: String
    let message: String

    init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// One item of a companion's request, read member by member.
struct CompanionItem {
    private let json: JSONValue
    private let members: [JSONValue.Member]

    /// - Throws: `CompanionError` for what isn't an object, or is another user's.
    init(_ json: JSONValue, client: UUID) throws(CompanionError) {
        guard case .object(let members) = json else { throw CompanionError("", "Expected an object.") }
        (self.json, self.members) = (json, members)
        guard let id = try uuid("client_id") else { throw CompanionError("client_id", "The member is missing.") }
        guard id == client else {
            throw CompanionError("client_id", "It's another client's than the token's; GET /api/v1/client says yours.")
        }
    }

    /// A member's value; nil where it's missing or null.
    private subscript(name: String) -> JSONValue? {
        guard let value = json[name], value != .null else { return nil }
        return value
    }

    func uuid(_ name: String) throws(CompanionError) -> UUID? {
        guard let value = self[name] else { return nil }
        guard let id = value.string.flatMap({ UUID(text: $0) }) else { throw CompanionError(name, "Expected a UUID.") }
        return id
    }

    /// A text in one line of at most 200 characters.
    func line(_ name: String) throws(CompanionError) -> String {
        guard let value = self[name] else { throw CompanionError(name, "The member is missing.") }
        let isLine = value.string.map { text in
            (1...200).contains(text.utf8.count)
                && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        guard let text = value.string, isLine == true else {
            throw CompanionError(name, "Expected a text of 1 to 200 bytes in one line.")
        }
        return text
    }

    func lineIfPresent(_ name: String) throws(CompanionError) -> String? {
        self[name] == nil ? nil : try line(name)
    }

    func word(_ name: String, of words: [String]) throws(CompanionError) -> String {
        let text = try line(name)
        guard words.contains(text) else {
            throw CompanionError(name, "Expected one of \(words.joined(separator: ", ")).")
        }
        return text
    }

    func time(_ name: String) throws(CompanionError) -> Timestamp {
        guard let value = self[name] else { throw CompanionError(name, "The member is missing.") }
        guard let time = value.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw CompanionError(name, "Expected a time such as 2026-05-06T07:30:00Z.")
        }
        return time
    }

    func number(_ name: String) throws(CompanionError) -> Double {
        guard let number = try numberIfPresent(name) else { throw CompanionError(name, "The member is missing.") }
        return number
    }

    func numberIfPresent(_ name: String) throws(CompanionError) -> Double? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value else { throw CompanionError(name, "Expected a number.") }
        return number
    }

    /// A number that isn't negative; nil for 0, which a source writes where it has none.
    func amountIfPresent(_ name: String) throws(CompanionError) -> Double? {
        guard let number = try numberIfPresent(name) else { return nil }
        guard number >= 0 else { throw CompanionError(name, "Expected a number, 0 or more.") }
        return number > 0 ? number : nil
    }

    /// Remarks about members that nothing reads.
    func unknown(besides known: [String]) -> [(field: String, message: String)] {
        members.filter { member in !known.contains { $0.utf8.elementsEqual(member.name.utf8) } }
            .prefix(CompanionLimits.unknownCount).map { member in
                let isName =
                    (1...64).contains(member.name.utf8.count)
                    && member.name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                return (isName ? member.name : "", "The member isn't known here, and was left out.")
            }
    }
}

/// The items of a request, and what was wrong with the others.
struct CompanionBatch<Item> {
    private(set) var items: [(index: Int, item: Item)] = []
    private(set) var report = CompanionReport()

    /// - Parameters:
    ///   - body: an array of 1 to 1,000 objects, or one object.
    ///   - read: reads an item, and adds remarks.
    /// - Throws: 400 or 413.
    init(
        body: [UInt8], client: UUID,
        _ read: (CompanionItem, inout [(field: String, message: String)]) throws(CompanionError) -> Item
    ) throws(ServiceError) {
        let elements = try JSONValue.companionElements(body)
        report.received = elements.count
        for (index, element) in elements.enumerated() {
            var remarks: [(field: String, message: String)] = []
            do throws(CompanionError) {
                items.append((index, try read(try CompanionItem(element, client: client), &remarks)))
                report.warnings += remarks.map { .init(index, $0.field, $0.message) }
            } catch {
                report.errors.append(.init(index, error.field, error.message))
            }
        }
    }
}

/// The body of `POST /api/v1/workouts/query`, and of the same for metrics.
struct CompanionQuery {
    let uuids: [UUID]

    /// - Throws: 400, 403 or 413.
    init(body: [UInt8], client: UUID) throws(ServiceError) {
        let root = try JSONValue(companionBody: body)
        guard let id = root["client_id"]?.string.flatMap({ UUID(text: $0) }) else {
            throw .badShape("Expected a UUID.", path: "client_id")
        }
        guard id == client else { throw .anotherClient }
        guard let elements = root["uuids"]?.array else { throw .badShape("Expected an array.", path: "uuids") }
        guard elements.count <= CompanionLimits.itemCount else {
            throw .tooManySamples("A request has at most \(CompanionLimits.itemCount) ids; ask for the others later.")
        }
        // An id that isn't one is of nothing that is stored.
        uuids = elements.compactMap { $0.string.flatMap { UUID(text: $0) } }
    }
}

extension JSONValue {
    fileprivate init(companionBody body: [UInt8]) throws(ServiceError) {
        guard JSONText.valueCount(of: body, atMost: CompanionLimits.valueCount) != nil else {
            throw .tooManySamples("A request has at most \(CompanionLimits.itemCount) items; send the others later.")
        }
        do {
            self = try TolerantJSON.value(of: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
    }

    fileprivate static func companionElements(_ body: [UInt8]) throws(ServiceError) -> [JSONValue] {
        let root = try JSONValue(companionBody: body)
        if case .object = root { return [root] }
        guard let elements = root.array, !elements.isEmpty else {
            throw .badShape("Expected an array with at least one element, or an object.", path: "")
        }
        guard elements.count <= CompanionLimits.itemCount else {
            throw .tooManySamples("A request has at most \(CompanionLimits.itemCount) items; send the others later.")
        }
        return elements
    }
}

extension ServiceError {
    static let anotherClient = ServiceError(
        403, "another_client", "The client is another than the token's",
        "`client_id` isn't the one of this token; `GET /api/v1/client` says which is. Nothing was read.",
        path: "client_id")
}
