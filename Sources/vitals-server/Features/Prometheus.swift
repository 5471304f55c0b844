import ArgumentParser
import Foundation
import VitalsServer

extension ServedFeature {
    /// Counts for Prometheus. Devices don't learn of it.
    static var prometheus: ServedFeature {
        ServedFeature(
            feature: ServerFeature(name: "prometheus"), isSwitched: .ownSetting, settings: [PrometheusOptions.address]
        ) { features, components in
            guard let address = try features.prometheus.servedAt() else { return }
            components.addPrometheus(PrometheusObserver(startedAt: Date().timeIntervalSince1970), at: address)
        }
    }
}

/// The setting of the metrics for Prometheus. They're off without an address.
struct PrometheusOptions: ParsableArguments {
    static let address = Setting(
        "metrics-address", "HOST:PORT", "VITALS_METRICS_ADDRESS", default: "none: no metrics",
        """
        Address of `GET /metrics` for Prometheus, such as 127.0.0.1:9464, another than the API's; a port alone is one on \
        127.0.0.1. Whoever reaches it can read it
        """)

    @Option(name: address.name, help: address.help) var metricsAddress: String?

    /// Where the metrics are served; nil without the setting.
    ///
    /// - Throws: `ValidationError` for a text that isn't an address.
    func servedAt() throws -> PrometheusAddress? {
        guard let text = try Self.address.text(metricsAddress) else { return nil }
        guard let address = PrometheusAddress(text) else {
            throw ValidationError(
                "--metrics-address takes a host and its port, such as 127.0.0.1:9464, or a port alone.")
        }
        return address
    }
}
