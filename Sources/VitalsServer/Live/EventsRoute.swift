import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Vitals

import struct Foundation.UUID

/// `GET /events`: a stream of events for one device, for as long as both ends keep it open.
struct EventsRoute: Sendable {
    let hub: EventHub
    let service: SyncService
    /// One user's connects: each costs a query, and a client that connects without a pause has lost its backoff.
    let limiter: RateLimiter
    let timeoutSeconds: Double

    static let connectsPerMinute = 60
    /// More than any number of phones does that wait before they connect again.
    static let connectsPerMinuteOfAll = 10_000

    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get { request, context in try await respond(to: request, context: context) }
    }

    private func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        guard let user = context.user, let token = Self.token(of: request) else { throw ServiceError.unauthorized }
        if let account = request.headers[.vitalsAccount], service.sendsIdentity, account != AccountID.of(user: user) {
            throw ServiceError.wrongAccount
        }
        if let seconds = limiter.secondsToWait(for: user.lowercased) {
            throw ServiceError.tooManyConnects(retryAfterSeconds: seconds)
        }
        // A body that nobody reads would hold the request for ever, also after its client has gone. It can't be read here
        // either: the watch for the end of the connection, below, is made of what follows the head.
        guard request.headers[.transferEncoding] == nil, request.headers[.contentLength] ?? "0" == "0" else {
            throw ServiceError.bodyTooLarge(limitBytes: 0)
        }
        let stream = try await open(user: user, token: token, hintsOnly: context.eventsAreHints)
        let observer = hub.observer
        context.connection.onStall { observer?.didDrop() }
        let body = ResponseBody { writer in
            defer { stream.close() }
            let mailbox = stream.mailbox
            try await withGracefulShutdownHandler {
                // The system reports a closed connection at once, long before a write to it would fail.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await Self.send(mailbox, to: &writer, observer)
                } onInboundClosed: {
                    mailbox.end()
                }
            } onGracefulShutdown: {
                mailbox.end()
            }
            try await writer.finish(nil)
        }
        var response = Response(status: .ok, body: body)
        response.headers[.contentType] = "text/event-stream"
        response.headers[.cacheControl] = "no-store"
        // Asks proxies such as nginx not to hold events back until a buffer is full.
        response.headers[.accelBuffering] = "no"
        // A stream ends when the server stops or the token goes; neither end uses the connection for more.
        response.headers[.connection] = "close"
        return response
    }

    private func open(user: UUID, token: String, hintsOnly: Bool) async throws -> OpenStream {
        let hub = hub
        do {
            let opened = try await withTimeout(seconds: timeoutSeconds) {
                try await hub.open(user: user, token: token, hintsOnly: hintsOnly)
            }
            guard let opened else { throw ServiceError.tooManyStreams }
            return opened
        } catch {
            throw ServiceError.from(error)
        }
    }

    private static func send(
        _ mailbox: EventMailbox, to writer: inout any ResponseBodyWriter, _ observer: (any StreamObserver)?
    ) async throws {
        try await writer.write(ByteBuffer(string: ": live\n\n"))
        while true {
            switch await mailbox.next() {
            case .event(let event):
                try await writer.write(ByteBuffer(bytes: event.bytes))
                observer?.didSend(isAboutAccount: event.kind == .account, hasRecords: !event.page.isEmpty)
            case .heartbeat: try await writer.write(ByteBuffer(string: ": still here\n\n"))
            case .end: return
            }
        }
    }

    /// The token that `AuthenticationMiddleware` has already accepted.
    private static func token(of request: Request) -> String? { BearerToken.read(request.headers[.authorization]) }
}

extension ServiceError {
    static func tooManyConnects(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_connects", "Too many streams were opened",
            """
            A user may open a stream \(EventsRoute.connectsPerMinute) times a minute, and all users together \
            \(EventsRoute.connectsPerMinuteOfAll) times; try again in \(retryAfterSeconds) s.
            """,
            retryAfterSeconds: retryAfterSeconds)
    }

    static let tooManyStreams = ServiceError(
        503, "too_many_streams", "The server has too many streams",
        "It sends events to as many devices as it can. Pull instead, and try again later.", retryAfterSeconds: 60)
}

extension HTTPField.Name {
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
}
