/// The rules of samples, each of which a simulation can leave out to show what it is for.
package struct SampleRules: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The source's mark is taken before anything is read.
    package static let markFirst = SampleRules(rawValue: 1 << 0)
    /// The first window has no end, because a clock that is ahead dates samples into the future.
    package static let openEnd = SampleRules(rawValue: 1 << 1)
    /// A window that was cut by its limit moves the border only as far as it was read.
    package static let partialPages = SampleRules(rawValue: 1 << 2)
    /// What a window brings is stored with the border that it moves.
    package static let oneTransaction = SampleRules(rawValue: 1 << 3)
    /// A window that another process has overtaken is thrown away.
    package static let comparesState = SampleRules(rawValue: 1 << 4)
    /// A deletion that comes before its sample is remembered.
    package static let earlyDeletions = SampleRules(rawValue: 1 << 5)
    /// What was deleted doesn't come back.
    package static let finalDeletions = SampleRules(rawValue: 1 << 6)
    /// Of two samples of the source with the same content, one may be deleted.
    package static let countsLinks = SampleRules(rawValue: 1 << 7)
    /// A batch stays as it was staged until its answer is stored.
    package static let keepsBatches = SampleRules(rawValue: 1 << 8)
    /// An answer counts only for the one who holds the batch's lease.
    package static let checksLease = SampleRules(rawValue: 1 << 9)
    /// A server without the phone's receipt gets everything again.
    package static let resends = SampleRules(rawValue: 1 << 10)
    /// Only what the server has acknowledged is pruned.
    package static let prunesAcknowledged = SampleRules(rawValue: 1 << 11)

    package static let all = SampleRules(rawValue: (1 << 12) - 1)
}
