import StepSupport
import Vitals

/// The first test that everybody writes: two phones edit one record while offline, sync, and show the same.
func isGreen(with rules: SyncRules) async throws -> Bool {
    let (server, clock, weight) = (InMemoryServer(), StepClock(), Records.id(1))
    let stores = try (1...2).map { _ in try MeasurementStore(path: ":memory:", clock: clock.read, rules: rules) }
    let phones = stores.map { Syncer(store: $0, api: server, origin: "http://server.test") }
    try stores[0].add(kind: .weight, value: 70, unit: .kilograms, id: weight)
    for phone in phones + phones { try await phone.sync() }

    try stores[0].edit(weight, value: 71)
    try stores[1].edit(weight, value: 72)
    for phone in phones + phones { try await phone.sync() }

    let shown = try stores.map { try $0.byId(weight) }
    return shown[0]?.value == 72 && shown[0] == shown[1]
}

func story() async throws {
    for (name, rule) in SyncRules.names {
        let verdict = try await isGreen(with: .all.without(rule)) ? "green" : "red"
        print("\(verdict) on an engine without \(name)")
    }
}

try await story()
