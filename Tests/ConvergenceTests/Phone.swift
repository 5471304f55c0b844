import Foundation
import StepSupport
import Synchronization
import Vitals

/// One phone: a real store in memory and the real syncer, speaking to an `InMemoryServer`.
///
///     let server = InMemoryServer()
///     let phone = try Phone(server)
///     let id = try phone.add(70)
///     try await phone.sync()
struct Phone: Sendable {
    let store: MeasurementStore
    private let syncer: Syncer

    /// - Parameter minutesAhead: how far this phone's clock is ahead of the others'; negative for one that is behind.
    init(_ server: InMemoryServer, minutesAhead: Int64 = 0) throws {
        let clock = PhoneClock(minutesAhead: minutesAhead)
        store = try MeasurementStore(path: ":memory:", clock: { clock.read() })
        var settings = SyncSettings()
        settings.firstWaitSeconds = 0
        syncer = Syncer(store: store, api: server, origin: "test", settings: settings)
    }

    // @show phone-of-your-tests
    /// Writes a new weight in kilograms.
    ///
    /// - Returns: its id, by which any phone of the person can edit it.
    func add(_ value: Double) throws -> UUID {
        try store.add(kind: .weight, value: value, unit: .kilograms).id
    }

    func edit(_ id: UUID, _ value: Double) throws {
        try store.edit(id, value: value)
    }

    func sync() async throws {
        try await syncer.sync()
    }

    /// Returns the value that the phone shows for a record; nil if it has no record with that id.
    func value(_ id: UUID) throws -> Double? {
        try store.byId(id)?.value
    }

    /// Every record that the phone holds, by id.
    func records() throws -> [UUID: Vitals.Measurement] {
        Dictionary(uniqueKeysWithValues: try store.list().map { ($0.measurement.id, $0.measurement) })
    }
    // @end
}

/// A clock that advances by a second at each reading, so that a test doesn't wait and always gives the same result.
private final class PhoneClock: Sendable {
    private let milliseconds: Mutex<Int64>

    init(minutesAhead: Int64) { milliseconds = Mutex(1_780_000_000_000 + minutesAhead * 60_000) }

    func read() -> Timestamp {
        milliseconds.withLock { now in
            now += 1_000
            return Timestamp(clamping: now)
        }
    }
}
