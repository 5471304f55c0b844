/// The rules of samples, each of which a simulation can leave out to show what it is for.
package struct SampleRules: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The first window has no end, because a clock that is ahead dates samples into the future.
    package static let openEnd = SampleRules(rawValue: 1 << 0)
    /// A window that was cut by its limit moves the border only as far as it was read.
    package static let partialPages = SampleRules(rawValue: 1 << 1)
    /// What a window brings is stored with the border that it moves.
    package static let oneTransaction = SampleRules(rawValue: 1 << 2)
    /// A window that another process has overtaken is thrown away.
    package static let comparesState = SampleRules(rawValue: 1 << 3)
    /// A deletion that comes before its sample is remembered.
    package static let earlyDeletions = SampleRules(rawValue: 1 << 4)
    /// What was deleted doesn't come back.
    package static let finalDeletions = SampleRules(rawValue: 1 << 5)
    /// Of two samples of the source with the same content, one may be deleted.
    package static let countsLinks = SampleRules(rawValue: 1 << 6)
    /// A batch that a crash has left behind is sent again.
    package static let keepsBatches = SampleRules(rawValue: 1 << 7)
    /// A server without the phone's receipt gets everything again.
    package static let resends = SampleRules(rawValue: 1 << 8)
    /// Only what the server has acknowledged is pruned.
    package static let prunesAcknowledged = SampleRules(rawValue: 1 << 9)
    /// The deletions of a window are stored with its samples, and go up.
    package static let sendsDeletions = SampleRules(rawValue: 1 << 10)

    package static let all = SampleRules(rawValue: (1 << 11) - 1)

    /// Each rule by itself, with its name.
    package static let each: [(name: String, rule: SampleRules)] = [
        ("openEnd", .openEnd), ("partialPages", .partialPages), ("oneTransaction", .oneTransaction),
        ("comparesState", .comparesState), ("earlyDeletions", .earlyDeletions), ("finalDeletions", .finalDeletions),
        ("countsLinks", .countsLinks), ("keepsBatches", .keepsBatches), ("resends", .resends),
        ("prunesAcknowledged", .prunesAcknowledged), ("sendsDeletions", .sendsDeletions),
    ]
}
