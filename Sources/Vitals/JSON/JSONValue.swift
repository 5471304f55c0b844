/// A JSON text as a tree, exact to the byte.
///
/// Names and strings keep their bytes: a parser that keys a dictionary by `String` would fold é and e+◌́ into one name,
/// and two builds would then see two different records. Numbers are IEEE doubles, as RFC 8785 requires.
package enum JSONValue: Sendable {
    /// A name and its value. An object keeps its members in the order in which they were written.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: name) }
    }

    // @show json-value
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])
    // @end

    /// The first member with that name; nil when this isn't an object or has none.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }

    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// Levels of arrays and objects: 0 for a scalar, 1 for `{}`.
    package var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }
}

extension JSONValue: Hashable {
    /// Compares strings by their bytes.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: CanonicalJSON.text(self)) }
}

/// An error in a JSON text, or in a record in it, with its position and reason.
package struct JSONError: Error, Hashable, Sendable {
    /// The position in the tree, such as `records[3].updatedAt`; empty at the root.
    package private(set) var path: String
    /// The reason, such as what was expected. It never repeats what was found, which may be a health value.
    package let detail: String
    /// False when the text is not JSON at all, true when it is JSON of another shape than expected.
    package let isShape: Bool

    package static func malformed(_ detail: String) -> JSONError { JSONError(path: "", detail: detail, isShape: false) }

    package static func shape(_ detail: String, at path: String = "") -> JSONError {
        JSONError(path: path, detail: detail, isShape: true)
    }

    private var isElement: Bool { path.utf8.first == UInt8(ascii: "[") }

    /// The same error with its path extended by one level outwards.
    package func within(member name: String) -> JSONError {
        var outer = self
        outer.path = path.isEmpty || isElement ? name + path : "\(name).\(path)"
        return outer
    }

    package func within(element index: Int) -> JSONError {
        var outer = self
        outer.path = "[\(index)]" + (path.isEmpty || isElement ? path : "." + path)
        return outer
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { path.isEmpty ? detail : "\(path): \(detail)" }
}
