import StepSupport
import Vitals

/// One phone, and a night on which everything goes wrong.
func story() async throws {
    let server = InMemoryServer()
    let phone = try Phone("A", server)
    let weight = Records.id(1)
    var heardCount = 0

    func sync(_ what: String) async throws {
        let report = try await phone.sync()
        let requests = server.requests.dropFirst(heardCount).map { "\($0)" }
        heardCount += requests.count
        let dirtyCount = try phone.store.dirty().count
        print("\(what): \(requests.joined(separator: ", "))")
        print(
            "    pushed \(report.pushedCount), accepted \(report.acceptedCount), unchanged \(report.unchangedCount);"
                + " dirty now: \(dirtyCount); the server has \(server.records[weight].shown)")
    }

    try phone.store.add(kind: .weight, value: 70, unit: .kilograms, id: weight)
    try await sync("all is quiet")

    try phone.store.edit(weight, value: 71)
    server.onNext(.push, .loseAnswer)
    try await sync("the answer is lost")

    try phone.store.edit(weight, value: 72)
    server.onNext(.push, .inFlight { try phone.store.edit(weight, value: 73) })
    try await sync("an edit in flight")

    server.forgetEverything()
    try await sync("the server loses its disk")
}

try await story()
