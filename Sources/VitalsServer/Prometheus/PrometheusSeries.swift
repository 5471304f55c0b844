import CoreMetrics
import Synchronization

/// The type of a metric, as the text format spells it.
enum PrometheusType: String, Sendable {
    case counter, gauge, histogram
}

/// The value of one series at one moment.
enum PrometheusValue {
    case integer(Int64)
    case number(Double)
    case histogram(HistogramValue)
}

/// The observations of a histogram at one moment.
struct HistogramValue {
    let bounds: [Double]
    /// The observations in each bucket alone, and last those beyond the greatest bound.
    var counts: [Int64]
    var sum = 0.0
}

/// The values behind the instruments that share a name and labels.
protocol PrometheusSeries: AnyObject, Sendable {
    var value: PrometheusValue { get }
}

/// A count that only grows.
final class CounterSeries: PrometheusSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: PrometheusValue { .integer(count.load(ordering: .relaxed)) }

    /// Adds to the count. A negative amount is ignored: Prometheus would take the smaller count for a restart.
    func increment(by amount: Int64) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// A value that goes up and down.
final class GaugeSeries: PrometheusSeries, RecorderHandler, MeterHandler {
    /// The bits of a `Double`, for which there is no atomic type.
    private let bits = Atomic<UInt64>(0)

    var value: PrometheusValue { .number(Double(bitPattern: bits.load(ordering: .relaxed))) }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }

    private func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, found) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = found
        }
    }
}

/// How often values were seen, by size. Sum and counts change together, so a scrape sees both or neither.
final class HistogramSeries: PrometheusSeries, RecorderHandler, TimerHandler {
    private let state: Mutex<HistogramValue>

    init(bounds: [Double]) {
        state = Mutex(HistogramValue(bounds: bounds, counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    var value: PrometheusValue { .histogram(state.withLock { $0 }) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        state.withLock { state in
            let bucket = state.bounds.firstIndex { value <= $0 } ?? state.bounds.count
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    /// Records a duration in seconds, which is Prometheus' unit of time.
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}

extension CoreMetrics.Timer {
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
