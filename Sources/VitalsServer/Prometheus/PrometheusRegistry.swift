package import CoreMetrics
import Synchronization

/// A backend of swift-metrics that keeps the metrics in memory, until Prometheus asks for them.
///
/// 1. A name has one type, because the text format has one `TYPE` line for each name. An instrument that asks for the same
///    name with another type works, but isn't shown.
/// 2. Instruments with the same name and labels share one value.
/// 3. Counting takes no lock. Creating an instrument takes one, and so does an observation of a histogram: its own.
/// 4. Nothing here bounds the number of label values. The code that counts must.
package final class PrometheusRegistry: MetricsFactory {
    private struct Family {
        let kind: PrometheusType
        var series: [PrometheusLabels: any PrometheusSeries] = [:]
    }

    private let descriptions: [String: PrometheusDescription]
    private let families = Mutex<[String: Family]>([:])

    /// - Parameter descriptions: the help texts and histogram bounds, by name. A name without one has no `HELP` line.
    package init(_ descriptions: [PrometheusDescription] = []) {
        self.descriptions = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { CounterSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { GaugeSeries() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { GaugeSeries() } }
        return histogram(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// The values at this moment, sorted by name and then by labels.
    func snapshot() -> [PrometheusSnapshot] {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            PrometheusSnapshot(
                name: name, help: descriptions[name]?.help, kind: family.kind,
                series: family.series.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })
        }
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramSeries {
        let bounds = descriptions[PrometheusLabels.name(label, allowsColon: true)]?.bounds
        return series(label, dimensions, .histogram) {
            HistogramSeries(bounds: bounds ?? PrometheusDescription.seconds)
        }
    }

    private func series<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: PrometheusType, make: () -> Series
    ) -> Series {
        let name = PrometheusLabels.name(label, allowsColon: true)
        let labels = PrometheusLabels(dimensions)
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if let existing = family.series[labels] as? Series { return existing }
            let made = make()
            guard family.kind == kind else { return made }
            family.series[labels] = made
            families[name] = family
            return made
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
                families[name]?.series[labels] = nil
                if family.series.count == 1 { families[name] = nil }
                return
            }
        }
    }
}

/// A metric's name and meaning, without its values.
package struct PrometheusDescription: Sendable {
    package let name: String
    /// One sentence for a person who sees the name for the first time.
    package let help: String
    /// The upper bounds of a histogram's buckets, ascending. The last bucket has none and comes by itself.
    package let bounds: [Double]

    /// From a millisecond to the server's own time limit of half a minute, in seconds.
    package static let seconds: [Double] = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    package init(_ name: String, _ help: String, bounds: [Double] = seconds) {
        self.name = name
        self.help = help
        self.bounds = bounds
    }
}

/// A metric with all of its values, as they were at one moment.
struct PrometheusSnapshot {
    let name: String
    let help: String?
    let kind: PrometheusType
    let series: [(labels: PrometheusLabels, value: PrometheusValue)]
}
