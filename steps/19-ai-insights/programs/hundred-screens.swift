import StepSupport
import Synchronization
import Vitals
import VitalsServer

/// A model that needs a fifth of a second, and counts how often it's asked.
final class CountingModel: InsightWriter {
    let name = "counting"
    let cacheName: String? = "counting insights-1"
    private let asked = Mutex(0)

    var count: Int { asked.withLock { $0 } }

    func write(_ totals: WeekTotals) async throws -> String {
        asked.withLock { $0 += 1 }
        try await Task.sleep(for: .milliseconds(200))
        return "Your weight was 72.4 kg."
    }
}

/// A hundred screens show the same week at the same moment.
func story() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteSyncStore(path: folder.path("server.sqlite"), migrations: [.insights])
    let model = CountingModel()
    let service = InsightService(store: store, writer: model, now: StepClock().read)
    let total = WeekTotals.Total(count: 1, sum: 72.4, least: 72.4, greatest: 72.4)
    let totals = WeekTotals(dayCount: 3, current: [.weight: total])
    let answered = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<100 { group.addTask { try await service.insight(for: totals, of: DevelopmentUser.id) } }
        return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
    }
    print("100 screens: \(answered) have a sentence. Times that the model was asked: \(model.count)")
}

try await story()
