import Hummingbird
package import Vitals
package import VitalsServer
import VitalsServerEntities
import VitalsWorkouts

import struct Foundation.UUID

extension ServerComponents {
    /// Serves samples below `/health`, where the store has their tables.
    package mutating func addSamples() {
        addRoutes(below: "health") { group, service, configuration in
            guard let store = service.store.ability((any SampleStore).self), store.hasSampleTables else { return }
            let timeout = configuration.requestTimeoutSeconds
            let routes = group.add(middleware: PushShareMiddleware(waitTimeout: .seconds(min(timeout, 5))))
            SampleRoutes(samples: SampleService(store: store), sync: service, timeoutSeconds: timeout).add(to: routes)
        }
    }
}

extension ServerComponents {
    /// Serves what a companion sends below `/api/v1`, where the store has tables of entities.
    package mutating func addCompanion(now: @escaping @Sendable () -> Timestamp = Pairing.wallClock) {
        addRoutes(below: "api/v1") { group, service, configuration in
            guard let entities = EntityService(serving: service, configuration, now: now),
                let records = service.store.ability((any RecordLookup).self)
            else { return }
            let companion = CompanionService(entities: entities, sync: service, records: records, now: now)
            let timeout = configuration.requestTimeoutSeconds
            let routes = group.add(middleware: PushShareMiddleware(waitTimeout: .seconds(min(timeout, 5))))
            CompanionRoutes(companion: companion, sync: service, timeoutSeconds: timeout).add(to: routes)
        }
        pairingRoutes.append { router, exchange, service in
            router.post("api/v1/pair") { request, context in
                let token = try await exchange(request, context)
                guard let user = try await service.store.user(token: token) else { throw ServiceError.unauthorized }
                return CompanionRoutes.client(user, further: [.init("token", .string(token))])
            }
        }
    }
}

extension ServerFeature {
    /// Samples of health sources, workouts and body measures. A workout itself is an entity.
    package static let workouts = ServerFeature(name: "workouts") {
        $0.sqliteMigrations = [.samples]
        $0.sqlitePushHooks = [.samples]
        $0.postgresPushHooks = [.samples]
        $0.isSupported = { store in
            store.ability((any SampleStore).self)?.hasSampleTables == true
                && store.ability((any EntityStore).self)?.hasEntityTables == true
        }
        $0.changeRules = { $0.kinds += [.height, .bodyFat] }
        $0.exportedLists = [
            ExportedList(name: "samples") { store, user, write in
                guard let samples = store.ability((any SampleStore).self) else { return }
                var last: Sample?
                repeat {
                    let page = try await samples.samplesByID(user: user, after: last?.id, limit: 5_000)
                    try write(page.map { CanonicalJSON.text($0.json) })
                    last = page.last
                } while last != nil
            },
            ExportedList(name: "deletedSamples") { store, user, write in
                guard let samples = store.ability((any SampleStore).self) else { return }
                var last: UUID?
                repeat {
                    let page = try await samples.deletedSamples(user: user, after: last, limit: 10_000)
                    try write(page.map { "\"\($0.lowercased)\"" })
                    last = page.last
                } while last != nil
            },
        ]
    }
}
