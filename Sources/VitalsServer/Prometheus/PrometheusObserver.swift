import CoreMetrics
import Synchronization

/// Counts what one server does, for Prometheus. Each server has its own, so several can run in one process, as tests do.
///
/// Labels have few values, all of them known in advance: route templates, methods, classes of status, outcomes. None of them
/// comes from a client. A path, user, token or record in a label would show people's data to everyone who reads the
/// metrics, and each new value would take memory for ever.
package final class PrometheusObserver: SyncObserver {
    package let registry: PrometheusRegistry
    private let accepted, unchanged, stale, rejected, pulled: Counter
    private let readings = Mutex<[@Sendable () -> Void]>([])

    /// - Parameter now: the time in seconds since 1970, for the start time.
    package init(startedAt now: Double) {
        let registry = PrometheusRegistry(Self.descriptions)
        func pushed(_ outcome: String) -> Counter {
            Counter(label: "vitals_pushed_records_total", dimensions: [("outcome", outcome)], factory: registry)
        }
        self.registry = registry
        accepted = pushed("accepted")
        unchanged = pushed("unchanged")
        stale = pushed("stale")
        rejected = pushed("rejected")
        pulled = Counter(label: "vitals_pulled_records_total", factory: registry)
        Gauge(label: "process_start_time_seconds", factory: registry).record(now)
    }

    package func didPush(_ outcome: PushOutcome, rejectedCount: Int) {
        accepted.increment(by: outcome.acceptedIDs.count)
        unchanged.increment(by: outcome.unchangedIDs.count)
        stale.increment(by: outcome.stale.count)
        rejected.increment(by: rejectedCount)
    }

    package func didPull(_ recordCount: Int) { pulled.increment(by: recordCount) }

    /// Has `read` bring gauges up to date before each scrape, for values that are known somewhere else already.
    func onScrape(_ read: @escaping @Sendable () -> Void) { readings.withLock { $0.append(read) } }

    /// The metrics at this moment, in Prometheus' text format.
    package func text() -> String {
        for read in readings.withLock({ $0 }) { read() }
        return PrometheusText.render(registry)
    }

    package static let descriptions: [PrometheusDescription] = [
        PrometheusDescription(
            "process_start_time_seconds", "Time when the server started, since 1970-01-01T00:00:00Z."),
        PrometheusDescription(
            "vitals_http_requests_total", "Requests that were responded to, by route and class of status."),
        PrometheusDescription(
            "vitals_http_request_duration_seconds",
            "Time from a request's head to its whole response; of a stream, to the head of the response."),
        PrometheusDescription("vitals_pushed_records_total", "Records that devices pushed, by what became of them."),
        PrometheusDescription("vitals_pulled_records_total", "Records that were sent to devices that pulled."),
        PrometheusDescription("vitals_postgres_connections_max", "Connections that the pool may have."),
        PrometheusDescription("vitals_postgres_connections_open", "Connections of the pool, in use or idle."),
        PrometheusDescription(
            "vitals_postgres_connections_in_use", "Connections of the pool that are leased to a request."),
        PrometheusDescription("vitals_postgres_connection_waiters", "Requests that wait for a connection of the pool."),
        PrometheusDescription("vitals_event_streams_open", "Event streams that are open."),
        PrometheusDescription("vitals_event_streams_opened_total", "Event streams that were opened."),
        PrometheusDescription(
            "vitals_event_streams_dropped_total", "Event streams that were cut off because the client didn't read."),
        PrometheusDescription(
            "vitals_events_sent_total",
            "Events that were written to streams: with records, as a hint to pull, or about the account."),
        PrometheusDescription(
            "vitals_event_lag_seconds",
            "Time from a commit, or word of one on another server, until its event was handed to all streams of the user."
        ),
        PrometheusDescription(
            "vitals_listen_connected", "1 while the server hears of changes on other servers, otherwise 0."),
        PrometheusDescription("vitals_listen_reconnects_total", "Times the server connected again to hear of changes."),
        PrometheusDescription(
            "vitals_listen_lag_seconds", "Time from a NOTIFY of this server until it heard that itself."),
        PrometheusDescription("vitals_push_messages_total", "Tries to send a message that wakes an app, by result."),
    ]
}

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

extension ServerComponents {
    /// Counts what the server does, and serves the counts at `GET /metrics` of another address.
    ///
    /// - Parameter onListening: called with the port once it is bound, before the first request is taken.
    package mutating func addPrometheus(
        _ prometheus: PrometheusObserver, at address: PrometheusAddress,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        outermost.append(PrometheusMiddleware(requests: PrometheusRequests(factory: prometheus.registry)))
        observer = prometheus
        services.append { service, configuration, logger in
            if let pool = service.store.ability((any PooledStore).self) { prometheus.follow(pool) }
            return PrometheusService(
                observer: prometheus, address: address, configuration: configuration, logger: logger,
                onListening: onListening)
        }
    }
}
