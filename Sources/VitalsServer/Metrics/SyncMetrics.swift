import CoreMetrics

/// Counts the records of pushes and pulls.
struct SyncMetrics: SyncObserver {
    /// The metrics of which these are a part.
    let all: ServerMetrics
    private let accepted, unchanged, stale, rejected, pulled: Counter

    init(_ all: ServerMetrics) {
        self.all = all
        let factory = all.registry
        func pushed(_ outcome: String) -> Counter {
            Counter(label: "vitals_pushed_records_total", dimensions: [("outcome", outcome)], factory: factory)
        }
        accepted = pushed("accepted")
        unchanged = pushed("unchanged")
        stale = pushed("stale")
        rejected = pushed("rejected")
        pulled = Counter(label: "vitals_pulled_records_total", factory: factory)
    }

    package func didPush(_ outcome: PushOutcome, rejectedCount: Int) {
        accepted.increment(by: outcome.acceptedIDs.count)
        unchanged.increment(by: outcome.unchangedIDs.count)
        stale.increment(by: outcome.stale.count)
        rejected.increment(by: rejectedCount)
    }

    package func didPull(_ recordCount: Int) { pulled.increment(by: recordCount) }
}
