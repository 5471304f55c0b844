import Foundation
import StepSupport
import Vitals

/// How long a push takes is how long something else can happen meanwhile.
func story(_ phone: ServerClient) async throws {
    _ = try await phone.pull()  // The connection is there from now on.
    for count in [1, 100, 2_000] {
        let records = (1...count).map { _ in Records.weight(60, id: UUID()) }
        let begin = ContinuousClock.now
        let answer = try await phone.push(records)
        let time = (ContinuousClock.now - begin) / .milliseconds(1)
        print("\(answer.texts("acceptedIds").count) records in one push: \(Int(time.rounded(.up))) ms")
    }
}

let server = ProcessInfo.processInfo.environment["SERVER"] ?? "http://127.0.0.1:8080"
try await story(ServerClient(url: server, token: "dev-token"))
