import Foundation
package import Vitals

extension Sample {
    /// The sample as it's sent.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(id.lowercased)), .init("type", .string(type)), .init("value", .number(value)),
            .init("unit", .string(unit)), .init("start", .string(start.rfc3339)), .init("end", .string(end.rfc3339)),
            .init("source", .string(source)),
        ]
        if let device { members.append(.init("device", .string(device))) }
        if let zone { members.append(.init("zone", .string(zone))) }
        return .object(members)
    }

    /// Reads a sample. Members that this build doesn't know are left out: a sample is what the source said, and has no other
    /// fields.
    ///
    /// - Throws: `SampleInvalid` for one that is no sample, or breaks a rule.
    package init(json: JSONValue) throws(SampleInvalid) {
        guard let id = json["id"]?.string.flatMap({ UUID(text: $0) }) else {
            throw SampleInvalid("id", "The id must be a UUID.")
        }
        guard let type = json["type"]?.string else { throw SampleInvalid("type", "The type is missing.") }
        guard case .number(let value)? = json["value"] else {
            throw SampleInvalid("value", "The value must be a finite number.")
        }
        guard let unit = json["unit"]?.string else { throw SampleInvalid("unit", "The unit is missing.") }
        guard let start = json["start"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let end = json["end"]?.string.flatMap({ Timestamp(rfc3339: $0) })
        else { throw SampleInvalid("time", "Start and end must be times such as 2026-05-06T07:30:00Z.") }
        guard let source = json["source"]?.string else { throw SampleInvalid("source", "The source is missing.") }
        self.init(
            id: id, type: type, value: value, unit: unit, start: start, end: end, source: source,
            device: try Self.text("device", of: json), zone: try Self.text("zone", of: json))
        try validate()
    }

    private static func text(_ name: String, of json: JSONValue) throws(SampleInvalid) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw SampleInvalid(name, "The \(name) must be a text.")
        }
    }
}
