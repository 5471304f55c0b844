extension ServerComponents {
    /// The metrics that `addMetrics` was called with; nil if it wasn't.
    package var metrics: ServerMetrics? { (observer as? SyncMetrics)?.all }

    /// Counts what the server does, and serves the counts at `GET /metrics` of another address.
    ///
    /// - Parameter onListening: called with the port once it is bound, before the first request is taken.
    package mutating func addMetrics(
        _ metrics: ServerMetrics, at address: MetricsAddress,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        outermost.append(RequestMetricsMiddleware(metrics: RequestMetrics(factory: metrics.registry)))
        observer = SyncMetrics(metrics)
        services.append { service, configuration, logger in
            if let pool = service.store.ability((any PooledStore).self) { metrics.follow(pool) }
            return MetricsService(
                metrics: metrics, address: address, configuration: configuration, logger: logger,
                onListening: onListening)
        }
    }
}
