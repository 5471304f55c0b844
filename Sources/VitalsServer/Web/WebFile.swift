internal import Crypto
internal import Foundation
internal import NIOCore
internal import Synchronization

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
