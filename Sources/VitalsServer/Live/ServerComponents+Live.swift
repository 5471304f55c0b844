import Hummingbird
import Synchronization

extension ServerComponents {
    /// Serves `GET /events`, where the store reports its changes.
    ///
    /// - Parameters:
    ///   - heartbeatSeconds: the time between two signs of life. A client gives up after 40 s without one.
    package mutating func addLive(
        limits: StreamLimits = StreamLimits(), heartbeatSeconds: Double = 15,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        let made = HubBox()
        services.append { service, configuration, logger in
            let store = service.store
            guard let feed = store.ability(ChangeFeed.self) else { return nil }
            let observer = configuration.components.observer as? any LiveObserver
            let hub = EventHub(
                store: store,
                overwritten: service.pushRules.notesOverwrittenEdits ? store.ability((any OverwrittenStore).self) : nil,
                perUser: limits.perUser, total: limits.total ?? max(1, configuration.maximumConnectionCount / 2),
                observer: observer?.streamObserver { made.hub.withLock { $0?.streamCount ?? 0 } }, logger: logger)
            feed.add(hub)
            let broadcast = store.ability((any ChangeBroadcasting).self)
            let listening = broadcast.flatMap { _ in observer?.broadcastObserver() }
            if let broadcast { feed.add(ChangeTeller(broadcast, observer: listening, logger: logger)) }
            made.hub.withLock { $0 = hub }
            return LiveService(
                hub: hub, broadcast: broadcast, observer: listening, heartbeatSeconds: heartbeatSeconds,
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
