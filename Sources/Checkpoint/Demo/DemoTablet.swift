internal import CheckpointSystem
internal import Foundation

/// A third device, which speaks the protocol by itself: reminders have no command line yet.
struct DemoTablet: Sendable {
    let server: DemoServer

    /// The server's answer to one command.
    struct Answer: Decodable, Sendable {
        let status: String
        let code: String?
        let id: String
    }

    /// Writes a reminder into a group by `POST /entities/push`.
    func remind(_ title: String, in group: String) async throws -> Answer {
        struct Answers: Decodable { let results: [Answer] }
        let id = UUID().uuidString.lowercased()
        let fields = ["title": ["to": title], "group": ["to": group]]
        let hash = try await Self.hash(try json(["create", "reminder", id, fields]))
        let command: [String: Any] = [
            "requestId": UUID().uuidString.lowercased(), "op": "create", "type": "reminder", "id": id,
            "payloadHash": hash, "fields": fields,
        ]
        let answers = try await server.send(
            "POST", "/entities/push", body: try json(["commands": [command]]), as: Answers.self)
        guard let answer = answers.results.first else { throw CourseError(.failed, "A push got no answer.") }
        return answer
    }

    /// Canonical JSON, for texts that need no escapes.
    private func json(_ value: Any) throws -> Data {
        try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    /// The first 16 hex digits of SHA-256.
    private static func hash(_ data: Data) async throws -> String {
        let script = "if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi"
        var command = Command("/bin/sh", ["-c", script])
        // It's passed on as it is, without a new line at its end.
        command.input = String(decoding: data, as: UTF8.self)
        let result = try await command.capture()
        guard result.succeeded, result.standardOutput.count > 64 else {
            throw CourseError(.failed, "This machine has neither sha256sum nor shasum.")
        }
        return String(result.standardOutput.prefix(16))
    }
}
