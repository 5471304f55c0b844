import Hummingbird
import Synchronization

extension ServerComponents {
    /// Serves `GET /events`, where the store reports its changes.
    ///
    /// - Parameters:
    ///   - heartbeatSeconds: the time between two signs of life. A client gives up after 40 s without one.
    package mutating func addLive(
        limits: StreamLimits = StreamLimits(), heartbeatSeconds: Double = 15, metrics: ServerMetrics? = nil,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        let made = HubBox()
        services.append { service, configuration, logger in
            let store = service.store
            guard let feed = store.ability(ChangeFeed.self) else { return nil }
            let hub = EventHub(
                store: store,
                overwritten: service.pushRules.notesOverwrittenEdits ? store.ability((any OverwrittenStore).self) : nil,
                perUser: limits.perUser, total: limits.total ?? max(1, configuration.maximumConnectionCount / 2),
                metrics: StreamMetrics(factory: metrics.factory), logger: logger)
            metrics?.followStreams { hub.streamCount }
            feed.add(hub)
            var listening: ListenMetrics?
            let broadcast = store.ability((any ChangeBroadcasting).self)
            if let broadcast {
                let counted = ListenMetrics(factory: metrics.factory)
                feed.add(ChangeTeller(broadcast, metrics: counted, logger: logger))
                listening = counted
            }
            made.hub.withLock { $0 = hub }
            return LiveService(
                hub: hub, broadcast: broadcast, metrics: listening, heartbeatSeconds: heartbeatSeconds,
                logger: logger)
        }
        routes.append { router, service, configuration in
            guard let hub = made.hub.withLock({ $0 }) else { return }
            let limiter = RateLimiter(
                limitPerKey: EventsRoute.connectsPerMinute, limitOfAll: EventsRoute.connectsPerMinuteOfAll,
                uptime: uptime)
            EventsRoute(
                hub: hub, service: service, limiter: limiter, timeoutSeconds: configuration.requestTimeoutSeconds
            ).add(
                to: router.authenticated("events", by: service, configuration))
        }
    }
}

/// Passes the hub from the service, which is made first, to the route.
private final class HubBox: Sendable {
    let hub = Mutex<EventHub?>(nil)
}

extension ServerFeature {
    /// Events of changes.
    package static let live = ServerFeature(name: "live") {
        $0.wrap = { LiveSyncStore($0) }
        $0.isSupported = { $0.ability(ChangeFeed.self) != nil }
    }
}
