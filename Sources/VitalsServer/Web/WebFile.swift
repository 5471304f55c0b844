internal import Crypto
internal import Foundation
internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import Synchronization
import Vitals

/// One file in each of its representations (RFC 9110): plain and compressed.
final class WebFile: Sendable {
    /// The bytes that a client gets, and the tag that later requests use for them.
    struct Representation: Sendable {
        let body: ByteBuffer
        /// A strong tag: different bytes have a different tag, so each compressed representation has its own.
        let tag: String
        /// The value of `Content-Encoding`; nil for the plain bytes.
        let coding: String?
    }

    let mediaType: String
    let contents: [UInt8]
    let plain: Representation
    private let hash: String
    private let packed = Mutex<[Representation]?>(nil)

    /// - Parameter name: the file's name, which decides the media type.
    init(name: String, contents: [UInt8]) {
        mediaType = Self.mediaType(of: name)
        self.contents = contents
        hash = SHA256.hash(data: contents).prefix(16).hexadecimal
        plain = Representation(body: ByteBuffer(bytes: contents), tag: "\"\(hash)\"", coding: nil)
    }

    /// The compressed representations; none where compression makes the file larger. Compressed on first use and then kept,
    /// so that a server that only syncs starts at once.
    var compressed: [Representation] {
        packed.withLock { packed in
            if let packed { return packed }
            var representations: [Representation] = []
            if let bytes = try? GZip.compress(contents), bytes.count < contents.count {
                representations = [
                    Representation(body: ByteBuffer(bytes: bytes), tag: "\"\(hash)-gzip\"", coding: "gzip")
                ]
            }
            packed = representations
            return representations
        }
    }

    /// The media type by the file's extension, from the registry of media types. An unknown extension isn't treated as
    /// text.
    private static func mediaType(of name: String) -> String {
        switch name.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "txt", "md": "text/plain; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/vnd.microsoft.icon"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}

/// Removes indentation, and comments on their own lines, from a script or a style sheet. Those comments are a third of
/// the bytes to send. Empty lines take their place, so that an error in the browser names the right line of the file.
enum Minifier {
    /// - Parameter text: UTF-8, without a template literal that goes over several lines.
    static func minify(_ text: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(text.count)
        var isInside = false
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !kept.isEmpty || line.startIndex > 0 { kept.append(UInt8(ascii: "\n")) }
            let code = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if isInside {
                isInside = end(of: code) == nil
            } else if code.starts(with: "//".utf8) {
                continue
            } else if code.starts(with: "/*".utf8) {
                guard let end = end(of: code) else {
                    isInside = true
                    continue
                }
                // Keep a comment that is followed by code.
                if code[end...].contains(where: { $0 > UInt8(ascii: " ") }) { kept += code }
            } else {
                kept += code
            }
        }
        return kept
    }

    /// The index after the `*/`.
    private static func end(of code: ArraySlice<UInt8>) -> Int? {
        code.indices.dropLast().first { code[$0] == UInt8(ascii: "*") && code[$0 + 1] == UInt8(ascii: "/") }.map {
            $0 + 2
        }
    }
}

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
