import Foundation

extension LoopbackServer {
    /// A server for the package's own files, because a browser loads a page's modules only from a server.
    package static func files() throws -> LoopbackServer {
        try LoopbackServer { request in
            let path = String(request.target.dropFirst().prefix { $0 != "?" && $0 != "#" })
            guard request.method == "GET", !path.contains(".."),
                let data = FileManager.default.contents(atPath: PackageFiles.url(path).path)
            else { return .response(404, headers: ["Content-Type: text/plain"]) }
            let type = types[path.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream"
            return .response(headers: ["Content-Type: \(type)"], body: Array(data))
        }
    }

    private static let types = [
        "html": "text/html", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css",
        "json": "application/json",
        "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
    ]
}
