import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A real HTTP/1.1 server on a free loopback port. It answers each request with the next response of a script, and
/// keeps the requests byte for byte. It stops when its owner is released.
package final class LoopbackServer: Sendable {
    package struct Request: Sendable {
        package var method: String
        package var target: String
        /// Names in lower case.
        package var headers: [String: String]
        package var body: [UInt8]
        /// The head as it arrived, without the empty line.
        package var head: String
        /// 1 for the first connection.
        package var connection: Int
    }

    /// A step of the server on a connection. After the last step the connection waits for the next request, unless a
    /// step closed it.
    package enum Step: Sendable {
        case send([UInt8])
        /// Sends a byte at a time, with this pause after each.
        case dribble([UInt8], pauseMilliseconds: Int32)
        /// Sends nothing until the client disconnects or the server stops.
        case hold
        case close
    }

    package struct Answer: Sendable {
        package var steps: [Step]

        package init(steps: [Step]) { self.steps = steps }

        /// A complete response with its length; the connection stays open.
        package static func response(_ status: Int = 200, headers: [String] = [], body: [UInt8] = []) -> Answer {
            Answer(steps: [.send(head(status, headers + ["Content-Length: \(body.count)"]) + body)])
        }

        package static func response(_ status: Int = 200, headers: [String] = [], json: String) -> Answer {
            response(status, headers: headers + ["Content-Type: application/json"], body: Array(json.utf8))
        }

        /// Sends the bytes unchanged, then closes the connection.
        package static func raw(_ text: String) -> Answer { Answer(steps: [.send(Array(text.utf8)), .close]) }

        package static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
            Array((["HTTP/1.1 \(status) Status"] + headers).map { $0 + "\r\n" }.joined().utf8) + Array("\r\n".utf8)
        }
    }

    package let port: UInt16
    private let listener: LoopbackSocket
    private let state: LoopbackState
    private let arrivals: AsyncStream<Void>

    /// - Parameters:
    ///   - script: the responses in order; the last one is repeated.
    ///   - isListening: false for a port that is taken and refuses every connection.
    package convenience init(_ script: [Answer], isListening: Bool = true) throws {
        let left = Mutex(script)
        try self.init(isListening: isListening) { _ in
            left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? Answer(steps: [.close]) }
        }
    }

    /// - Parameter respond: creates the response to a request; called by several threads at once.
    package init(isListening: Bool = true, respond: @escaping @Sendable (Request) -> Answer) throws {
        listener = try LoopbackSocket(isListening: isListening)
        port = listener.port
        let state = LoopbackState()
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        self.state = state
        self.arrivals = arrivals
        guard isListening else { return }
        Thread.detachNewThread { [listener] in
            while !state.withLock({ $0.isStopped }) {
                guard let descriptor = listener.accept(withinMilliseconds: 50) else { continue }
                let number = state.withLock { state in
                    state.connectionCount += 1
                    state.open.insert(descriptor)
                    return state.connectionCount
                }
                Thread.detachNewThread {
                    Self.serve(LoopbackConnection(descriptor), number, state, arrived, respond)
                }
            }
        }
    }

    package convenience init(_ answer: Answer) throws { try self.init([answer]) }

    deinit {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    package var url: String { "http://127.0.0.1:\(port)" }
    package var requests: [Request] { state.withLock { $0.requests } }
    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Waits until the next request has been read completely. Each call waits for a further request.
    package func arrival() async {
        for await _ in arrivals { return }
    }

    private static func serve(
        _ connection: LoopbackConnection, _ number: Int, _ state: LoopbackState,
        _ arrived: AsyncStream<Void>.Continuation, _ respond: @Sendable (Request) -> Answer
    ) {
        defer {
            state.withLock { state in
                state.open.remove(connection.descriptor)
                connection.close()
            }
        }
        while var request = connection.readRequest() {
            request.connection = number
            state.withLock { $0.requests.append(request) }
            let answer = respond(request)
            arrived.yield()
            for step in answer.steps {
                guard connection.perform(step), !state.withLock({ $0.isStopped }) else { return }
            }
        }
    }
}

/// The state that the server's threads share.
private final class LoopbackState: Sendable {
    struct Value {
        var requests: [LoopbackServer.Request] = []
        var connectionCount = 0
        var open: Set<Int32> = []
        var isStopped = false
    }

    private let value = Mutex(Value())

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { value in body(&value) }
    }
}
