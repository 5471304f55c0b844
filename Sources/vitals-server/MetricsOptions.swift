import ArgumentParser
import Foundation
import VitalsServer

/// The setting of the metrics for Prometheus. They're off without an address.
struct MetricsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Address of `GET /metrics` for Prometheus, such as 127.0.0.1:9464, another than the API's; a port alone is one on \
            127.0.0.1. Whoever reaches it can read it (VITALS_METRICS_ADDRESS; default: none)
            """, valueName: "host:port"))
    var metricsAddress: String?

    /// The address; nil where there are to be no metrics.
    ///
    /// - Throws: `ValidationError` for a text that isn't one.
    func address() throws -> MetricsAddress? {
        guard let text = try metricsAddress ?? Environment.text("VITALS_METRICS_ADDRESS") else { return nil }
        guard let address = MetricsAddress(text) else {
            throw ValidationError(
                "--metrics-address takes a host and its port, such as 127.0.0.1:9464, or a port alone.")
        }
        return address
    }

    /// The metrics of a server that starts now.
    func metrics() -> ServerMetrics { ServerMetrics(startedAt: Date().timeIntervalSince1970) }
}
