#if canImport(HealthKit)
import HealthKit

/// Has HealthKit wake the app when there is something new, also while it's in the background.
///
/// The app has to start this each time it's launched, also when HealthKit launches it: HealthKit delivers to the observer queries
/// that it finds then. HealthKit waits for an answer to each wake-up, and `WakeUps` gives it exactly once.
actor HealthKitObservers {
    private let store: HKHealthStore
    private var queries: [HKObserverQuery] = []

    init(_ store: HKHealthStore) { self.store = store }

    /// - Throws: where HealthKit doesn't deliver in the background, such as for an app without the entitlement. In front it does.
    func start(_ types: [HKSampleType], _ wakeUps: WakeUps) async throws {
        stop()
        queries = types.map { type in
            HKObserverQuery(sampleType: type, predicate: nil) { _, completion, error in
                // An error ends this query for good, but the wake-up wants its answer all the same.
                let answer = Answer(call: completion)
                let wakeUp = WakeUp { answer.call() }
                if error == nil { wakeUps.wake { wakeUp.end() } } else { wakeUp.end() }
            }
        }
        for query in queries { store.execute(query) }
        // Steps and the like come hourly at most, whatever is asked for; a workout comes at once.
        for type in types { try await store.enableBackgroundDelivery(for: type, frequency: .immediate) }
    }

    /// HealthKit takes an answer on any thread; its type doesn't say so.
    private struct Answer: @unchecked Sendable {
        let call: () -> Void
    }

    func stop() {
        for query in queries { store.stop(query) }
        queries = []
    }
}
#endif
