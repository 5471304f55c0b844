internal import CheckpointSystem
internal import Foundation

/// A workout as a phone's command line prints it.
struct DemoWorkout: Decodable, Hashable, Sendable {
    let id: String
}

/// A server's answer to a companion.
struct DemoCompanionAnswer: Decodable, Sendable {
    let inserted: Int
    let duplicates: Int
}

extension DemoPhone {
    func workouts() async throws -> [DemoWorkout] {
        try decoded(
            [DemoWorkout].self, try await run("workouts", "list", "--json", "--limit", "10000"), "workouts list")
    }

    /// The number of samples on this phone.
    func sampleCount() async throws -> Int {
        struct Status: Decodable { let total: Int }
        return try decoded(Status.self, try await run("ingest", "status", "--json"), "ingest status").total
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String, _ command: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw CourseError(.failed, "Phone \(name): `\(command) --json` didn't print what it should.")
        }
    }
}

extension DemoServer {
    func sampleCount() async throws -> Int {
        struct Summary: Decodable, Sendable {
            struct Kind: Decodable, Sendable { let count: Int }
            let types: [Kind]
        }
        return try await send("GET", "/health/summary", as: Summary.self).types.reduce(0) { $0 + $1.count }
    }

    func workoutCount() async throws -> Int {
        struct Page: Decodable, Sendable {
            struct Row: Decodable, Sendable { let deleted: Bool? }
            let entities: [Row]
        }
        return try await send("GET", "/entities/changes?cursor=workout:0&limit=1000", as: Page.self).entities
            .count { $0.deleted != true }
    }

    func clientID() async throws -> String {
        try await send("GET", "/api/v1/client", as: [String: String].self)["client_id"] ?? ""
    }

    func sendWorkouts(_ runs: [[String: String]]) async throws -> DemoCompanionAnswer {
        let items = runs.map { run in
            let members = run.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
            return "{\((members + ["\"duration_seconds\":1770"]).joined(separator: ","))}"
        }
        return try await send(
            "POST", "/api/v1/workouts", body: Data("[\(items.joined(separator: ","))]".utf8),
            as: DemoCompanionAnswer.self)
    }
}
