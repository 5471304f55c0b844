package import Vitals

/// A device that has a token of the account, as the server lists it.
package struct AccountDevice: Identifiable, Hashable, Sendable {
    /// The id under which the server removes it.
    package let id: String
    /// The name that it was paired with, in one line.
    package let name: String
    package let createdOn: String
    /// The last day or moment at which it asked for something; nil if it never did.
    package let lastUsedOn: String?
    package let isThisDevice: Bool
    /// True for one that may look and not change.
    package let isReadOnly: Bool
    /// The end of its token; nil if it has none.
    package let expiresAt: String?
    /// The kinds that it may see; nil for all.
    package let kinds: [String]?
}

extension AccountDevice {
    /// - Returns: nil for one that can't be read, such as one with an id that no path can hold.
    init?(json: JSONValue) {
        guard let id = json["id"]?.string, id.wholeMatch(of: /[A-Za-z0-9._~-]{1,100}/) != nil,
            let name = json["name"]?.string
        else { return nil }
        self.id = id
        self.name = name.displayLine(maximumLength: 100)
        func text(_ member: String) -> String? { json[member]?.string?.displayLine(maximumLength: 40) }
        createdOn = text("createdOn") ?? ""
        lastUsedOn = text("lastUsedOn")
        isThisDevice = json["isThisDevice"] == .bool(true)
        isReadOnly = json["readOnly"] == .bool(true)
        expiresAt = text("expiresAt")
        kinds = json["kinds"]?.array?.compactMap { $0.string?.displayLine(maximumLength: 64) }
    }

    /// The device for a program, with the members of the server's list.
    package var json: JSONValue {
        func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return .object([
            .init("id", .string(id)), .init("name", .string(name)), .init("createdOn", .string(createdOn)),
            .init("lastUsedOn", optional(lastUsedOn)), .init("isThisDevice", .bool(isThisDevice)),
            .init("readOnly", .bool(isReadOnly)), .init("expiresAt", optional(expiresAt)),
            .init("kinds", kinds.map { .array($0.map { .string($0) }) } ?? .null),
        ])
    }
}

/// The reason why the devices of the account couldn't be listed, or one couldn't be removed.
package enum AccountDevicesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server has no list of devices.
    case notSupported
    /// The server knows no device with the id, any more.
    case unknown
    /// It's this device.
    case thisDevice
    /// This device may look and not change.
    case readOnly

    package var description: String {
        switch self {
        case .notSupported:
            "Your server doesn't list devices. The person who runs it can: `vitals-server token list`."
        case .unknown: "Your account has no such device. It may have been removed already."
        case .thisDevice: "This is the device that you hold. Log out of it, or erase it, instead."
        case .readOnly: "This device may only look on, so it can't remove others."
        }
    }
}

extension AccountDevicesError: ExplainedError {
    package var errorCategory: ErrorCategory { self == .notSupported ? .backend : .validation }
}
