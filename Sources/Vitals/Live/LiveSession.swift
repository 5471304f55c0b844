import Foundation
import Synchronization

/// Keeps one device's event stream: performs the actions of `LiveMachine`, and returns the results as events.
actor LiveSession {
    private let device: Device
    private let transport: any EventTransport
    private let sleep: @Sendable (Double) async throws -> Void
    private let onStatus: @Sendable (LiveStatus) -> Void
    private var machine: LiveMachine
    private let start = ContinuousClock.now
    private let events: AsyncStream<Input>
    private let inbox: AsyncStream<Input>.Continuation
    private var stream: Task<Void, Never>?
    private var syncing: Task<Void, Never>?
    private var timers: [LiveMachine.Timer: Task<Void, Never>] = [:]
    /// The number of the present stream. What an older one still says isn't heard.
    private var streamNumber = 0
    private var account: String?
    private var isSyncing = false
    private var unsentAtStart: UnsentEdits?
    /// The unsent rows that are known not to be new edits.
    private var unsentBefore: UnsentEdits?

    private enum Input: Sendable {
        case machine(LiveMachine.Event)
        /// The store may hold an edit that was not sent yet.
        case mayBeEdited
        case part(Opened, stream: Int)
    }

    private enum Opened: Sendable {
        case head(HTTPResponse)
        case event(LiveEvent)
        case ended
    }

    /// A server sends a sign of life every 15 s; after two that failed to come, the connection is broken.
    static let silenceSeconds = 40.0

    init(
        device: Device, transport: any EventTransport, machine: LiveMachine,
        sleep: @escaping @Sendable (Double) async throws -> Void,
        onStatus: @escaping @Sendable (LiveStatus) -> Void
    ) {
        self.device = device
        self.transport = transport
        self.machine = machine
        self.sleep = sleep
        self.onStatus = onStatus
        (events, inbox) = AsyncStream.makeStream(of: Input.self)
    }

    /// Runs until the machine stops or the task is cancelled.
    ///
    /// - Throws: `CancellationError`; `StoreError` when the store can't be read or written.
    func run() async throws {
        defer { endAll() }
        let watching = watchForEdits()
        defer { for task in watching { task.cancel() } }
        guard try perform(machine.handle(.started, now: uptime)) else { return }
        for await input in events {
            guard let event = read(input) else { continue }
            guard try perform(machine.handle(event, now: uptime)) else { return }
        }
        throw CancellationError()
    }

    private var uptime: Double { (ContinuousClock.now - start) / .seconds(1) }

    /// The machine's event for an input; nil for one of a stream that was closed.
    private func read(_ input: Input) -> LiveMachine.Event? {
        switch input {
        case .machine(let event):
            if case .synced = event { didSync() }
            if case .syncFailed = event { didSync() }
            return event
        case .mayBeEdited:
            guard !isSyncing, let unsent = try? device.store.unsentEdits(), unsent.count > 0, unsent != unsentBefore
            else { return nil }
            return .edited
        case .part(_, let number) where number != streamNumber: return nil
        case .part(.ended, _): return .ended
        case .part(.event(let event), _): return .received(event)
        case .part(.head(let response), _):
            guard response.status == 200 else {
                return .refused(
                    status: response.status,
                    retryAfterSeconds: response.headers["retry-after"].flatMap { Double($0) }.map { min($0, 86_400) })
            }
            account = response.account
            return .opened
        }
    }

    /// - Returns: false when the machine has stopped.
    private func perform(_ actions: [LiveMachine.Action]) throws -> Bool {
        for action in actions {
            switch action {
            case .open: open()
            case .close: close()
            case .sync: sync()
            case .merge(let event): try merge(event)
            case .wait(let timer, let seconds): wait(timer, seconds)
            case .report(let status): onStatus(status)
            case .stop: return false
            }
        }
        return true
    }

    private func open() {
        close()
        let number = streamNumber
        let (inbox, transport) = (inbox, transport)
        stream = Task { [device] in
            do {
                let request = try device.eventRequest()
                let parser = Mutex((EventStreamParser(), isRead: false))
                try await transport.stream(request, silenceSeconds: Self.silenceSeconds) { part in
                    switch part {
                    case .head(let response):
                        parser.withLock { $0.isRead = response.status == 200 }
                        inbox.yield(.part(.head(response), stream: number))
                    case .bytes(let bytes):
                        // The body of a refusal isn't a stream.
                        let events = parser.withLock { $0.isRead ? $0.0.feed(bytes) : [] }
                        for event in events.compactMap(LiveEvent.init) {
                            inbox.yield(.part(.event(event), stream: number))
                        }
                    }
                }
            } catch {
                // Whatever it was, the machine waits and tries again; the sync after that names the error.
            }
            inbox.yield(.part(.ended, stream: number))
        }
    }

    private func close() {
        streamNumber += 1
        stream?.cancel()
        stream = nil
    }

    /// Other processes, such as a command of the same phone, edit the store too, and the database doesn't report theirs.
    private static let pollSeconds = 1.0

    private func watchForEdits() -> [Task<Void, Never>] {
        let (changes, inbox, sleep) = (device.store.changes(), inbox, sleep)
        let inThisProcess = Task { for await _ in changes { inbox.yield(.mayBeEdited) } }
        let inOthers = Task {
            while (try? await sleep(Self.pollSeconds)) != nil { inbox.yield(.mayBeEdited) }
        }
        return [inThisProcess, inOthers]
    }

    private func didSync() {
        isSyncing = false
        // Rows that a sync leaves unsent are those that the server failed on, or edits that came too late for it. One more
        // sync tells: the server's failures stay as they are.
        let unsent = try? device.store.unsentEdits()
        unsentBefore = unsent == unsentAtStart ? unsent : nil
        inbox.yield(.mayBeEdited)
    }

    private func sync() {
        isSyncing = true
        unsentAtStart = try? device.store.unsentEdits()
        syncing = Task { [device, inbox] in
            do {
                try await device.sync()
                inbox.yield(.machine(.synced(cursors: try device.eventCursors())))
            } catch let error as SyncError {
                inbox.yield(
                    .machine(
                        .syncFailed(isTemporary: error.isTemporary, retryAfterSeconds: error.retryAfterSeconds)))
            } catch {
                inbox.yield(.machine(.syncFailed(isTemporary: false, retryAfterSeconds: nil)))
            }
        }
    }

    /// An event that doesn't fit the store is only a hint: the sync that follows brings what it meant.
    private func merge(_ event: LiveEvent) throws {
        guard let origin = try device.syncState().origin else { return }
        _ = try device.store.apply(event, account: account, origin: origin)
    }

    private func wait(_ timer: LiveMachine.Timer, _ seconds: Double) {
        timers[timer]?.cancel()
        timers[timer] = Task { [sleep, inbox] in
            guard (try? await sleep(seconds)) != nil, !Task.isCancelled else { return }
            inbox.yield(.machine(.timer(timer)))
        }
    }

    private func endAll() {
        close()
        syncing?.cancel()
        for timer in timers.values { timer.cancel() }
        inbox.finish()
    }
}
