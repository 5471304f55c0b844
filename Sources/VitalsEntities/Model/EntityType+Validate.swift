import Foundation
package import Vitals

/// The bounds of what an entity may hold. A phone checks them before it stores, a server before it performs.
package enum EntityLimits {
    /// In Unicode scalars.
    package static let lineLength = 200
    package static let textSizeBytes = 32_768
    package static let setCount = 500
    package static let mapCount = 4_000
    /// Keys of maps not counted.
    package static let fieldCount = 64
    /// The most fields and keys of an entity, with those that were removed: each keeps the version at which that happened.
    package static let stampCount = 10_000
    /// The size of an entity's fields, as canonical JSON.
    package static let entitySizeBytes = 256 << 10

    /// Levels of arrays and objects in a field's value, or in that of a key. JSON's readers here take 64 with what's around it.
    package static let valueDepth = 32

    /// True for a text that fits into a line. Compare and fold no others: a letter with 40,000 accents takes minutes.
    package static func isLine(_ text: String) -> Bool {
        text.utf8.count <= 4 * lineLength && text.unicodeScalars.count <= lineLength
    }
}

extension EntityType {
    /// Checks the values that a command wants to write.
    ///
    /// - Throws: `EntityInvalid` for the first one that breaks a rule.
    package func validate(_ values: [String: JSONValue], isWhole: Bool) throws(EntityInvalid) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { try validate(value, of: name) }
        if isWhole {
            for field in fields where field.isRequired && (values[field.name] ?? .null) == .null {
                throw EntityInvalid("fields.\(field.name)", "A \(self.name) needs a \(field.name).")
            }
        }
        try validateSize(values)
    }

    package func validateSize(_ values: [String: JSONValue], stampCount: Int = 0) throws(EntityInvalid) {
        guard stampCount <= EntityLimits.stampCount else {
            throw EntityInvalid("fields", "More than \(EntityLimits.stampCount) of its fields and keys were used.")
        }
        let maps = Dictionary(grouping: values.keys.compactMap(FieldName.map(of:))) { $0 }
        if let map = maps.first(where: { $0.value.count > EntityLimits.mapCount }) {
            throw EntityInvalid("fields.\(map.key)", "It has more than \(EntityLimits.mapCount) keys.")
        }
        guard values.keys.count(where: { FieldName.map(of: $0) == nil }) <= EntityLimits.fieldCount else {
            throw EntityInvalid("fields", "A \(name) has at most \(EntityLimits.fieldCount) fields.")
        }
        guard CanonicalJSON.text(FieldMap.nested(values)).utf8.count <= EntityLimits.entitySizeBytes else {
            throw EntityInvalid("fields", "A \(name) has at most \(EntityLimits.entitySizeBytes >> 10) KiB.")
        }
    }

    private func validate(_ value: JSONValue, of name: String) throws(EntityInvalid) {
        let path = "fields.\(name)"
        guard !value.containsNull else { throw EntityInvalid(path, "A text can't contain the character U+0000.") }
        guard value.depth <= EntityLimits.valueDepth else {
            throw EntityInvalid(path, "It has more than \(EntityLimits.valueDepth) levels of lists and objects.")
        }
        guard let field = field(name) else { return }
        if value == .null {
            guard !field.isRequired else { throw EntityInvalid(path, "A \(self.name) needs a \(field.name).") }
            return
        }
        guard field.kind == .set else { return try field.validate(value, at: path) }
        guard let elements = value.array else { throw EntityInvalid(path, "Expected a list.") }
        guard elements.count <= EntityLimits.setCount else {
            throw EntityInvalid(path, "It has more than \(EntityLimits.setCount) elements.")
        }
        for element in elements {
            guard element.string != nil else { throw EntityInvalid(path, "Expected a list of texts.") }
            try field.validate(element, at: path)
        }
    }
}

extension EntityField {
    fileprivate func validate(_ value: JSONValue, at path: String) throws(EntityInvalid) {
        switch content {
        case .anything, .answer: break
        case .line:
            guard let text = value.string else { throw EntityInvalid(path, "Expected a text.") }
            guard EntityLimits.isLine(text) else {
                throw EntityInvalid(path, "It's longer than \(EntityLimits.lineLength) characters.")
            }
            guard !isRequired || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
                throw EntityInvalid(path, "It's empty.")
            }
        case .text:
            guard let text = value.string else { throw EntityInvalid(path, "Expected a text.") }
            guard text.utf8.count <= EntityLimits.textSizeBytes else {
                throw EntityInvalid(path, "It's longer than \(EntityLimits.textSizeBytes) bytes.")
            }
        case .time:
            guard let text = value.string, Timestamp(rfc3339: text) != nil else {
                throw EntityInvalid(path, "Expected a time in RFC 3339.")
            }
        case .positiveNumber:
            guard case .number(let number) = value, number > 0 else {
                throw EntityInvalid(path, "Expected a number above 0.")
            }
        case .reference(let type):
            guard let text = value.string, UUID(text: text) != nil else {
                throw EntityInvalid(path, "Expected the id of a \(type).")
            }
        }
    }
}

extension JSONValue {
    /// True if a text within has U+0000, which neither JSON's readers here nor Postgres take.
    fileprivate var containsNull: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.containsNull)
        case .object(let members): members.contains { $0.name.utf8.contains(0) || $0.value.containsNull }
        case .null, .bool, .number: false
        }
    }
}
