import Hummingbird
package import Vitals

/// How this server sends messages.
package struct WebPushSettings: Sendable {
    /// A `mailto:` or `https:` address, which every push service learns.
    package var contact: String
    package var policy: EndpointPolicy

    package init(contact: String, policy: EndpointPolicy = EndpointPolicy()) {
        self.contact = contact
        self.policy = policy
    }
}

extension ServerComponents {
    /// Serves the routes of Web Push and wakes subscribed browsers, where the store has their tables and reports its
    /// changes.
    package mutating func addWebPush(
        _ settings: WebPushSettings,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        addRequestOrigin()
        services.append { service, configuration, logger in
            guard let store = service.store.ability((any WebPushSubscriptionStore).self),
                let changes = service.store.ability(ChangeFeed.self)
            else {
                return nil
            }
            let keys = VAPIDKeyCache(store)
            let client = WebPushClient(
                key: { try await keys.key() }, contact: settings.contact, policy: settings.policy, now: now)
            let observer = configuration.components.observer as? any WebPushObserver
            let sender = WakeSender(
                store: store, client: client, logger: logger, didTry: observer?.observeTries(), uptime: uptime,
                sleep: sleep)
            changes.add(sender)
            return WakeService(sender: sender)
        }
        routes.append { router, service, configuration in
            guard let store = service.store.ability((any WebPushSubscriptionStore).self) else { return }
            let group = router.authenticated("push", by: service, configuration)
            WebPushRoutes(
                store: store, keys: VAPIDKeyCache(store), policy: settings.policy,
                limiter: RateLimiter(
                    limitPerKey: WebPushRoutes.changesPerMinute, limitOfAll: WebPushRoutes.changesPerMinuteOfAll,
                    uptime: uptime),
                timeoutSeconds: configuration.requestTimeoutSeconds, now: now
            ).add(to: group)
        }
    }
}

extension ServerFeature {
    /// Messages that wake a browser whose page is closed.
    package static let webPush = ServerFeature(name: "push") {
        $0.sqliteMigrations = [.webPush]
        $0.isSupported = {
            $0.ability((any WebPushSubscriptionStore).self) != nil && $0.ability(ChangeFeed.self) != nil
        }
        $0.prepare = { store in
            _ = try await store.ability((any WebPushSubscriptionStore).self)?.vapidKey(orStore: VAPIDKey.make())
        }
        $0.export = { store, user in
            let services = try await store.ability((any WebPushSubscriptionStore).self)?.webPushServices(of: user) ?? []
            return services.isEmpty ? [] : [.init("pushServices", .array(services.map { .string($0) }))]
        }
    }
}
