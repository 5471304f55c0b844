import Foundation
public import Vitals

/// What the phone's sync does next: an event goes in, a status and an effect come out.
///
/// It does nothing itself and knows no clock, so that every history can be told to it. Invariants, which the tests cite:
/// 1. One sync at a time.
/// 2. In airplane mode nothing starts, whoever asks.
/// 3. What only the person can mend is not tried again until they have acted.
/// 4. A late word of a sync that is over changes nothing.
public struct SyncMachine: Hashable, Sendable {
    // @show machine-events
    /// Who wants a sync.
    public enum Trigger: Hashable, Sendable {
        case person
        /// An edit that was made a moment ago, the app that came to the front, the network that came back, a timer.
        case phone
    }

    public enum Event: Hashable, Sendable {
        case asked(by: Trigger)
        case progressed(SyncProgress)
        case ended(at: Timestamp)
        /// - Parameter jitter: drawn anew for each failure, 0 to 1: where within the wait this phone comes back.
        case failed(SyncTrouble, at: Timestamp, jitter: Double)
        /// There is nobody to sync with yet.
        case foundNoServer
        /// It was stopped before its end.
        case cancelled
        case airplane(isOn: Bool)
        /// Another token, another server, or the same token once more: what was wrong may be right now.
        case loggedIn
        case loggedOut
    }

    public enum Effect: Hashable, Sendable {
        case nothing
        case start
        case stop
        /// Asks again at that time, by the phone itself.
        case wake(at: Timestamp)
    }
    // @end

    public private(set) var status: SyncStatus
    /// The person's own switch: no sync whatsoever.
    public private(set) var isAirplane: Bool
    private var failuresInARow = 0

    /// After a sync that went well, in seconds: what other phones wrote should not be days old.
    static let intervalSeconds = 300.0
    /// The ceiling of the wait after a first failure, in seconds; it doubles with each further one.
    static let firstWaitSeconds = 15.0
    static let longestWaitSeconds = 900.0

    public init(isAirplane: Bool = false) {
        self.isAirplane = isAirplane
        status = isAirplane ? .offline : .idle
    }

    /// Takes an event.
    ///
    /// - Returns: what is to be done about it.
    public mutating func handle(_ event: Event) -> Effect {
        // @write 15 view-sync-event
        switch event {
        case .asked(let asker):
            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
            status = .syncing(SyncProgress())
            return .start
        case .progressed(let progress):
            if status.isSyncing { status = .syncing(progress) }
        case .ended(let now):
            guard status.isSyncing else { return .nothing }
            failuresInARow = 0
            status = .idle
            return .wake(at: now.advanced(bySeconds: Self.intervalSeconds))
        case .failed(let trouble, let now, let jitter):
            return status.isSyncing ? fail(trouble, now, jitter) : .nothing
        case .foundNoServer, .loggedOut:
            let isSyncing = status.isSyncing
            status = isAirplane ? .offline : .needsToken
            return isSyncing ? .stop : .nothing
        case .cancelled:
            if status.isSyncing { status = .idle }
        case .airplane(let isOn):
            let isSyncing = status.isSyncing
            isAirplane = isOn
            if isOn {
                status = .offline
                return isSyncing ? .stop : .nothing
            }
            return handle(.asked(by: .phone))
        case .loggedIn:
            failuresInARow = 0
            if !isAirplane, !status.isSyncing { status = .idle }
            return handle(.asked(by: .phone))
        }
        return .nothing
        // @starter
        //| todo(15, "say for each event what the status is then, and what is to be done")
        // @end
    }

    /// A sync under way has failed.
    private mutating func fail(_ trouble: SyncTrouble, _ now: Timestamp, _ jitter: Double) -> Effect {
        switch trouble.kind {
        case .needsToken: status = .needsToken
        case .wrongAccount: status = .wrongAccount(trouble.detail)
        case .permanent: status = .failed(trouble.detail)
        case .offline, .temporary:
            failuresInARow += 1
            let ceiling = min(Self.longestWaitSeconds, Self.firstWaitSeconds * pow(2, Double(failuresInARow - 1)))
            let wakesAt = now.advanced(bySeconds: trouble.retryAfterSeconds ?? jitter * ceiling)
            status = trouble.kind == .offline ? .offline : .waiting(until: wakesAt)
            return .wake(at: wakesAt)
        }
        return .nothing
    }
}
