import CoreMetrics

/// Counts the tries to send a message that wakes a closed app.
struct PushMessageMetrics: Sendable {
    /// The result of a try.
    enum Result: String, CaseIterable, Sendable {
        /// The push service took the message, and delivers it when the device is there.
        case delivered
        /// The subscription has ended.
        case gone
        /// It failed, and will be tried again.
        case retried
        /// The push service refused it, and another try wouldn't help.
        case refused
        /// It failed for the last time, and is given up until the next change.
        case failed
    }

    private let counters: [Result: Counter]

    init(factory: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Result.allCases.map { result in
                let labels = [("result", result.rawValue)]
                return (result, Counter(label: "vitals_push_messages_total", dimensions: labels, factory: factory))
            })
    }

    func count(_ result: Result) { counters[result]?.increment() }
}
