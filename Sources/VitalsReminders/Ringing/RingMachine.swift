/// Decides when a phone syncs, computes its alarms and waits. A pure state machine: an event goes in, and the actions come out
/// that its driver performs, in order. It never reads a clock. The browser has the same one, and both replay
/// `Tests/Vectors/ring-machine.json`.
///
/// 1. After a start and after waking up it syncs first, and computes once the sync has ended, or after `patienceSeconds`. What
///    was done on another phone meanwhile doesn't ring then, and a phone without a network rings, too.
/// 2. The first compute after the start has `isStart`, and no other: what rang before and has no answer comes back once.
/// 3. A sync that ends after that computes again, to withdraw what it has shown to be done elsewhere.
/// 4. A change computes at once, unless rule 1 waits.
/// 5. A permission that was denied changes nothing here: the list of what is due is right without it.
/// 6. A compute says when the next alarm is due. It computes again then, and after `longestWaitSeconds` at the latest.
///
/// A call for a sync that comes while one runs is for one more sync after it, since the running one may have asked before. It
/// never puts off the end of rule 1, or pushes that keep coming would keep a phone silent.
package struct RingMachine: Hashable, Sendable {
    package enum Timer: String, Hashable, Sendable { case patience, ring }

    package enum Event: Hashable, Sendable {
        case started
        /// After a sleep or a push, or after the clock has jumped.
        case woke
        /// The sync has ended, well or not.
        case synced
        case timer(Timer)
        /// The store has changed: the person answered or edited, or a sync brought something.
        case changed
        case permission(Bool)
        /// The compute is done. `nextSeconds` is the time to the next alarm; nil if there is none.
        case computed(nextSeconds: Double?)
    }

    package enum Action: Hashable, Sendable {
        case sync
        /// Takes the place of a timer of the same name.
        case wait(Timer, seconds: Double)
        /// Reads the reminders, computes the alarms, shows and withdraws. `computed` follows.
        case compute(isStart: Bool)
    }

    package enum Phase: String, Sendable {
        case idle
        /// Under rule 1.
        case waiting
        case awake
    }

    package private(set) var phase = Phase.idle
    package private(set) var isSyncing = false
    /// True if something called for a sync that the running one may have missed.
    package private(set) var syncsAgain = false
    package private(set) var hasComputed = false
    package private(set) var isPermitted: Bool?

    /// How long a phone that has just woken up waits for its sync before it rings.
    package static let patienceSeconds = 5.0
    /// A clock may be set while the phone waits, so it never waits longer than this.
    package static let longestWaitSeconds = 3_600.0

    package init() {}

    package mutating func handle(_ event: Event) -> [Action] {
        switch (event, phase) {
        case (.permission(let isGranted), _):
            let isNew = isPermitted != isGranted
            isPermitted = isGranted
            return isNew && phase == .awake ? compute() : []
        case (.started, _): return wake()
        case (_, .idle): return []
        case (.woke, _): return wake()
        case (.synced, _): return isSyncing ? synced() : []
        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
        case (.computed(let next?), .awake):
            return [.wait(.ring, seconds: min(max(next, 0), Self.longestWaitSeconds))]
        case (.timer, _), (.changed, _), (.computed, _): return []
        }
    }

    private mutating func wake() -> [Action] {
        let isFirst = phase != .waiting
        phase = .waiting
        if isSyncing { syncsAgain = true }
        let syncs = isSyncing ? [] : [Action.sync]
        isSyncing = true
        return syncs + (isFirst ? [.wait(.patience, seconds: Self.patienceSeconds)] : [])
    }

    private mutating func synced() -> [Action] {
        guard syncsAgain else {
            isSyncing = false
            return compute()
        }
        syncsAgain = false
        return [.sync] + (phase == .waiting ? [] : compute())
    }

    private mutating func compute() -> [Action] {
        defer { hasComputed = true }
        phase = .awake
        return [.compute(isStart: !hasComputed)]
    }
}
