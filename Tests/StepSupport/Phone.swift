package import Foundation
import Synchronization
package import Vitals

/// A phone for tests: a real store in memory and the real engine. The server is a function call away.
package final class Phone: Sendable {
    package let name: String
    package let store: MeasurementStore
    /// Stops the store before one of its writes.
    package let crashPoint = CrashPoint()
    private let syncer: Syncer
    private let waits: WaitLog
    private let requests: RequestLimit
    private let recorder: TimelineRecorder

    /// - Parameters:
    ///   - settings: four tries of a request, and an upper bound of one second for the first wait, unless a test sets
    ///     others.
    ///   - seed: the seed of the engine's random waits.
    package init(
        _ name: String, _ server: any SyncAPI, clock: StepClock = StepClock(), settings: SyncSettings = .patient,
        seed: UInt64 = 1
    ) throws {
        self.name = name
        store = try Records.store(clock: clock, crashPoint: crashPoint)
        let waits = WaitLog()
        self.waits = waits
        recorder = TimelineRecorder(name, server, in: (server as? InMemoryServer)?.timeline ?? Timeline())
        requests = RequestLimit(recorder)
        syncer = Syncer(
            store: store, api: requests, origin: "http://server.test", settings: settings,
            sleep: { waits.append($0) }, seed: { seed })
    }

    /// The waits that the syncs asked for so far, in seconds. No test really waits.
    package var waitsSeconds: [Double] { waits.all }

    @discardableResult
    package func sync(progress: (@Sendable (SyncReport) -> Void)? = nil) async throws -> SyncReport {
        requests.reset()
        recorder.noteChanges(in: store)
        defer { recorder.noteChanges(in: store) }
        return try await syncer.sync(progress: progress)
    }

    /// Syncs where an outage or a crash may make it fail. Returns the error; nil when the sync succeeded.
    ///
    /// - Throws: the error of code that isn't written yet, because that is no outage.
    package func syncThatMayFail() async throws -> (any Error)? {
        do {
            try await sync()
            return nil
        } catch {
            guard !String(describing: error).hasPrefix("@@todo ") else { throw error }
            return error
        }
    }

    /// All rows by id.
    package var records: [UUID: Vitals.Measurement] {
        get throws { Dictionary(uniqueKeysWithValues: try store.list().map { ($0.measurement.id, $0.measurement) }) }
    }

    package func isDirty(_ id: UUID) throws -> Bool { try store.dirty().contains { $0.id == id } }

    /// The phone's record of an id as a text for messages: `71.5 (version 2)`.
    package func shows(_ id: UUID = Records.id(1)) -> String {
        do {
            return try store.byId(id).shown
        } catch {
            return "the error \(error)"
        }
    }
}

extension Vitals.Measurement? {
    /// Value and version, for a message.
    package var shown: String { map { "\($0.value) (version \($0.version))" } ?? "nothing" }
}

extension SyncSettings {
    package static var patient: SyncSettings {
        var settings = SyncSettings()
        settings.firstWaitSeconds = 1
        return settings
    }
}

private final class WaitLog: Sendable {
    private let seconds = Mutex<[Double]>([])
    var all: [Double] { seconds.withLock { $0 } }
    func append(_ wait: Double) { seconds.withLock { $0.append(wait) } }
}

/// Stops a sync that would never end.
private final class RequestLimit: SyncAPI {
    private let server: any SyncAPI
    private let left = Mutex(0)

    init(_ server: any SyncAPI) { self.server = server }

    func reset() { left.withLock { $0 = 200 } }

    func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed> {
        try count()
        return try await server.push(records, context: context)
    }

    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
        try count()
        return try await server.pull(cursor: cursor, limit: limit, context: context)
    }

    private func count() throws(SyncFailure) {
        let isOver = left.withLock { left in
            left -= 1
            return left < 0
        }
        guard !isOver else {
            throw .unexpected(status: 0, detail: "this sync made 200 requests and wouldn't end, so the test ended it")
        }
    }
}
