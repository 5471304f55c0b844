package import Vitals

/// One user's requests to a server, over HTTP. It uses only what the protocol defines.
///
/// It handles one request at a time; use two clients for two at once.
package struct ServerClient: Sendable {
    private let url: String
    private let transport = HTTPSyncAPI.defaultTransport()
    /// Nil to send no `Authorization` at all.
    package var token: String?
    /// Timeout of one exchange, in seconds.
    package var timeoutSeconds = 10.0

    package init(_ server: LiveServer, token: String?) { self.init(url: server.url, token: token) }

    /// - Parameter url: such as `http://127.0.0.1:8080`.
    package init(url: String, token: String?) {
        self.url = url
        self.token = token
    }

    // @show server-calls
    package func push(_ records: [Vitals.Measurement]) async throws -> ServerAnswer {
        try await push(body: #"{"records":["# + records.map(\.json).joined(separator: ",") + "]}")
    }

    package func push(body: String) async throws -> ServerAnswer {
        try await send("POST", "/sync/push", body: body)
    }

    /// - Parameter limit: nil for the whole set.
    package func pull(cursor: Int64 = 0, limit: Int? = nil) async throws -> ServerAnswer {
        try await send("GET", "/sync/pull?cursor=\(cursor)" + (limit.map { "&limit=\($0)" } ?? ""))
    }
    // @end

    /// - Throws: `StillToDo` where the response is the 501 of a route that isn't written yet.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) async throws -> ServerAnswer {
        var headers = headers
        if let token, headers["Authorization"] == nil { headers["Authorization"] = "Bearer \(token)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            method: method, url: url + path, headers: headers, body: body.map { Array($0.utf8) },
            timeoutSeconds: timeoutSeconds)
        let answer = ServerAnswer(try await transport.send(request))
        if answer.status == 501, let todo = answer.text.firstMatch(of: /@@todo \d+ [^"\n]+/) {
            throw StillToDo(String(todo.0))
        }
        return answer
    }
}
