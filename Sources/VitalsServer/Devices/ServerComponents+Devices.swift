import Hummingbird
package import Vitals

extension ServerComponents {
    /// Serves `/account/devices`, and lets tokens that only read do so, where the store has their table.
    package mutating func addDevices(now: @escaping @Sendable () -> Timestamp = Pairing.wallClock) {
        guards.append { service, configuration in
            guard let tokens = service.store.ability((any ReadOnlyTokenStore).self), tokens.hasReadOnlyTokenTable,
                let gate = service.store.ability(ReadOnlyGate.self)
            else { return nil }
            gate.guardRequests()
            return ReadOnlyMiddleware(
                service: service, tokens: tokens, timeoutSeconds: configuration.requestTimeoutSeconds, now: now)
        }
        addRoutes(below: "account/devices") { group, service, configuration in
            guard let tokens = service.store.ability((any ReadOnlyTokenStore).self), tokens.hasReadOnlyTokenTable,
                let pairing = service.store.ability((any PairingStore).self)
            else { return }
            DeviceRoutes(
                sync: service, pairing: pairing, tokens: tokens, timeoutSeconds: configuration.requestTimeoutSeconds,
                now: now
            ).add(to: group)
        }
    }
}

extension ServerFeature {
    /// The devices of an account, and tokens by which others look on.
    package static let devices = ServerFeature(name: "devices") {
        $0.sqliteMigrations = [.devices]
        $0.sqlitePushHooks = [.devices]
        $0.postgresPushHooks = [.devices]
        $0.wrap = { store in
            store.ability((any ReadOnlyTokenStore).self).map { ReadOnlySyncStore(store, tokens: $0) } ?? store
        }
        $0.isSupported = { $0.ability((any ReadOnlyTokenStore).self)?.hasReadOnlyTokenTable == true }
    }
}
