package import Vitals

/// A person's answer to an occurrence of a reminder, as far as two phones' answers merge (rule 6).
package enum EntityAnswer: Hashable, Sendable {
    /// `completed` or `skipped`: it's done with.
    case done
    /// It comes back at a moment.
    case snoozed(until: Timestamp)

    /// - Returns: nil for null, and for a value that this version doesn't know.
    package init?(_ json: JSONValue) {
        switch json {
        // Comparing a text from outside can take minutes if it's long.
        case .string(let text) where text.utf8.count <= 9 && ["completed", "skipped"].contains(text): self = .done
        case .object:
            guard let until = json["snoozedUntil"]?.string.flatMap({ Timestamp(rfc3339: $0) }) else { return nil }
            self = .snoozed(until: until)
        default: return nil
        }
    }

    /// Merges an answer with one whose author hadn't seen it, in a way that neither of them needs to be told of: what is done stays
    /// done, and of two snoozes the later one stays.
    ///
    /// - Parameter current: the value that is stored.
    /// - Returns: the value that stays; nil where the rule of every value decides. That's so for an answer whose author saw the
    ///   stored one, who may well snooze what is done, and for `completed` against `skipped`.
    package static func settled(_ current: JSONValue, _ change: FieldChange) -> JSONValue? {
        // @write 23 settle-answer
        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
            current != change.base, current != change.to
        else { return nil }
        switch (stored, chosen) {
        case (.done, .snoozed): return current
        case (.snoozed, .done): return change.to
        case (.snoozed(let one), .snoozed(let other)): return other > one ? change.to : current
        case (.done, .done): return nil
        }
        // @starter
        //| // Like any other value.
        //| return nil
        // @end
    }
}
