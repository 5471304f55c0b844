// What happened to a person's change, in the words that each screen uses.

extension EntityConflict {
    /// One or two sentences.
    package var reason: String {
        switch EntityResult.Code(rawValue: code) {
        case .deleted: "It was deleted on another phone before your change arrived."
        case .merged: "What you deleted is one with an entry of another phone. Nothing was deleted."
        case .unplaced: "The server was restored from a backup, and doesn’t know where this belongs."
        default: "Another phone changed the same thing first. Yours is kept until you decide."
        }
    }

    /// True if restoring it makes a new entity.
    package var makesAnew: Bool { [EntityResult.Code.deleted, .unplaced].contains(EntityResult.Code(rawValue: code)) }

    /// False for one that is only told.
    package var hasEdit: Bool { code != EntityResult.Code.merged.rawValue }
}

extension EntityDeadLetter {
    /// One or two sentences. The server's own are not of one line necessarily.
    package var reason: String {
        switch EntityResult.Code(rawValue: code) {
        case .unknown, .referenceUnknown: "It belongs to something that the server refused."
        case .unknownType: "The server doesn’t know this kind of entry yet. Try again after its next update."
        case .exhausted: "The server fails each time that this is sent."
        default: detail ?? "The server refused it."
        }
    }

    /// `New`, `Changed` or `Deleted`.
    package var word: String {
        switch command.operation {
        case .create: "New"
        case .update: "Changed"
        case .delete: "Deleted"
        }
    }
}
