package import Vitals

/// A server's answer to `GET /account`.
package struct AccountAnswer: Hashable, Sendable {
    /// True if the account has premium access.
    package var isAllowed: Bool
    /// True if the server asks for it.
    package var isRequired: Bool
    /// The end of the access; nil if it has none.
    package var until: Timestamp?

    package init(isAllowed: Bool, isRequired: Bool, until: Timestamp? = nil) {
        self.isAllowed = isAllowed
        self.isRequired = isRequired
        self.until = until
    }

    /// - Returns: nil for a body that can't be read, which counts as no answer.
    package init?(json: JSONValue) {
        let access = json["entitlements"]?["premium_access"]
        guard case .bool(let isAllowed)? = access?["allowed"], case .bool(let isRequired)? = access?["required"] else {
            return nil
        }
        self.init(isAllowed: isAllowed, isRequired: isRequired)
        switch access?["until"] ?? .null {
        case .null: break
        case .string(let text):
            let moment = text.utf8.count == 10 ? "\(text)T00:00:00Z" : text
            guard let until = Timestamp(rfc3339: moment) else { return nil }
            self.until = until
        default: return nil
        }
    }
}

/// Says if a person may change reminders on this phone, by the last answer of the server. The browser has the same rules, and
/// `Tests/Vectors/access.json` holds the two together.
package struct AccessState: Hashable, Sendable {
    package var isAllowed: Bool
    /// The end of an access that has one; it's over when `isAllowed` is false.
    package var until: Timestamp?

    /// How long an answer holds where no newer one can be had: 14 days, in milliseconds.
    package static let graceMilliseconds: Int64 = 14 * 86_400_000

    /// A phone that has never asked may do everything, as with a server that asks for nothing.
    ///
    /// - Parameters:
    ///   - answer: the last one; nil if there never was one.
    ///   - answeredAt: the moment at which it came.
    package init(_ answer: AccountAnswer?, answeredAt: Timestamp, now: Timestamp) {
        guard let answer, answer.isRequired else {
            self.isAllowed = true
            return
        }
        guard answer.isAllowed else {
            self.isAllowed = false
            return
        }
        let grace = Timestamp(clamping: answeredAt.millisecondsSinceEpoch + Self.graceMilliseconds)
        let end = min(answer.until ?? .max, grace)
        (isAllowed, until) = (now < end, end)
    }
}

/// A change of reminders by an account that may not make any.
package struct RemindersReadOnly: Error, Hashable, Sendable, CustomStringConvertible {
    package init() {}

    package var description: String {
        "Reminders are read-only: your server asks for premium access. Everything is still here, and syncs."
    }
}

extension RemindersReadOnly: ExplainedError {
    /// The server asks for premium access; nothing that was typed is wrong.
    package var errorCategory: ErrorCategory { .backend }
}
