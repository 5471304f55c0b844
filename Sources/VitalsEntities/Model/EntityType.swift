package import Vitals

/// A type of entity: its fields, and what the server knows of it.
///
/// Types are values in a list (`EntityTypes`), so a feature adds one without a change here.
package struct EntityType: Hashable, Sendable {
    /// One word in lower case, as on the wire.
    package let name: String
    package let fields: [EntityField]
    /// True if no two living entities of the type may have the same folded `name`.
    package var hasUniqueName = false
    /// The fields by which the server recognises one that it has already; nil if it doesn't try.
    package var likeness: EntityLikeness?

    package init(
        _ name: String, _ fields: [EntityField], hasUniqueName: Bool = false, likeness: EntityLikeness? = nil
    ) {
        self.name = name
        self.fields = fields
        self.hasUniqueName = hasUniqueName
        self.likeness = likeness
    }

    /// The declaration of a field, or of the map that a key such as `occurrences.2026-05-06` belongs to; nil for a field
    /// that this build doesn't know.
    package func field(_ name: String) -> EntityField? {
        let base = FieldName.map(of: name) ?? name
        return fields.first { $0.name == base }
    }

    /// The fields that identify an entity of this type, so a create that meets another never changes them there.
    package var keys: Set<String> {
        if hasUniqueName { return ["name"] }
        return likeness.map { [$0.startField, $0.minutesField] } ?? []
    }
}

/// One field of a type.
package struct EntityField: Hashable, Sendable {
    /// How two phones' edits of the field are merged.
    package enum Kind: Hashable, Sendable {
        /// As a whole: one of two edits wins, and the other's author is told.
        case value
        /// A list of texts without order. Two edits of it merge element by element.
        case set
        /// An object each of whose keys is merged like a field of its own.
        case map
    }

    /// The values that a field may have.
    package enum Content: Hashable, Sendable {
        case anything
        /// A person's answer to an occurrence: `completed`, `skipped`, or a snooze. Any value is one, but two phones' answers
        /// merge by a rule of their own.
        case answer
        /// One line, at most 200 Unicode scalars.
        case line
        /// At most 32,768 bytes in UTF-8.
        case text
        /// A moment in RFC 3339.
        case time
        case positiveNumber
        /// The id of an entity of that type.
        case reference(String)
    }

    package let name: String
    package let kind: Kind
    package let content: Content
    package let isRequired: Bool

    package init(_ name: String, _ content: Content, kind: Kind = .value, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.content = content
        self.isRequired = isRequired
    }

    /// True for a reference that an entity can't exist without: deleting its target deletes the entity.
    package var isRequiredReference: Bool { isRequired && kind == .value && referencedType != nil }

    package var referencedType: String? { if case .reference(let type) = content { type } else { nil } }
}

/// The rule by which two entities are taken for one: their starts are at most 120 s apart, and their durations differ by at
/// most a tenth of the longer (a watch and a phone that record one run differ by about that).
package struct EntityLikeness: Hashable, Sendable {
    /// A moment in RFC 3339.
    package let startField: String
    /// A number of minutes.
    package let minutesField: String

    package static let toleranceMilliseconds: Int64 = 120_000

    package init(startField: String, minutesField: String) {
        self.startField = startField
        self.minutesField = minutesField
    }

    /// The start in milliseconds since the epoch and the duration in minutes; nil if a field is missing.
    package func values(of fields: [String: JSONValue]) -> (start: Int64, minutes: Double)? {
        guard let text = fields[startField]?.string, let start = Timestamp(rfc3339: text),
            case .number(let minutes)? = fields[minutesField]
        else { return nil }
        return (start.millisecondsSinceEpoch, minutes)
    }

    package static func areAlike(
        _ one: (start: Int64, minutes: Double), _ other: (start: Int64, minutes: Double)
    ) -> Bool {
        abs(one.start - other.start) <= toleranceMilliseconds
            && 10 * abs(one.minutes - other.minutes) <= max(one.minutes, other.minutes)
    }
}

/// The name of a field. A key of a map is a field called `map.key`; no other field's name has a dot.
package enum FieldName {
    /// The map that a key belongs to; nil for a field that is no key.
    package static func map(of name: String) -> String? {
        name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) }
    }

    package static func key(of name: String) -> String? {
        name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[name.utf8.index(after: $0)...]) }
    }

    package static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// A key of a map: 1 to 100 printable ASCII characters.
    package static func isValidKey(_ key: String) -> Bool {
        (1...100).contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
