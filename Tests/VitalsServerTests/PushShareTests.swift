import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import StepSupport
import TestSupport
import Testing

@testable import VitalsServer

@Suite("How long a push keeps its share")
struct PushShareTests {
    private let user = DevelopmentUser.id

    /// Answers a push on a connection, without writing the response to it.
    private func push(_ share: PushShareMiddleware, on channel: NIOAsyncTestingChannel) async throws -> Response {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var context = ServerRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.user = user
        let head = HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/sync/push")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return try await share.handle(request, context: context) { _, _ in
            expect(share.permits.permitCount(at: user), equals: 1)
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "a body")))
        }
    }

    private func connection() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.submit {
            let guarding = ConnectionGuard(bodyTimeoutSeconds: 3600, stallTimeoutSeconds: 3600)
            try channel.pipeline.syncOperations.addHandler(guarding)
        }.get()
        try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        return channel
    }

    /// Puts a response into the buffer of a connection, where it waits until the client has read what came before.
    private func write(_ response: Response, to channel: NIOAsyncTestingChannel) async throws {
        try await channel.testingEventLoop.submit {
            channel.pipeline.write(HTTPResponsePart.head(response.head), promise: nil)
            channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "a body")), promise: nil)
            channel.pipeline.write(HTTPResponsePart.end(nil), promise: nil)
        }.get()
    }

    @Test("The share is kept until the last byte of the response has left")
    func untilWritten() async throws {
        let (share, channel) = (PushShareMiddleware(waitTimeout: .zero), try await connection())
        let response = try await push(share, on: channel)
        expect(share.permits.permitCount(at: user), equals: 1, "before the response is written")
        try await write(response, to: channel)
        expect(share.permits.permitCount(at: user), equals: 1, "while the response waits in the server's memory")
        try await channel.testingEventLoop.submit { channel.pipeline.flush() }.get()
        expect(share.permits.permitCount(at: user), equals: 0)
        _ = try await channel.finish(acceptAlreadyClosed: true)
    }

    @Test("The share ends with the connection", arguments: [true, false])
    func untilClosed(isWritten: Bool) async throws {
        let (share, channel) = (PushShareMiddleware(waitTimeout: .zero), try await connection())
        let response = try await push(share, on: channel)
        if isWritten { try await write(response, to: channel) }
        expect(share.permits.permitCount(at: user), equals: 1)
        try await channel.close().get()
        expect(share.permits.permitCount(at: user), equals: 0)
    }

    @Test("A push whose client has gone keeps its share until it has ended")
    func whileRunning() async throws {
        let (share, channel) = (PushShareMiddleware(waitTimeout: .zero), try await connection())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var context = ServerRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.user = user
        let head = HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/sync/push")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        _ = try await share.handle(request, context: context) { _, _ in
            try await channel.close().get()
            expect(share.permits.permitCount(at: user), equals: 1)
            return Response(status: .ok)
        }
        expect(share.permits.permitCount(at: user), equals: 0)
    }

    @Test("The fifth push waits as long as four responses have not left")
    func fifth() async throws {
        let (share, channel) = (PushShareMiddleware(waitTimeout: .zero), try await connection())
        for _ in 0..<PushShareMiddleware.pushesAtATime { _ = try await share.permits.permit(at: user) }
        expect(share.permits.permitCount(at: user), equals: 0, "a permit that nobody keeps is back at once")
        var others: [NIOAsyncTestingChannel] = []
        for _ in 0..<PushShareMiddleware.pushesAtATime {
            let other = try await connection()
            try await ServerRequestContext(
                source: ApplicationRequestContextSource(channel: other, logger: Logger(label: "test"))
            ).connection.hold(try await share.permits.permit(at: user))
            others.append(other)
        }
        let error = await #expect(throws: ServiceError.self) { _ = try await push(share, on: channel) }
        expect(error?.status, equals: 503)
        for other in others { try await other.close().get() }
        expect(share.permits.permitCount(at: user), equals: 0)
    }

    @Test("One connection sends push after push, and each share comes back")
    func manyOnOneConnection() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.requestTimeoutSeconds = 0.5 }) { server in
            let body = #"{"records":[]}"#
            let request = """
                POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
            try await blocking {
                let connection = try RawConnection(port: server.port)
                for _ in 0..<(3 * PushShareMiddleware.pushesAtATime) {
                    connection.send(request)
                    var answer = ""
                    while !answer.hasSuffix("}") {
                        answer += String(decoding: try connection.receiveSome(), as: UTF8.self)
                    }
                    expect(answer.hasPrefix("HTTP/1.1 200"))
                }
            }
        }
    }
}
