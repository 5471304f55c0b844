import ArgumentParser
import Foundation
import VitalsServer

/// The setting of the metrics for Prometheus. They're off without an address.
struct MetricsOptions: ParsableArguments {
    static let address = Setting(
        "metrics-address", "HOST:PORT", "VITALS_METRICS_ADDRESS", default: "none: no metrics",
        """
        Address of `GET /metrics` for Prometheus, such as 127.0.0.1:9464, another than the API's; a port alone is one on \
        127.0.0.1. Whoever reaches it can read it
        """)

    @Option(name: address.name, help: address.help) var metricsAddress: String?

    /// Counts what the server does from now on, if there's an address. What else is installed after it counts too.
    ///
    /// - Throws: `ValidationError` for a text that isn't an address.
    func install(into components: inout ServerComponents) throws {
        guard let text = try Self.address.text(metricsAddress) else { return }
        guard let address = MetricsAddress(text) else {
            throw ValidationError(
                "--metrics-address takes a host and its port, such as 127.0.0.1:9464, or a port alone.")
        }
        components.addMetrics(ServerMetrics(startedAt: Date().timeIntervalSince1970), at: address)
    }
}
