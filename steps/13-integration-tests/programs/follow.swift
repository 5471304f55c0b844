import Foundation
import StepSupport
import Vitals

/// One phone writes, and then does what every phone does: follows the cursor, two records a page.
func story(_ phone: ServerClient) async throws {
    let start = try await phone.pull().nextCursor ?? 0
    let ids = (1...5).map { _ in UUID() }.sorted { $0.uuidString < $1.uuidString }
    let records = ids.enumerated().map { Records.weight(61 + Double($0.offset), id: $0.element) }

    func push(_ what: String, _ records: [Vitals.Measurement]) async throws {
        let answer = try await phone.push(records)
        print("\(what): accepted \(answer.texts("acceptedIds").count), unchanged \(answer.texts("unchanged").count)")
    }
    func follow(from first: Int64) async throws {
        var cursor = first
        while true {
            let page = try await phone.pull(cursor: cursor, limit: 2)
            let values = try page.records().map { "\($0.value)" }
            print("  after \(cursor - start): \(values.isEmpty ? "nothing" : values.joined(separator: " and "))")
            guard let next = page.nextCursor, !values.isEmpty else { return }
            cursor = next
        }
    }

    try await push("five records in one push", records)
    try await follow(from: start)
    let end = try await phone.pull().nextCursor ?? start
    try await push("the same push once more", records)
    try await follow(from: end)
    try await push("an edit of the first", [Records.weight(70, id: ids[0], version: 2)])
    try await follow(from: end)
    print("a new phone, from the beginning")
    try await follow(from: start)
}

let server = ProcessInfo.processInfo.environment["SERVER"] ?? "http://127.0.0.1:8080"
try await story(ServerClient(url: server, token: "dev-token"))
