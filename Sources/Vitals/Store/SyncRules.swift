/// The rules that keep sync from losing data: the policy that the store and the engine are given.
///
/// The public initialisers pass `.all`. Only the tests and the course pass less, to show what each rule is for; their
/// list of the rules is in `Tests/StepSupport`. A rule that's off hides its evidence from the code that decides, and the
/// code stays the same. The rules are values and not a second engine, because in step 9 they are taken out of the
/// learner's own.
package struct SyncRules: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// An acknowledgement clears a row only if the row still is the copy that was pushed.
    package static let versionedAcknowledgement = SyncRules(rawValue: 1 << 0)
    /// A pulled page and its cursor are stored in one transaction.
    package static let atomicPage = SyncRules(rawValue: 1 << 1)
    /// A server that does not know our receipt makes us start from the beginning.
    package static let receipts = SyncRules(rawValue: 1 << 2)
    /// Starting from the beginning marks every row dirty: the server may lack what it had acknowledged.
    package static let resetMarksAllDirty = SyncRules(rawValue: 1 << 3)
    /// The store syncs with one account only.
    package static let accountBinding = SyncRules(rawValue: 1 << 4)
    /// A refusal applies only to the copy that was pushed, not to whatever now has its id.
    package static let rejectionMatchesCopy = SyncRules(rawValue: 1 << 5)
    /// A refused copy leaves its row, which reverts to what the server has.
    package static let rejectedMovesAside = SyncRules(rawValue: 1 << 6)
    /// A batch that is refused or keeps failing is bisected until the record at fault is alone.
    package static let bisection = SyncRules(rawValue: 1 << 7)
    /// A record that the server already holds, byte for byte, is clean.
    package static let equalMeansClean = SyncRules(rawValue: 1 << 8)
    /// A clean record that beats a pulled one becomes dirty, so that it is pushed to a server that lost it.
    package static let healing = SyncRules(rawValue: 1 << 9)
    /// A local edit that loses is kept where the person can see it.
    package static let conflictsAreKept = SyncRules(rawValue: 1 << 10)
    /// A fix of a refused record outranks both the row and the refused copy.
    package static let fixOutranksBoth = SyncRules(rawValue: 1 << 11)

    package static let all = SyncRules(rawValue: (1 << 12) - 1).union(FeatureList.builtIn.rules)
}
