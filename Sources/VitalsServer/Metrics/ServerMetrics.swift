import CoreMetrics
import Synchronization

/// The metrics of one server. Each server has its own, so several can run in one process, as tests do.
///
/// Labels have few values, all of them known in advance: route templates, methods, classes of status, outcomes. None of them
/// comes from a client. A path, user, token or record in a label would show people's data to everyone who reads the
/// metrics, and each new value would take memory for ever.
package final class ServerMetrics: Sendable {
    package let registry: PrometheusRegistry
    private let readings = Mutex<[@Sendable () -> Void]>([])

    /// - Parameter now: the time in seconds since 1970, for the start time.
    package init(startedAt now: Double) {
        registry = PrometheusRegistry(Self.descriptions)
        Gauge(label: "process_start_time_seconds", factory: registry).record(now)
    }

    /// Has `read` bring gauges up to date before each scrape, for values that are known somewhere else already.
    func onScrape(_ read: @escaping @Sendable () -> Void) { readings.withLock { $0.append(read) } }

    /// The metrics at this moment, in Prometheus' text format.
    package func text() -> String {
        for read in readings.withLock({ $0 }) { read() }
        return PrometheusText.render(registry)
    }

    package static let descriptions: [MetricDescription] = [
        MetricDescription("process_start_time_seconds", "Time when the server started, since 1970-01-01T00:00:00Z."),
        MetricDescription(
            "vitals_http_requests_total", "Requests that were responded to, by route and class of status."),
        MetricDescription(
            "vitals_http_request_duration_seconds",
            "Time from a request's head to its whole response; of a stream, to the head of the response."),
        MetricDescription("vitals_pushed_records_total", "Records that devices pushed, by what became of them."),
        MetricDescription("vitals_pulled_records_total", "Records that were sent to devices that pulled."),
        MetricDescription("vitals_postgres_connections_max", "Connections that the pool may have."),
        MetricDescription("vitals_postgres_connections_open", "Connections of the pool, in use or idle."),
        MetricDescription(
            "vitals_postgres_connections_in_use", "Connections of the pool that are leased to a request."),
        MetricDescription("vitals_postgres_connection_waiters", "Requests that wait for a connection of the pool."),
        MetricDescription("vitals_event_streams_open", "Event streams that are open."),
        MetricDescription("vitals_event_streams_opened_total", "Event streams that were opened."),
        MetricDescription(
            "vitals_event_streams_dropped_total", "Event streams that were cut off because the client didn't read."),
        MetricDescription(
            "vitals_events_sent_total",
            "Events that were written to streams: with records, as a hint to pull, or about the account."),
        MetricDescription(
            "vitals_event_lag_seconds",
            "Time from a commit, or word of one on another server, until its event was handed to all streams of the user."
        ),
        MetricDescription(
            "vitals_listen_connected", "1 while the server hears of changes on other servers, otherwise 0."),
        MetricDescription("vitals_listen_reconnects_total", "Times the server connected again to hear of changes."),
        MetricDescription(
            "vitals_listen_lag_seconds", "Time from a NOTIFY of this server until it heard that itself."),
        MetricDescription("vitals_push_messages_total", "Tries to send a message that wakes an app, by result."),
    ]
}

extension ServerMetrics? {
    /// The place where instruments count; nowhere if this server has no metrics.
    var factory: any MetricsFactory { self?.registry ?? NOOPMetricsHandler.instance }
}
