internal import Vitals

/// The body of `POST /pair`.
struct PairRequest: Hashable, Sendable {
    /// Nil for text that can't be a code. It is refused like any other wrong code.
    let code: PairingCode?
    /// The name the device gives itself; empty where it gives none.
    let name: String

    /// Far more than a code and a name need.
    static let limitBytes = 4096
    static let nameLength = 64

    /// - Throws: 400 where the body isn't JSON, or a member has the wrong shape.
    init(body: [UInt8]) throws(ServiceError) {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
        guard let code = root["code"] else { throw .badShape("The member is missing.", path: "code") }
        guard let typed = code.string else { throw .badShape("Expected a string.", path: "code") }
        self.code = PairingCode(typed: typed)
        name = try Self.name(root["name"])
    }

    private static func name(_ value: JSONValue?) throws(ServiceError) -> String {
        guard let value, value != .null else { return "" }
        guard let name = value.string else { throw .badShape("Expected a string.", path: "name") }
        // Names are printed on terminals, which obey control characters.
        guard name.unicodeScalars.count <= nameLength, !name.unicodeScalars.contains(where: \.isControl) else {
            throw .badShape("Expected at most \(nameLength) characters, none a control character.", path: "name")
        }
        // One of spaces alone tells no device from another.
        return name.unicodeScalars.contains(where: \.isSeen) ? name : ""
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
