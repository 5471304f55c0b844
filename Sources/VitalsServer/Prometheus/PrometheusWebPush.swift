import CoreMetrics

extension PrometheusObserver: WebPushObserver {
    /// Makes all counters at once, with a zero in each: a series that appears only with the first failure has no "before".
    package func observeTries() -> @Sendable (WakeTry) -> Void {
        let counters = Dictionary(
            uniqueKeysWithValues: WakeTry.allCases.map { result in
                let labels = [("result", result.rawValue)]
                return (result, Counter(label: "vitals_push_messages_total", dimensions: labels, factory: registry))
            })
        return { counters[$0]?.increment() }
    }
}
