internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import NIOHTTPCompression

/// Compression of a whole file. It sends one response through the handler that normally compresses while sending.
enum GZip {
    static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        let head = HTTPResponseHead(version: .http1_1, status: .ok)
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
        try channel.writeAndFlush(HTTPServerResponsePart.end(nil)).wait()
        var packed: [UInt8] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { packed += buffer.readableBytesView }
        }
        _ = try channel.finish(acceptAlreadyClosed: true)
        return packed
    }
}
