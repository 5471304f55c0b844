internal import Foundation

/// A response to a request; the connection closes after it.
struct SiteResponse: Sendable {
    let status: Int
    /// The media type; nil if there is no body.
    var type: String?
    var body = Data()
    var headers: [String] = []
    var policy = Self.policy

    /// The Content-Security-Policy: scripts, styles and everything else come from this site only, and no page may frame
    /// this one.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    /// A picture brings its own style, and no script of anybody's runs in it.
    static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

    /// Returns a page with a message for people who typed an address.
    static func text(_ status: Int, _ text: String, headers: [String] = []) -> SiteResponse {
        let page = SitePage(
            title: reason(status), body: "<main id=\"main\"><h1>\(reason(status))</h1><p>\(text)</p></main>")
        return SiteResponse(status: status, type: SiteFile.html, body: Data(page.html.text.utf8), headers: headers)
    }

    /// Returns the response as it's sent.
    ///
    /// - Parameter isHead: true to leave out the body but still send its length.
    func bytes(isHead: Bool) -> Data {
        var lines = ["HTTP/1.1 \(status) \(Self.reason(status))"]
        if let type { lines.append("Content-Type: \(type)") }
        if status != 204 { lines.append("Content-Length: \(body.count)") }
        lines += [
            // A learner's progress is private: other origins and caches mustn't get it.
            "Cache-Control: no-store", "Cross-Origin-Opener-Policy: same-origin",
            "Cross-Origin-Resource-Policy: same-origin",
            "Content-Security-Policy: \(policy)",
            "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Connection: close",
        ]
        lines += headers
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? Data() : body)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 421: "Misdirected Request"
        case 431: "Request Header Fields Too Large"
        case 505: "HTTP Version Not Supported"
        default: "Internal Server Error"
        }
    }
}
