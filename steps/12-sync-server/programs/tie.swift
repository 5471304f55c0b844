import Foundation
import StepSupport
import Vitals

// Two phones edit one weight apart from each other, and then sync in turns with the server that SERVER names.
let server = try ServerOrigin(ProcessInfo.processInfo.environment["SERVER"] ?? "http://127.0.0.1:8080")
let api = HTTPSyncAPI(server: server, tokens: InMemorySecureStore(token: "dev-token"))
let clock = StepClock()
let kitchen = try MeasurementStore(path: ":memory:", clock: clock.read)
let travel = try MeasurementStore(path: ":memory:", clock: clock.read)
let syncers = [
    "kitchen": Syncer(store: kitchen, api: api, origin: server.description),
    "travel": Syncer(store: travel, api: api, origin: server.description),
]

do {
    try await syncers["kitchen"]!.sync()
} catch {
    print("tie can't sync with SERVER, \(server): \(error)")
    exit(1)
}

for order in [["travel", "kitchen"], ["kitchen", "travel"]] {
    let id = try kitchen.add(kind: .weight, value: 70, unit: .kilograms).id
    try await syncers["kitchen"]!.sync()
    try await syncers["travel"]!.sync()
    try travel.edit(id, value: 72)
    clock.advance(byMilliseconds: 60_000)
    try kitchen.edit(id, value: 71)
    print("edited apart: travel says 72, and a minute later kitchen says 71")
    for name in order + order {
        try await syncers[name]!.sync()
        let shown = try [kitchen, travel].map { try $0.byId(id)?.value ?? 0 }
        print("  \(name) syncs: kitchen shows \(shown[0]), travel shows \(shown[1])")
    }
}
