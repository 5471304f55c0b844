import Foundation
public import Vitals

/// The state machine of the phone's sync: an event goes in, a status and an effect come out.
///
/// It performs nothing itself and has no clock, so a test can feed it any history. Invariants, which the tests cite:
/// 1. One sync at a time.
/// 2. In airplane mode no sync starts, whatever the trigger.
/// 3. An error that only the person can fix isn't retried until they have acted.
/// 4. A late event from a sync that is over changes nothing.
public struct SyncMachine: Hashable, Sendable {
    // @show machine-events
    /// The source of a request to sync.
    public enum Trigger: Hashable, Sendable {
        case person
        /// The phone itself: an edit was just made, the app came to the front, the network came back, or a timer fired.
        case phone
    }

    public enum Event: Hashable, Sendable {
        case asked(by: Trigger)
        case progressed(SyncProgress)
        case ended(at: Timestamp)
        /// - Parameter jitter: a random number from 0 to 1, drawn for each failure: the part of the wait to use.
        case failed(SyncError, at: Timestamp, jitter: Double)
        /// There is no server to sync with yet.
        case foundNoServer
        /// The sync was stopped before its end.
        case cancelled
        case airplane(isOn: Bool)
        /// The phone has another token or server, or the same token again, so an earlier error may be fixed.
        case loggedIn
        case loggedOut
    }

    public enum Effect: Hashable, Sendable {
        case nothing
        case start
        case stop
        /// Request a sync at that time, with the trigger `phone`.
        case wake(at: Timestamp)
    }
    // @end

    public private(set) var status: SyncStatus
    /// True while the person has switched off all sync.
    public private(set) var isAirplane: Bool
    private var failuresInARow = 0

    /// Seconds from a successful sync to the next, so that other phones' records don't arrive days late.
    static let intervalSeconds = 300.0
    /// The ceiling of the wait after a first failure, in seconds; it doubles with each further one.
    static let firstWaitSeconds = 15.0
    static let longestWaitSeconds = 900.0

    public init(isAirplane: Bool = false) {
        self.isAirplane = isAirplane
        status = isAirplane ? .offline : .idle
    }

    /// Handles an event.
    ///
    /// - Returns: the effect that the caller must perform.
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
        case .failed(let error, let now, let jitter):
            return status.isSyncing ? fail(error, now, jitter) : .nothing
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

    /// Handles the failure of a running sync.
    private mutating func fail(_ error: SyncError, _ now: Timestamp, _ jitter: Double) -> Effect {
        switch error.code {
        case .unauthorized, .noServer: status = .needsToken
        case .wrongAccount, .wrongServer, .unidentifiedServer: status = .wrongAccount(error.detail)
        case _ where !error.isTemporary: status = .failed(error.detail)
        default:
            failuresInARow += 1
            let ceiling = min(Self.longestWaitSeconds, Self.firstWaitSeconds * pow(2, Double(failuresInARow - 1)))
            let wakesAt = now.advanced(bySeconds: max(error.retryAfterSeconds ?? 0, jitter * ceiling))
            status = error.code == .offline ? .offline : .waiting(until: wakesAt)
            return .wake(at: wakesAt)
        }
        return .nothing
    }
}
