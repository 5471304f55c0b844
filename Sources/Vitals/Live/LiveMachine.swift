/// Decides when a device opens its event stream, merges, syncs and waits. A pure state machine: an event goes in, and the
/// actions come out that its driver performs, in order.
///
/// 1. After each opening it syncs before it merges: what happened without a stream is in no event. A sync that began
///    before the opening doesn't count.
/// 2. An event that comes during a sync is merged after it, if the sync went well.
/// 3. After an event it syncs within `soonSeconds`; under steady events at most every `steadySeconds`. Further events don't
///    put it off.
/// 4. After a failure it waits a random time below a bound that doubles, so that a server that restarts isn't met by all
///    its devices at once.
package struct LiveMachine: Sendable {
    package enum Event: Hashable, Sendable {
        case started
        /// The server has accepted the stream, for this account.
        case opened
        /// The server answered with another status than 200.
        case refused(status: Int, retryAfterSeconds: Double?)
        /// The stream ended, went silent or never began.
        case ended
        case received(LiveEvent)
        /// A sync went well, and the device has now read these logs up to these numbers.
        case synced(cursors: [LiveEvent.Kind: Int64])
        case syncFailed(isTemporary: Bool, retryAfterSeconds: Double?)
        case timer(Timer)
        /// The person edited something here, or wants a sync.
        case edited
    }

    package enum Timer: Hashable, Sendable {
        case connect
        case sync
    }

    package enum Action: Hashable, Sendable {
        case open
        case close
        case sync
        case merge(LiveEvent)
        /// Send `.timer` after that many seconds; it replaces a timer of the same name.
        case wait(Timer, seconds: Double)
        case report(LiveStatus)
        /// Nothing more happens until the next start.
        case stop
    }

    package static let soonSeconds = 0.3
    package static let steadySeconds = 2.0
    package static let firstWaitSeconds = 1.0
    package static let longestWaitSeconds = 60.0

    private enum Stream: Hashable {
        case closed
        case opening
        case open
    }

    private var stream = Stream.closed
    private var isSyncing = false
    /// How far the device has read each log. One that isn't here can't be compared.
    private var cursors: [LiveEvent.Kind: Int64] = [.measurements: 0]
    /// True once a sync that began after the stream was opened has gone well.
    private var hasCaughtUp = false
    /// True once a sync has begun since the stream was opened. An older one may have read the log before that.
    private var hasBegunSync = false
    private var failureCount = 0
    private var syncTimerIsSet = false
    /// When the sync timer runs out, while it's set.
    private var syncTimerEndsAt = 0.0
    private var syncsAgain = false
    /// The events that came during a sync, one for each log.
    private var pending: [LiveEvent] = []
    private var lastSyncAt: Double?
    private var isStopped = false
    private let jitter: @Sendable () -> Double

    /// - Parameter jitter: a random number from 0 to 1, drawn for each wait.
    package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }) { self.jitter = jitter }

    /// Handles an event.
    ///
    /// - Parameter now: the time since some fixed moment, in seconds; never set back.
    /// - Returns: the actions to perform, in order.
    package mutating func handle(_ event: Event, now: Double) -> [Action] {
        // @write 20 live-machine
        // What has ended is over also after a stop, or nothing of the kind begins after the next start.
        switch event {
        case .synced: isSyncing = false
        case .syncFailed: (isSyncing, syncsAgain) = (false, false)
        case .timer(.sync): syncTimerIsSet = false
        default: break
        }
        guard !isStopped || event == .started else { return [] }
        switch event {
        case .started:
            isStopped = false
            return connect()
        case .opened:
            guard stream == .opening else { return [] }
            (stream, hasCaughtUp) = (.open, false)
            return startSync()
        case .refused(let status, let seconds):
            // Only the person can help here, or another version of the server.
            if [401, 403, 404, 405, 409].contains(status) { return stop(status == 404 ? .notSupported : .stopped) }
            return reconnect(after: seconds)
        case .ended: return stream == .closed ? [] : reconnect(after: nil)
        case .received(let event): return received(event, now)
        case .synced(let cursors): return synced(cursors, now)
        case .syncFailed(let isTemporary, let seconds):
            guard isTemporary else { return [.close] + stop(.stopped) }
            // While the stream waits to be opened, the sync after the opening is the next try.
            if stream == .closed { return [] }
            // The stream may be well: only the sync is tried again.
            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
        case .timer(.connect): return stream == .closed ? connect() : []
        case .timer(.sync), .edited: return startSync()
        }
        // @starter
        //| todo(20, "say for each event what the machine's state is then, and what is to be done")
        // @end
    }

    private mutating func connect() -> [Action] {
        (stream, hasCaughtUp, hasBegunSync) = (.opening, false, false)
        return [.report(failureCount == 0 ? .connecting : .reconnecting), .open]
    }

    private mutating func reconnect(after seconds: Double?) -> [Action] {
        let wait = max(seconds ?? 0, jitteredWait())
        stream = .closed
        (hasCaughtUp, pending) = (false, [])
        return [.close, .report(.reconnecting), .wait(.connect, seconds: wait)]
    }

    private mutating func stop(_ status: LiveStatus) -> [Action] {
        (stream, isStopped, pending, hasCaughtUp, syncsAgain) = (.closed, true, [], false, false)
        return [.report(status), .stop]
    }

    private mutating func jitteredWait() -> Double {
        failureCount += 1
        var bound = Self.firstWaitSeconds
        for _ in 1..<min(failureCount, 10) { bound *= 2 }
        return jitter() * min(bound, Self.longestWaitSeconds)
    }

    private mutating func startSync() -> [Action] {
        guard !isSyncing else {
            syncsAgain = true
            return []
        }
        (isSyncing, hasBegunSync) = (true, stream == .open)
        return [.sync]
    }

    private mutating func setSyncTimer(after seconds: Double, _ now: Double) -> [Action] {
        guard !syncTimerIsSet else { return [] }
        (syncTimerIsSet, syncTimerEndsAt) = (true, now + seconds)
        return [.wait(.sync, seconds: seconds)]
    }

    /// Sets the sync timer after a sync that failed.
    private mutating func retrySync(after seconds: Double?, _ now: Double) -> [Action] {
        // Each wait that is drawn doubles the next bound, so none is drawn for a timer that runs already.
        guard syncTimerIsSet else { return setSyncTimer(after: max(seconds ?? 0, jitteredWait()), now) }
        // The timer that runs knows nothing of what the server wants now.
        guard let seconds, now + seconds > syncTimerEndsAt else { return [] }
        syncTimerEndsAt = now + seconds
        return [.wait(.sync, seconds: seconds)]
    }

    private mutating func received(_ event: LiveEvent, _ now: Double) -> [Action] {
        guard stream == .open else { return [] }
        guard hasCaughtUp, !isSyncing else {
            keep(event)
            return []
        }
        guard event.kind != .account else { return startSync() }
        // The number of another log says nothing about how far this device has read.
        if let cursor = cursors[event.kind], event.seq <= cursor { return [] }
        let wait = max(Self.soonSeconds, Self.steadySeconds - (now - (lastSyncAt ?? -.infinity)))
        let merge = event.records.isEmpty ? [] : [Action.merge(event)]
        return merge + setSyncTimer(after: wait, now)
    }

    /// Keeps an event until the sync has ended. Of two of one log, only "look again" is left. One of the account begins a
    /// sync, which covers the others.
    private mutating func keep(_ event: LiveEvent) {
        guard pending.first?.kind != .account else { return }
        if event.kind == .account {
            pending = [event]
        } else if let index = pending.firstIndex(where: { $0.kind == event.kind }) {
            pending[index] = LiveEvent(event.kind, seq: max(pending[index].seq, event.seq))
        } else {
            pending.append(event)
        }
    }

    private mutating func synced(_ cursors: [LiveEvent.Kind: Int64], _ now: Double) -> [Action] {
        (isSyncing, self.cursors, lastSyncAt) = (false, cursors, now)
        var actions: [Action] = []
        if stream == .open {
            failureCount = 0
            if hasBegunSync, !hasCaughtUp {
                hasCaughtUp = true
                actions.append(.report(.live))
            }
            if hasCaughtUp {
                let events = pending
                pending = []
                for event in events { actions += received(event, now) }
            }
        }
        if syncsAgain {
            syncsAgain = false
            actions += startSync()
        }
        return actions
    }
}

/// The state of a device's event stream, for a screen.
public enum LiveStatus: String, Hashable, Sendable {
    case connecting
    /// Changes arrive as they are made.
    case live
    /// The stream broke, or the server can't be reached; the device tries again by itself.
    case reconnecting
    /// The server sends no events: the device learns of changes when it syncs.
    case notSupported
    /// The token or the account isn't accepted: only the person can help.
    case stopped
}
