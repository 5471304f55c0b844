import StepSupport
import Vitals

/// Two phones and one weight. Both edit it offline, then sync in the order that is asked for.
func story(order: String) async throws {
    let (server, clock) = (InMemoryServer(), StepClock())
    let a = try Phone("A", server, clock: clock)
    let b = try Phone("B", server, clock: clock)
    let weight = Records.id(1)
    try a.store.add(kind: .weight, value: 70, unit: .kilograms, id: weight)
    for phone in [a, b] { try await phone.sync() }

    try a.store.edit(weight, value: 71)
    try a.store.edit(weight, value: 71.5)
    clock.advance(byMilliseconds: 3_600_000)
    try b.store.edit(weight, value: 72)

    print("apart:    A \(a.shows()), B \(b.shows())")
    for name in order {
        try await (name == "A" ? a : b).sync()
        print("\(name) syncs:  A \(a.shows()), B \(b.shows()), server \(server.records[weight].shown)")
    }
    for conflict in try a.store.conflicts() + b.store.conflicts() {
        print("kept as a conflict: \(Optional(conflict.loser).shown)")
    }
}

try await story(order: "ABA")
print("")
try await story(order: "BAB")
