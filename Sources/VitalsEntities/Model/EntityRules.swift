/// The rules that keep entities from getting lost: the policy that the phone's tables and the server's decider are given.
///
/// Programs pass `.all`. Only a simulation passes less, to show what each rule is for (see decision 33 for why they are
/// values). The numbers are those of the rules in `docs/entities.md`.
package struct EntityRules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    private init(bit: UInt64) { rawValue = 1 << bit }

    // MARK: The phone

    /// 2: an answered command stays in the view until a pull has passed its `seq`.
    package static let covered = EntityRules(bit: 0)
    /// 2: and only a pull that has reached the end counts.
    package static let coveredAtTheEnd = EntityRules(bit: 1)
    /// 2: a pulled row is shown below the unanswered commands, never instead of them.
    package static let viewOnTop = EntityRules(bit: 2)
    /// 3: commands are sent in the order in which they were made.
    package static let order = EntityRules(bit: 3)
    /// 3: each push begins with the oldest unanswered command.
    package static let prefix = EntityRules(bit: 4)
    /// 6: an edit that lost is kept where the person sees it.
    package static let conflictsAreKept = EntityRules(bit: 5)
    /// 8: a row that arrives under a replaced id ends the replacement.
    package static let undo = EntityRules(bit: 6)
    /// 8: the phone drops its own row under an id that was replaced.
    package static let dropReplaced = EntityRules(bit: 7)
    /// 8: and stores the row of the one that stayed, in the same transaction.
    package static let survivor = EntityRules(bit: 8)
    /// 10: a row whose required reference isn't there is hidden.
    package static let gate = EntityRules(bit: 9)
    /// 10: each type has a cursor of its own.
    package static let cursors = EntityRules(bit: 10)
    /// 11: the greatest receipt of any response is kept, not only of a page.
    package static let receiptOfPush = EntityRules(bit: 11)
    /// 11: a response counts only if era, cursors and receipt are still those it was asked with.
    package static let samePosition = EntityRules(bit: 12)
    /// 12: after history was lost, the phone restates what it knows.
    package static let restate = EntityRules(bit: 13)
    /// 12: before any command or pull.
    package static let restateFirst = EntityRules(bit: 14)
    /// 12: the receipt of each part is kept.
    package static let restateReceipt = EntityRules(bit: 15)
    /// 12: answered commands that no page covered are sent again.
    package static let requeue = EntityRules(bit: 16)
    /// 12: the id map is restated too.
    package static let restateMap = EntityRules(bit: 17)
    /// 12: a row that the server couldn't place is kept where the person sees it.
    package static let unplaced = EntityRules(bit: 18)
    /// 14: a command that got five 500s alone becomes a dead letter.
    package static let exhaust = EntityRules(bit: 19)
    /// 14: and only those count after which a pull passed.
    package static let exhaustOnlyAlive = EntityRules(bit: 20)

    // MARK: The server

    /// 4: a request that was performed gets its first answer again.
    package static let requests = EntityRules(bit: 32)
    /// 6: a field changes only if it still has the value that the person saw.
    package static let base = EntityRules(bit: 33)
    /// 6: sets merge by element.
    package static let sets = EntityRules(bit: 34)
    /// 7: a create is matched by name or likeness.
    package static let match = EntityRules(bit: 35)
    /// 7: a rename to a taken name loses.
    package static let taken = EntityRules(bit: 36)
    /// 8: the server resolves the ids that it replaced.
    package static let aliases = EntityRules(bit: 37)
    /// 8: a replacement gets a log row, so that receipts cover it.
    package static let aliasIsLogged = EntityRules(bit: 38)
    /// 9: a delete that names a replaced id changes nothing.
    package static let deleteOfReplaced = EntityRules(bit: 39)
    /// 9: a delete takes what requires the entity with it, and unlinks the rest.
    package static let cascade = EntityRules(bit: 40)
    /// 9: a create whose required parent is deleted is stored as deleted.
    package static let stillborn = EntityRules(bit: 41)
    /// 9: a tombstone is final, also for an id that isn't known yet.
    package static let tombstones = EntityRules(bit: 42)
    /// 11: a page's receipt names the head of the log.
    package static let receiptOfHead = EntityRules(bit: 43)
    /// 12: restated entities merge field by field.
    package static let stamps = EntityRules(bit: 44)
    /// 12: tombstones are restated first, then known ids, then unknown ones.
    package static let restateOrder = EntityRules(bit: 45)

    package static let all = EntityRules(rawValue: (1 << 21) - 1 | ((1 << 14) - 1) << 32)
}
