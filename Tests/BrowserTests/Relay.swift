import StepSupport
import Synchronization

/// A server that forwards every request to another and can cut off the responses to pushes: the records arrive, but the
/// phone doesn't learn of it.
final class Relay: Sendable {
    private final class State: Sendable {
        let value = Mutex((isCutting: false, cutCount: 0))
    }

    private let server: LoopbackServer
    private let state = State()

    init(port: Int) throws {
        server = try LoopbackServer { [state] request in
            guard let answer = try? Self.forward(request, to: port) else {
                return LoopbackServer.Answer(steps: [.close])
            }
            let isCut = state.value.withLock { value in
                guard value.isCutting, request.target == "/sync/push" else { return false }
                value.cutCount += 1
                return true
            }
            // Half of an answer: a connection that ends without any, the browser would try again by itself.
            if isCut { return .raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"accepted") }
            let framing = ["content-length", "transfer-encoding", "connection"]
            let headers = answer.headers.filter { !framing.contains($0.name) }.map { "\($0.name): \($0.value)" }
            return .response(answer.status, headers: headers, body: answer.body)
        }
    }

    var url: String { server.url }
    var cutCount: Int { state.value.withLock(\.cutCount) }

    func cutsPushes(_ isCutting: Bool) { state.value.withLock { $0.isCutting = isCutting } }

    private static func forward(_ request: LoopbackServer.Request, to port: Int) throws -> RawResponse {
        let own = ["connection", "accept-encoding", "content-length"]
        let headers = request.headers.filter { !own.contains($0.key) }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let head =
            "\(request.method) \(request.target) HTTP/1.1\r\n\(headers)Connection: close\r\n"
            + "Content-Length: \(request.body.count)\r\n\r\n"
        let connection = try RawConnection(port: port)
        connection.send(Array(head.utf8) + request.body)
        return try RawResponse(parsing: try connection.receiveAll())
    }
}
