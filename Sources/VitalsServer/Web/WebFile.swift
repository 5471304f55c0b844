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
        /// As `Content-Encoding` names it; nil for the bytes themselves.
        let coding: String?
    }

    let mediaType: String
    let contents: [UInt8]
    let plain: Form
    /// The best first; none where compression does not pay.
    let compressed: [Form]

    /// - Parameter name: decides the media type.
    init(name: String, contents: [UInt8]) throws {
        mediaType = Self.mediaType(of: name)
        let hash = SHA256.hash(data: contents).prefix(16).hexadecimal
        self.contents = contents
        plain = Form(body: ByteBuffer(bytes: contents), tag: "\"\(hash)\"", coding: nil)
        let packed = [("br", Brotli.compress(contents)), ("gzip", try GZip.compress(contents))]
        compressed = packed.compactMap { coding, bytes in
            guard let bytes, bytes.count < contents.count else { return nil }
            return Form(body: ByteBuffer(bytes: bytes), tag: "\"\(hash)-\(coding)\"", coding: coding)
        }
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
