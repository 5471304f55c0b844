import Foundation
import GRDB
import StepSupport
import Synchronization
import Vitals
import VitalsServer

/// Servers on one SQLite file, with a language model that a test makes up.
final class Step19Fixture: Sendable {
    let clock = StepClock()
    let store: SQLiteSyncStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try Self.open(folder)
    }

    /// A second server on the same file.
    func secondStore() throws -> SQLiteSyncStore { try Self.open(folder) }

    private static func open(_ folder: TemporaryFolder) throws -> SQLiteSyncStore {
        try SQLiteSyncStore(path: folder.path("server.sqlite"), migrations: [.insights])
    }

    /// Claims a question of the test's model for 40 s, as another server would.
    func claim(_ totals: WeekTotals) async throws -> InsightClaim {
        let now = clock.now
        return try await store.claimInsight(
            totals.fingerprint(for: Step19Model.cacheName), user: DevelopmentUser.id, now: now,
            until: now.advanced(byMilliseconds: 40_000) ?? .max, limit: 48)
    }

    /// Removes the table of the insights, as a careless administrator would.
    func dropTable() throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        try DatabaseQueue(path: folder.path("server.sqlite"), configuration: configuration)
            .write { try $0.execute(sql: "DROP TABLE insights") }
    }

    /// - Parameter store: of another server; nil for the first.
    func insights(_ model: Step19Model, store: SQLiteSyncStore? = nil) -> InsightService {
        InsightService(store: store ?? self.store, writer: model, now: clock.read)
    }

    /// Insights of a server whose waiting takes no time: each pause moves the clock.
    func patientInsights(_ model: Step19Model, pauses: Step19Count = Step19Count()) -> InsightService {
        InsightService(store: store, writer: model, now: clock.read) { [clock] duration in
            pauses.countUp()
            guard pauses.count < 10_000 else { throw CancellationError() }
            let (seconds, attoseconds) = duration.components
            clock.advance(byMilliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        }
    }

    func push(_ records: [Vitals.Measurement], user: UUID = DevelopmentUser.id) async throws {
        _ = try await store.push(records, user: user, receipt: nil)
    }
}

/// A model that does what a test says, and counts how often it's asked.
struct Step19Model: InsightWriter {
    let name = "test-model"
    static let cacheName = "test-model insights-1"
    let cacheName: String? = Step19Model.cacheName
    let asked = Step19Count()
    let answer: @Sendable (Int) async throws -> String

    init(_ answer: @escaping @Sendable (Int) async throws -> String = { "Answer \($0)." }) { self.answer = answer }

    func write(_ totals: WeekTotals) async throws -> String { try await answer(asked.countUp()) }
}

final class Step19Count: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    @discardableResult
    func countUp() -> Int {
        number.withLock {
            $0 += 1
            return $0
        }
    }
}

struct Step19Failure: Error {}
