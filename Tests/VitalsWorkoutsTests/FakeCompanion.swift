import Foundation
import Synchronization
import Vitals

/// A coach's server as a function: it keeps what it's sent, by uuid, and can lack any of its routes.
final class FakeCompanion: HTTPTransport {
    struct Request: Hashable {
        let method: String
        let path: String
        let count: Int
    }

    private struct State {
        var stored: [String: JSONValue] = [:]
        var requests: [Request] = []
        var answer: (@Sendable (HTTPRequest, _ path: String) throws -> HTTPResponse?)?
    }

    static let url = "https://coach.example.com"
    static let clientID = "8d0b6a3e-52a5-4a52-9d8f-0b3f0c4f9a11"
    private let state: Mutex<State>

    /// - Parameter answer: answers a request in the server's place; nil leaves it to the server.
    init(_ answer: (@Sendable (HTTPRequest, _ path: String) throws -> HTTPResponse?)? = nil) {
        state = Mutex(State(answer: answer))
    }

    var requests: [Request] { state.withLock { $0.requests } }
    var stored: [String: JSONValue] { state.withLock { $0.stored } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = String(request.url.dropFirst(Self.url.count))
        let json = try request.body.map { try JSONValue(parsing: $0) } ?? .null
        let count = (json.array ?? json["uuids"]?.array)?.count ?? 0
        let answer = state.withLock { state in
            state.requests.append(Request(method: request.method, path: path, count: count))
            return state.answer
        }
        if let response = try answer?(request, path) { return response }
        switch (request.method, path) {
        case ("POST", "/api/v1/pair"):
            guard json["code"]?.string == "4711-0815" else { return HTTPResponse(status: 403) }
            return Self.response(
                .object([.init("client_id", .string(Self.clientID)), .init("token", .string("secret"))]))
        case _ where request.headers["Authorization"] != "Bearer secret": return HTTPResponse(status: 401)
        case ("GET", "/api/v1/client"):
            return Self.response(.object([.init("client_id", .string(Self.clientID))]))
        case ("POST", "/api/v1/workouts/query"), ("POST", "/api/v1/profile-metrics/query"):
            let known = state.withLock { state in
                (json["uuids"]?.array ?? []).filter { state.stored[$0.string ?? ""] != nil }
            }
            return Self.response(.object([.init("existing", .array(known))]))
        case ("POST", "/api/v1/workouts"), ("PUT", "/api/v1/workouts"), ("POST", "/api/v1/profile-metrics"),
            ("PUT", "/api/v1/profile-metrics"):
            return store(json.array ?? [], isUpdate: request.method == "PUT")
        default: return HTTPResponse(status: 404)
        }
    }

    private func store(_ items: [JSONValue], isUpdate: Bool) -> HTTPResponse {
        var counts = ["received": items.count, "inserted": 0, "updated": 0, "duplicates": 0]
        state.withLock { state in
            for item in items {
                let isKnown = state.stored.updateValue(item, forKey: item["uuid"]?.string ?? "") != nil
                counts[!isKnown ? "inserted" : isUpdate ? "updated" : "duplicates", default: 0] += 1
            }
        }
        return Self.response(
            .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .number(Double($0.value))) }))
    }

    static func response(_ json: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(CanonicalJSON.text(json).utf8))
    }
}
