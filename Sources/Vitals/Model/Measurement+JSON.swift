import Foundation

// The format of a record on the wire: seven members, then the members that this build doesn't know.

extension Measurement {
    private static let baseNames = ["id", "kind", "value", "unit", "recordedAt", "updatedAt", "version"]

    /// Reads a record as a server or a device sent it.
    ///
    /// - Throws: `JSONError` whose path names the member that is missing or has the wrong shape. The unit and the
    ///   bounds of the value aren't checked here; `validate()` does that.
    package init(json: JSONValue) throws(JSONError) {
        guard case .object(let members) = json else { throw .shape("A record must be an object.") }
        func member(_ name: String) throws(JSONError) -> JSONValue {
            guard let value = members.first(where: { $0.name.hasSameBytes(as: name) })?.value, value != .null else {
                throw .shape("The member is missing.", at: name)
            }
            return value
        }
        func text(_ name: String) throws(JSONError) -> String {
            guard case .string(let text) = try member(name) else { throw .shape("Expected a text.", at: name) }
            return text
        }
        func number(_ name: String) throws(JSONError) -> Double {
            guard case .number(let number) = try member(name) else { throw .shape("Expected a number.", at: name) }
            return number
        }
        func time(_ name: String) throws(JSONError) -> Timestamp {
            guard let time = Timestamp(rfc3339: try text(name)) else {
                throw .shape("Expected an RFC 3339 time in the years 0001 to 9999.", at: name)
            }
            return time
        }

        // @write 2 read-json
        guard let id = UUID(text: try text("id")) else { throw .shape("Expected a UUID.", at: "id") }
        let version = try number("version")
        guard version >= 1, version <= Double(Measurement.maximumVersion), version == version.rounded() else {
            throw .shape("Expected a whole number from 1 to 2^53-1.", at: "version")
        }
        self.init(
            id: id, kind: MetricKind(rawValue: try text("kind")), value: try number("value"),
            unit: MetricUnit(rawValue: try text("unit")), recordedAt: try time("recordedAt"),
            updatedAt: try time("updatedAt"), version: Int64(version),
            extra: UnknownMembers(
                members: members.filter { member in
                    !Measurement.baseNames.contains { $0.hasSameBytes(as: member.name) }
                }))
        // @starter
        //| todo(2, "read the seven members, check the version, keep all others as extra")
        // @end
    }

    /// The record as sent on the wire: members in the specification's order, then `extra` in canonical order.
    public var json: String {
        var bytes: [UInt8] = []
        writeJSON(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package func writeJSON(into bytes: inout [UInt8]) {
        func write(_ name: String, _ text: String) {
            bytes.append(contentsOf: name.utf8)
            CanonicalJSON.write(text, into: &bytes)
        }
        // @write 2 write-json
        write(#"{"id":"#, id.lowercased)
        write(#","kind":"#, kind.rawValue)
        bytes.append(contentsOf: #","value":"#.utf8)
        bytes.append(contentsOf: CanonicalJSON.number(value).utf8)
        write(#","unit":"#, unit.rawValue)
        write(#","recordedAt":"#, recordedAt.rfc3339)
        write(#","updatedAt":"#, updatedAt.rfc3339)
        bytes.append(contentsOf: #","version":"#.utf8)
        bytes.append(contentsOf: String(version).utf8)
        if extra.text.isEmpty {
            bytes.append(UInt8(ascii: "}"))
        } else {
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: extra.text.utf8.dropFirst())  // its own members and closing brace
        }
        // @starter
        //| todo(2, "append the seven members in the protocol's order, then those of extra")
        // @end
    }
}
