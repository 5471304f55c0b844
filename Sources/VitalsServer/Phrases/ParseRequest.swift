import Foundation
import Vitals

/// The body of `POST /parse`.
struct ParseRequest: Sendable {
    let phrase: Phrase

    /// Far more than a person types at once, and little for a model that is paid by the word.
    static let phraseLimitBytes = PhraseParser.phraseLimitBytes
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
        let requestedAt = try Self.time(root["requestedAt"])
        let zone = try Self.zone(root["timeZone"], orElse: requestedAt?.zone ?? .gmt)
        phrase = Phrase(text, at: PhraseTime(now: requestedAt?.time ?? now, timeZone: zone))
    }

    private static func time(_ value: JSONValue?) throws(ServiceError) -> (time: Timestamp, zone: TimeZone)? {
        guard let value, value != .null else { return nil }
        guard let text = value.string, let time = Timestamp(rfc3339: text) else {
            throw .badShape("Expected a time such as 2026-07-01T09:30:00Z.", path: "requestedAt")
        }
        return (time, .offset(ofTime: text))
    }

    private static func zone(_ value: JSONValue?, orElse fallback: TimeZone) throws(ServiceError) -> TimeZone {
        guard let value, value != .null else { return fallback }
        guard let zone = value.string.flatMap({ TimeZone.wire($0, orElse: fallback) }) else {
            throw .badShape("Expected a time zone, such as Europe/Berlin or +02:00.", path: "timeZone")
        }
        return zone
    }
}
