internal import Crypto
internal import Foundation
internal import NIOCore

/// One file, in each form in which it is sent.
struct WebFile: Sendable {
    /// What a client gets, and how a later request names it.
    struct Form: Sendable {
        let body: ByteBuffer
        /// Strong: other bytes, another tag; so the compressed form has one of its own.
        let tag: String
        let isCompressed: Bool
    }

    let mediaType: String
    let plain: Form
    /// Nil where compression does not pay.
    let compressed: Form?

    /// - Parameter name: decides the media type.
    init(name: String, contents: [UInt8]) throws {
        mediaType = Self.mediaType(of: name)
        let hash = SHA256.hash(data: contents).prefix(16).hexadecimal
        plain = Form(body: ByteBuffer(bytes: contents), tag: "\"\(hash)\"", isCompressed: false)
        let packed = try GZip.compress(contents)
        compressed =
            packed.count < contents.count
            ? Form(body: ByteBuffer(bytes: packed), tag: "\"\(hash)-gzip\"", isCompressed: true) : nil
    }

    /// Of the registry of media types; a name that says nothing is no text.
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
