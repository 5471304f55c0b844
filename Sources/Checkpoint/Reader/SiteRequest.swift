internal import Foundation

/// The head of an HTTP/1.1 request (RFC 9112), parsed as strictly as today's browsers write it.
struct SiteRequest: Sendable {
    let method: String
    /// The path, decoded and without a query, such as `/08-sync-engine.html`.
    let path: String
    /// The headers, with names in lower case.
    private let headers: [(name: String, value: String)]

    /// The maximum length of a head; no real request needs that many bytes.
    static let limitBytes = 16_384

    /// A malformed request, with the status to respond with.
    struct Failure: Error {
        let status: Int
    }

    /// - Parameter head: everything before the empty line.
    /// - Throws: `Failure` with 400, 413 or 505.
    init(head: String) throws(Failure) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/") else {
            throw Failure(status: 400)
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw Failure(status: 505) }
        guard let path = String(words[1].prefix { $0 != "?" }).removingPercentEncoding else {
            throw Failure(status: 400)
        }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isToken(parts[0]), !parts[1].contains(where: \.isNewline) else {
                throw Failure(status: 400)
            }
            headers.append((parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)))
        }
        method = String(words[0])
        self.path = path
        self.headers = headers
        guard headers.count(where: { $0.name == "host" }) == 1 else { throw Failure(status: 400) }
        // No resource here accepts a body.
        guard self["transfer-encoding"] == nil, self["content-length"] ?? "0" == "0" else { throw Failure(status: 413) }
    }

    subscript(header: String) -> String? { headers.first { $0.name == header }?.value }

    /// True if the request names this machine as its host, by a name that always means this machine.
    ///
    /// A foreign site can make its own name resolve to our address (DNS rebinding), and a browser then treats it as the
    /// same origin as ours. Its requests carry that foreign name.
    var isForLoopback: Bool {
        let host = (self["host"] ?? "").lowercased()
        let port = host.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let name = host.dropLast(port).hasSuffix(":") ? host.dropLast(port + 1) : host[...]
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }

    /// True if the request comes from one of our pages; every browser sends this header with a POST (Fetch, "Origin
    /// header").
    var isOfSameOrigin: Bool {
        guard let host = self["host"], self["origin"]?.lowercased() == "http://" + host.lowercased() else {
            return false
        }
        return self["sec-fetch-site"].map { $0 == "same-origin" } ?? true
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"(),/:;<=>?@[\]{}""#.utf8.contains($0) }
    }
}
