import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Guards the pace of a connection and its end, which no middleware can see.
///
/// 1. A body that isn't complete in time fails with `BodyTimeout`.
/// 2. When a response is complete before its request is, the connection closes. The rest of the request is read and
///    dropped for a moment first, because closing on unread bytes resets the connection, and the client may then lose
///    the response.
/// 3. A client that doesn't read its response is disconnected.
/// 4. A permit for a request is held until the last byte of the response has been written to the socket, or until the
///    connection closes.
/// 5. An error response from below the routes, such as one to broken HTTP, becomes a problem too.
/// 6. Headers with anything but ASCII are dropped, except the token's, which is compared by bytes. No header of ours has
///    more, and comparing one letter with 40,000 accents as characters takes seconds.
/// 7. A client of HTTP/1.0 gets responses that it can read: `HTTP10Handler`.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let lingerTime = TimeAmount.seconds(2)

    private let bodyTime: TimeAmount
    private let stallTime: TimeAmount
    private var bodyDeadline: Scheduled<Void>?
    private var stallDeadline: Scheduled<Void>?
    private var startedRequests = 0
    private var endedResponses = 0
    private var isReadingRequest = false
    private var isLingering = false
    /// Permits by the number of the response that each is held for.
    private var permits: [Int: [Permit]] = [:]
    private var stallReports: [StallReport] = []

    init(bodyTimeoutSeconds: Double, stallTimeoutSeconds: Double) {
        bodyTime = TimeAmount(seconds: bodyTimeoutSeconds)
        stallTime = TimeAmount(seconds: stallTimeoutSeconds)
    }

    /// True when the response being written belongs to the request that is still being read.
    private var answersUnfinishedRequest: Bool { isReadingRequest && endedResponses + 1 == startedRequests }

    func handlerAdded(context: ChannelHandlerContext) { HTTP10Handler.install(in: context.pipeline) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLingering else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            startedRequests += 1
            isReadingRequest = true
            bodyDeadline = schedule(context, in: bodyTime) { context in context.fireErrorCaught(BodyTimeout()) }
            Self.dropTexts(beyondASCII: &head)
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body: break
        case .end:
            isReadingRequest = false
            bodyDeadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    private static func dropTexts(beyondASCII head: inout HTTPRequest) {
        func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
        head.headerFields.removeAll { $0.name != .authorization && !isASCII($0.value) }
        if let host = head.authority, !isASCII(host) { head.authority = nil }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            let problem = problem(insteadOf: head)
            if let problem {
                head.headerFields = problem.headers
                head.headerFields[.contentLength] = String(problem.body.count)
                head.headerFields[.requestID] = problem.requestID
            }
            if problem != nil || answersUnfinishedRequest { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            if let problem { context.write(wrapOutboundOut(.body(ByteBuffer(bytes: problem.body))), promise: nil) }
        case .body:
            context.write(data, promise: promise)
        case .end:
            let lingers = answersUnfinishedRequest
            endedResponses += 1
            let promise = releasePermits(ofResponse: endedResponses, whenWritten: promise, context)
            guard lingers else { return context.write(data, promise: promise) }
            linger(context)
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if let report = event as? StallReport {
            stallReports.append(report)
            promise?.succeed()
            return
        }
        guard let permit = event as? Permit else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        permits[endedResponses + 1, default: []].append(permit)
        promise?.succeed()
    }

    /// - Returns: the promise that the last write of the response must complete.
    private func releasePermits(
        ofResponse number: Int, whenWritten promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void>? {
        guard permits[number] != nil else { return promise }
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { _ in self.permits[number] = nil }
        return written
    }

    private func linger(_ context: ChannelHandlerContext) {
        isLingering = true
        bodyDeadline?.cancel()
        _ = schedule(context, in: Self.lingerTime) { context in context.close(promise: nil) }
    }

    private func problem(insteadOf head: HTTPResponse) -> Problem? {
        guard head.status.code >= 400, head.headerFields[.contentType] == nil,
            head.headerFields[.contentLength] == "0"
        else { return nil }
        let error = head.status.code < 500 ? ServiceError.malformedHTTP : .internal(cause: "below the routes")
        return Problem(error: error, requestID: RequestIDMiddleware.make())
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stallDeadline?.cancel()
        if !context.channel.isWritable {
            stallDeadline = schedule(context, in: stallTime) { context in
                for report in self.stallReports { report.call() }
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isLingering, case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        bodyDeadline?.cancel()
        stallDeadline?.cancel()
        permits = [:]
        stallReports = []
        context.fireChannelInactive()
    }

    private func schedule(
        _ context: ChannelHandlerContext, in time: TimeAmount, _ body: @escaping (ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { body(context) }
    }
}

/// Is told when a connection is closed because the client doesn't read.
struct StallReport: Sendable {
    let call: @Sendable () -> Void
}

extension TimeAmount {
    init(seconds: Double) { self = .nanoseconds(Int64(seconds * 1e9)) }
}
