import CoreMetrics

/// The connections of a pool at one moment.
package struct PoolStatus: Hashable, Sendable {
    /// The most connections that the pool has.
    package var size: Int
    /// Connections that are leased, or being opened for a caller.
    package var inUse: Int
    /// Open connections that nobody uses.
    package var idle: Int
    /// Callers that wait for a connection.
    package var waiting: Int

    package init(size: Int, inUse: Int, idle: Int, waiting: Int) {
        self.size = size
        self.inUse = inUse
        self.idle = idle
        self.waiting = waiting
    }
}

/// A store with a pool of connections.
package protocol PooledStore: Sendable {
    var poolStatus: PoolStatus { get }
}

extension PostgresPool {
    /// The connections at this moment.
    package var status: PoolStatus {
        PoolStatus(size: size, inUse: leasedCount, idle: idleCount, waiting: waiterCount)
    }
}

extension PostgresSyncStore: PooledStore {
    package var poolStatus: PoolStatus { pool.status }
}

extension PrometheusObserver {
    /// Reads the pool before each scrape.
    func follow(_ pool: any PooledStore) {
        let size = Gauge(label: "vitals_postgres_connections_max", factory: registry)
        let open = Gauge(label: "vitals_postgres_connections_open", factory: registry)
        let inUse = Gauge(label: "vitals_postgres_connections_in_use", factory: registry)
        let waiting = Gauge(label: "vitals_postgres_connection_waiters", factory: registry)
        onScrape {
            let status = pool.poolStatus
            size.record(status.size)
            // A connection may change sides between the two readings.
            open.record(min(status.size, status.inUse + status.idle))
            inUse.record(status.inUse)
            waiting.record(status.waiting)
        }
    }
}
