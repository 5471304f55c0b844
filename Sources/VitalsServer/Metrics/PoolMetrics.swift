import CoreMetrics

extension PostgresPool {
    /// The connections at this moment.
    package var status: PoolStatus {
        PoolStatus(size: size, inUse: leasedCount, idle: idleCount, waiting: waiterCount)
    }
}

extension PostgresSyncStore: PooledStore {
    package var poolStatus: PoolStatus { pool.status }
}

extension ServerMetrics {
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
