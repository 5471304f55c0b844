extension SyncRules {
    /// A push names the version that each edit was made from: the record that the device had exchanged when the first
    /// unsent edit was made, and not a later one that it has pulled since.
    package static let editedFrom = SyncRules(rawValue: 1 << 12)
    /// An edit that the server saw overwritten by a device that hadn't seen it becomes a conflict.
    package static let overwrittenEditsAreKept = SyncRules(rawValue: 1 << 13)
    /// An edit that no server has confirmed since history was lost becomes a conflict when it loses.
    package static let unconfirmedEditsAreKept = SyncRules(rawValue: 1 << 14)
    /// A deletion clears the record's content everywhere on the device, and not only in its row.
    package static let deletionClearsAllCopies = SyncRules(rawValue: 1 << 15)

    /// A deletion is one, also where making deletes is switched off. Only a build from before deletes reads it as a weight.
    package static let deletionsAreRead = SyncRules(rawValue: 1 << 16)

    /// The rules of deletes and overwritten edits.
    package static let deletes: SyncRules = [
        .editedFrom, .overwrittenEditsAreKept, .unconfirmedEditsAreKept, .deletionClearsAllCopies,
        .deletionsAreRead,
    ]
}
