import Foundation

// Parsers for the body of a 200. They are strict where the engine depends on a member, and ignore members that they
// don't know.

extension Pushed {
    package init(json: JSONValue) throws(JSONError) {
        guard json["acceptedIds"] != nil else { throw .shape("The member is missing.", at: "acceptedIds") }
        self.init(
            acceptedIDs: try json.ids("acceptedIds"), unchangedIDs: try json.ids("unchanged"),
            // A record that this build can't read must not invalidate the whole response; its row stays as it is.
            stale: try json.elements("stale") { element throws(JSONError) in element }
                .compactMap { try? Measurement(json: $0) },
            rejected: try json.elements("rejected") { element throws(JSONError) in try Rejection(json: element) })
        overwritten = json.overwritten
    }
}

extension Pulled {
    /// Reads a page. A record that can't be read is counted and left on the server, so that it doesn't block the others
    /// for ever.
    package init(json: JSONValue) throws(JSONError) {
        guard json["records"] != nil else { throw .shape("The member is missing.", at: "records") }
        let elements = try json.elements("records") { element throws(JSONError) in element }
        // A number above 2^53-1 was rounded on its way, and records would be skipped.
        guard case .number(let next)? = json["nextCursor"], let nextCursor = Int64(exactly: next),
            (0...Measurement.maximumVersion).contains(nextCursor)
        else { throw .shape("Expected a whole number from 0 to 2^53-1.", at: "nextCursor") }
        let records = elements.compactMap { try? Measurement(json: $0) }
        self.init(records: records, nextCursor: nextCursor, unreadableCount: elements.count - records.count)
        overwritten = json.overwritten
    }
}

extension Rejection {
    fileprivate init(json: JSONValue) throws(JSONError) {
        guard let id = json["id"]?.string.flatMap(UUID.init(text:)) else {
            throw .shape("Expected a UUID.", at: "id")
        }
        guard case .number(let number)? = json["version"], let version = Int64(exactly: number) else {
            throw .shape("Expected a whole number.", at: "version")
        }
        self.init(
            id: id, version: version, code: json["code"]?.string ?? "rejected",
            detail: json["detail"]?.string ?? "The server refused it and doesn't say why.")
    }
}

extension JSONValue {
    /// The overwritten versions that a response names, by record. An element of another shape says nothing.
    var overwritten: [UUID: OverwrittenVersions] {
        var versions: [UUID: OverwrittenVersions] = [:]
        for element in self["overwritten"]?.array ?? [] {
            guard let id = element["id"]?.string.flatMap(UUID.init(text:)) else { continue }
            versions[id] = OverwrittenVersions(json: element)
        }
        return versions
    }

    fileprivate func ids(_ name: String) throws(JSONError) -> [UUID] {
        try elements(name) { element throws(JSONError) in
            guard let id = element.string.flatMap(UUID.init(text:)) else { throw .shape("Expected a UUID.") }
            return id
        }
    }

    /// The elements of an array. Empty when the member is missing or null, because some servers write an empty list as
    /// null.
    fileprivate func elements<Element>(
        _ name: String, _ read: (JSONValue) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        guard let member = self[name], member != .null else { return [] }
        guard let elements = member.array else { throw .shape("Expected an array.", at: name) }
        var result: [Element] = []
        for (index, element) in elements.enumerated() {
            do {
                result.append(try read(element))
            } catch {
                throw error.within(element: index).within(member: name)
            }
        }
        return result
    }
}

/// A history token: proof that a server once had a row of its log. It holds the row's sequence number, and a random tag
/// that the row got when it was written.
///
/// A server that was wiped or restored assigns the same numbers again, to other rows. The device sends its highest
/// receipt with every request. A server that can't find that row responds with `history_lost`, and nothing is lost.
public struct Receipt: Hashable, Sendable {
    /// The row's place in the server's log, 1 or more.
    public let seq: Int64
    /// 1 to 64 lower-case hexadecimal digits; only the server that wrote the row knows them.
    public let tag: String

    /// Creates a receipt; nil for a number below 1 or a tag of another shape.
    public init?(seq: Int64, tag: String) {
        guard seq >= 1, (1...64).contains(tag.utf8.count),
            tag.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.seq = seq
        self.tag = tag
    }

    /// Reads the header's format, `seq.tag`.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].allSatisfy({ (48...57).contains($0) }), let seq = Int64(Substring(parts[0]))
        else { return nil }
        self.init(seq: seq, tag: String(Substring(parts[1])))
    }
}

extension Receipt: CustomStringConvertible {
    public var description: String { "\(seq).\(tag)" }
}
