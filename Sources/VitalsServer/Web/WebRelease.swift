internal import Crypto

/// The files that a browser keeps to open the app without a network: their list and a digest over all of them. The
/// server writes both into the service worker. So a change of any file changes the worker, and that is how browsers
/// notice a new release.
struct WebRelease {
    private static let worker = "sw.js"

    /// Paths relative to the folder of the app, sorted by their bytes.
    let files: [String]
    /// SHA-256 over the files as they are sent, one after the other.
    let digest: String

    /// - Parameter contents: the files by path. A folder with its own `index.html` is another page, and not part of the
    ///   app.
    init(_ contents: [String: [UInt8]]) {
        let others = contents.keys.filter { $0.hasSuffix("/index.html") }.map { $0.dropLast("index.html".count) }
        files = contents.keys.filter { path in path != Self.worker && !others.contains { path.hasPrefix($0) } }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var hash = SHA256()
        for path in files { hash.update(data: contents[path] ?? []) }
        digest = hash.finalize().hexadecimal
    }

    /// Writes the list and the digest into the worker, in place of its two empty constants.
    func injectPrecacheManifest(_ contents: inout [String: [UInt8]]) {
        guard let bytes = contents[Self.worker] else { return }
        let list = files.map { "'\($0)'" }.joined(separator: ",")
        contents[Self.worker] = Array(
            String(decoding: bytes, as: UTF8.self)
                .replacing("const RELEASE = ''\n", with: "const RELEASE = '\(digest)'\n")
                .replacing("const FILES = []\n", with: "const FILES = [\(list)]\n").utf8)
    }
}
