import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Lets clients of HTTP/1.0 read our responses, nginx as a proxy among them: without chunks, which they don't know. The
/// response ends with the connection.
///
/// It stands below the codec that turns NIO's HTTP/1 types into those of the routes, because only down there a request has
/// a version.
final class HTTP10Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// True from the head of a request of HTTP/1.0 on.
    private var isOld = false
    /// True once that request has arrived. It's the connection's last.
    private var isOver = false

    /// - Returns: false where the pipeline isn't that of an HTTP/1 server.
    @discardableResult
    static func install(in pipeline: ChannelPipeline) -> Bool {
        let operations = pipeline.syncOperations
        guard let codec = try? operations.handler(type: HTTP1ToHTTPServerCodec.self) else { return false }
        return (try? operations.addHandler(HTTP10Handler(), position: .before(codec))) != nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): isOld = head.version.major == 1 && head.version.minor == 0
        case .body: break
        case .end: isOver = isOld
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.version = .http1_0
            head.headers.remove(name: "Transfer-Encoding")
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
        }
    }
}
