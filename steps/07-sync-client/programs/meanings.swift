import StepSupport
import Vitals

/// What nine answers to a pull mean for a sync, and whether the server has seen the request.
func story() async throws {
    let page = #"{"records":[],"nextCursor":0}"#
    let slow: [UInt8] = LoopbackServer.Answer.head(200, ["Content-Length: \(page.utf8.count)"]) + Array(page.utf8)
    let answers: [(String, LoopbackServer.Answer)] = [
        ("a page", .response(json: page)),
        ("a hotel's log-in page", .response(json: "<html>Welcome!</html>")),
        ("a redirect", .response(302, headers: ["Location: https://example.com/sync/pull"])),
        ("401", .response(401)),
        ("409 history_lost", .response(409, json: #"{"code":"history_lost"}"#)),
        ("413 of a proxy", .response(413)),
        ("429, Retry-After: 7", .response(429, headers: ["Retry-After: 7"])),
        ("half a page", .raw("HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\n{\"records\":")),
        ("ten bytes a second", LoopbackServer.Answer(steps: [.dribble(slow, pauseMilliseconds: 100)])),
    ]
    for (what, answer) in answers {
        let server = try LoopbackServer(answer)
        let api = HTTPSyncAPI(
            server: try ServerOrigin(server.url), tokens: InMemorySecureStore(token: "dev-token"), timeoutSeconds: 1)
        do {
            let pulled = try await api.pull(cursor: 0, limit: 500, context: SyncContext())
            print("\(what): \(pulled.body.records.count) records, then cursor \(pulled.body.nextCursor)")
        } catch {
            print("\(what): \(error)")
        }
        print("    requests that the server saw: \(server.requests.count)")
    }
}

try await story()
