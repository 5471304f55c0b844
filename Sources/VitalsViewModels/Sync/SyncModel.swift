import Foundation
public import Observation
public import Vitals

/// The sync of one phone, as screens see it: performs the effects of `SyncMachine`, and returns the results as events.
@MainActor
@Observable
public final class SyncModel {
    public private(set) var lastSyncAt: Timestamp?
    public private(set) var counts: StoreCounts?
    /// The report of the last sync that succeeded.
    public private(set) var lastReport: SyncReport?

    public var status: SyncStatus { machine.status }
    public var isAirplane: Bool { machine.isAirplane }
    /// The number of records, and of features' changes, that the server may still lack.
    public var pendingCount: Int { (counts?.dirty ?? 0) + otherCount }

    /// Counts the changes of features that the server may still lack.
    @ObservationIgnored var countOthers: @MainActor () -> Int = { 0 }

    private var otherCount = 0
    private var machine: SyncMachine
    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let clock: @Sendable () -> Timestamp
    private let sleep: Debouncer.Sleep
    private let jitter: @MainActor () -> Double
    @ObservationIgnored private var run = 0
    /// True if a sync was requested while one was running, which may have read the store before the latest edit.
    @ObservationIgnored private var isAskedAgain = false
    @ObservationIgnored private var inFlight: Task<Void, Never>?
    @ObservationIgnored private var retryTimer: Task<Void, Never>?

    /// - Parameters:
    ///   - sleep: the function that the model waits with before its next attempt.
    ///   - jitter: a number from 0 to 1, drawn for each wait, so that phones don't all retry at the same moment.
    public init(
        device: Device, diagnostics: DiagnosticsLog, isAirplane: Bool = false,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sleep: @escaping Debouncer.Sleep = Debouncer.taskSleep,
        jitter: @escaping @MainActor () -> Double = { Double.random(in: 0...1) }
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.clock = clock
        self.sleep = sleep
        self.jitter = jitter
        machine = SyncMachine(isAirplane: isAirplane)
    }

    // MARK: What happens

    /// Syncs now, as the person asked, and returns when that sync is over.
    ///
    /// A running sync counts as this one, unless it leaves rows unsent. Then another one follows, because the first may
    /// have read the store before the latest edit.
    public func sync() async {
        take(.asked(by: .person))
        await waitUntilIdle()
    }

    /// Syncs without being asked by the person: after an edit, when the app came to the front, when the network came
    /// back.
    public func syncAutomatically() { take(.asked(by: .phone)) }

    public func setAirplane(_ isOn: Bool) { take(.airplane(isOn: isOn)) }

    /// Notes a login. Call it when the device has another token or server.
    public func noteLogin() { take(.loggedIn) }

    public func noteLogout() { take(.loggedOut) }

    /// Waits until no sync is running.
    public func waitUntilIdle() async {
        while let task = inFlight {
            await task.value
            if inFlight == task { return }
        }
    }

    /// Reads the store again.
    public func refresh() {
        do {
            counts = try device.counts()
            lastSyncAt = try device.syncState().lastSyncAt
            otherCount = countOthers()
        } catch {
            diagnostics.note(error)
        }
    }

    // MARK: What is done about it

    private func take(_ event: SyncMachine.Event) {
        if case .asked = event, status.isSyncing { isAskedAgain = true }
        switch machine.handle(event) {
        case .nothing: break
        case .start: start()
        case .stop: inFlight?.cancel()
        case .wake(let time): setRetryTimer(time)
        }
        if !status.isSyncing { refresh() }
    }

    private func start() {
        retryTimer?.cancel()
        isAskedAgain = false
        run += 1
        let (run, previous) = (run, inFlight)
        inFlight = Task {
            // A sync that was stopped may still be finishing.
            await previous?.value
            await perform(run)
        }
    }

    private func perform(_ run: Int) async {
        let event: SyncMachine.Event
        do {
            lastReport = try await syncDevice(run)
            event = .ended(at: clock())
        } catch is CancellationError {
            event = .cancelled
        } catch let error as SyncError where error.code == .noServer {
            event = .foundNoServer
        } catch {
            let message = diagnostics.message(of: error)
            let failure = error as? SyncError ?? SyncError(.store, message)
            event = .failed(failure, at: clock(), jitter: jitter())
        }
        // Ignore the event of an older run.
        if run == self.run { take(event) } else { refresh() }
        if case .ended = event, isAskedAgain, pendingCount > 0 { syncAutomatically() }
    }

    private func syncDevice(_ run: Int) async throws -> SyncReport {
        try Task.checkCancellation()
        let (reports, continuation) = AsyncStream.makeStream(of: SyncReport.self, bufferingPolicy: .bufferingNewest(1))
        let work = Task {
            defer { continuation.finish() }
            return try await device.sync { continuation.yield($0) }
        }
        return try await withTaskCancellationHandler {
            for await report in reports where run == self.run {
                let progress = SyncProgress(sentCount: report.pushedCount, receivedCount: report.pulledCount)
                take(.progressed(progress))
            }
            // A cancelled loop ends at once; the work ends when it has released the store.
            return try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    private func setRetryTimer(_ time: Timestamp) {
        retryTimer?.cancel()
        let seconds = max(0, time.seconds(since: clock()))
        retryTimer = Task { [weak self, sleep] in
            try? await sleep(seconds)
            guard !Task.isCancelled else { return }
            self?.syncAutomatically()
        }
    }
}
