import Foundation
import Vitals

/// The body of `POST /parse`.
struct ParseRequest: Sendable {
    let phrase: Phrase

    /// Far more than a person types at once, and little for a model that is paid by the word.
    static let phraseLimitBytes = 2_000
    static let limitBytes = 8_192

    /// - Parameter now: the server's time, for a device that doesn't say its own.
    /// - Throws: 400 where the body isn't JSON, the phrase is missing, or a member has the wrong shape.
    init(body: [UInt8], now: Timestamp) throws(ServiceError) {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
        guard let member = root["phrase"] else { throw .badShape("The member is missing.", path: "phrase") }
        guard let text = member.string else { throw .badShape("Expected a string.", path: "phrase") }
        guard text.utf8.count <= Self.phraseLimitBytes else {
            throw .badShape("A phrase can have at most \(Self.phraseLimitBytes) bytes.", path: "phrase")
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw .badShape("The phrase is empty.", path: "phrase")
        }
        phrase = Phrase(
            text,
            at: PhraseTime(now: try Self.time(root["requestedAt"]) ?? now, timeZone: try Self.zone(root["timeZone"])))
    }

    private static func time(_ value: JSONValue?) throws(ServiceError) -> Timestamp? {
        guard let value, value != .null else { return nil }
        guard let time = value.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw .badShape("Expected a time such as 2026-07-01T09:30:00Z.", path: "requestedAt")
        }
        return time
    }

    private static func zone(_ value: JSONValue?) throws(ServiceError) -> TimeZone {
        guard let value, value != .null else { return .gmt }
        guard let name = value.string, name.utf8.count <= 64, let zone = TimeZone(identifier: name) else {
            throw .badShape("Expected the name of a time zone, such as Europe/Berlin.", path: "timeZone")
        }
        return zone
    }
}
