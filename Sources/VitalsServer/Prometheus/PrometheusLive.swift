import CoreMetrics
import Synchronization

/// Counts event streams and the events on them.
struct PrometheusStreams: StreamObserver {
    private let opened, dropped: Counter
    private let lag: CoreMetrics.Timer
    private let records, hints, account: Counter

    init(factory: any MetricsFactory) {
        func sent(_ kind: String) -> Counter {
            Counter(label: "vitals_events_sent_total", dimensions: [("kind", kind)], factory: factory)
        }
        opened = Counter(label: "vitals_event_streams_opened_total", factory: factory)
        dropped = Counter(label: "vitals_event_streams_dropped_total", factory: factory)
        lag = CoreMetrics.Timer(label: "vitals_event_lag_seconds", factory: factory)
        (records, hints, account) = (sent("records"), sent("hint"), sent("account"))
    }

    func didOpen() { opened.increment() }

    func didDrop() { dropped.increment() }

    func didHandOver(announcedAt: ContinuousClock.Instant) { lag.record(.now - announcedAt) }

    func didSend(isAboutAccount: Bool, hasRecords: Bool) {
        (isAboutAccount ? account : hasRecords ? records : hints).increment()
    }
}

extension PrometheusObserver: LiveObserver {
    package func streamObserver(openCount: @escaping @Sendable () -> Int) -> any StreamObserver {
        let open = Gauge(label: "vitals_event_streams_open", factory: registry)
        onScrape { open.record(openCount()) }
        return PrometheusStreams(factory: registry)
    }

    package func broadcastObserver() -> any BroadcastObserver { PrometheusBroadcasts(factory: registry) }
}

/// Follows the connection by which a server hears of changes on others.
final class PrometheusBroadcasts: BroadcastObserver {
    private struct State {
        var hasConnected = false
        /// The notifications that were sent and not heard yet, by log.
        var told: [UserLog: (seq: Int64, at: ContinuousClock.Instant)] = [:]
    }

    /// The most notifications to wait for. Without the listening connection none is heard, and they would pile up.
    private static let maximumWaitCount = 10_000

    private let connected: Gauge
    private let reconnects: Counter
    private let lag: CoreMetrics.Timer
    private let state = Mutex(State())

    init(factory: any MetricsFactory) {
        connected = Gauge(label: "vitals_listen_connected", factory: factory)
        reconnects = Counter(label: "vitals_listen_reconnects_total", factory: factory)
        lag = CoreMetrics.Timer(label: "vitals_listen_lag_seconds", factory: factory)
    }

    func didConnect() {
        connected.record(1)
        let isReconnect = state.withLock { state in
            state.told = [:]
            defer { state.hasConnected = true }
            return state.hasConnected
        }
        if isReconnect { reconnects.increment() }
    }

    func didFail() { connected.record(0) }

    func willTell(_ heads: [UserLog: Int64]) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard state.told.count + heads.count <= Self.maximumWaitCount else { return }
            for (log, seq) in heads { state.told[log] = (seq, now) }
        }
    }

    func didHear(_ log: UserLog, _ seq: Int64) {
        let toldAt = state.withLock { state -> ContinuousClock.Instant? in
            guard let told = state.told[log], told.seq == seq else { return nil }
            state.told[log] = nil
            return told.at
        }
        if let toldAt { lag.record(.now - toldAt) }
    }
}
