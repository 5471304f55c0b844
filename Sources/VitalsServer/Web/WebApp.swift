internal import Crypto
internal import Foundation
import Vitals

/// The files of the app that a browser opens. They are read once, so no path of a request ever reaches the file system.
package struct WebApp: Sendable {
    /// More than the app will ever need. A larger folder must be the wrong one.
    static let limitBytes = 16 << 20

    /// The files by URL path, as a browser sends it: `/`, `/app.js`, `/icons/a%20b.svg`.
    let files: [String: WebFile]

    /// Reads the regular files of a folder and its subfolders. Hidden files and symbolic links are left out.
    ///
    /// - Throws: `WebAppError`, with what to do.
    package init(folder: String) throws {
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: root.appending(path: "index.html").path) else {
            throw WebAppError(message: "\(folder) has no index.html; give the folder of the app with --web.")
        }
        var files: [String: WebFile] = [:]
        var contents: [String: [UInt8]] = [:]
        var sizeBytes = 0
        for path in try Self.paths(in: root) {
            guard let data = try? Data(contentsOf: root.appending(path: path)) else {
                throw WebAppError(message: "\(folder)/\(path) can't be read; check its permissions.")
            }
            sizeBytes += data.count
            guard sizeBytes <= Self.limitBytes else {
                throw WebAppError(message: "\(folder) has more than 16 MiB; give the folder of the app with --web.")
            }
            let isScript = path.hasSuffix(".js") || path.hasSuffix(".css")
            contents[path] = isScript ? Minifier.minify(Array(data)) : Array(data)
        }
        WebRelease(contents).injectPrecacheManifest(&contents)
        for (path, bytes) in contents {
            let file = WebFile(name: path, contents: bytes)
            files[Self.url(path)] = file
            if path == "index.html" || path.hasSuffix("/index.html") {
                files[Self.url(String(path.dropLast("index.html".count)))] = file
            }
        }
        self.files = files
    }

    private static func url(_ path: String) -> String {
        "/" + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
    }

    /// The paths of the files, relative to the root and sorted.
    ///
    /// - Parameter folder: where to look; empty for the root itself.
    private static func paths(in root: URL, _ folder: String = "") throws -> [String] {
        let place = root.appending(path: folder).path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
            throw WebAppError(message: "\(place) can't be read; check its permissions.")
        }
        return try names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            let path = folder + name
            // The type of a link itself, not of its target.
            let type = try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)[.type]
            switch type as? FileAttributeType {
            case .typeRegular: return [path]
            case .typeDirectory: return try paths(in: root, path + "/")
            default: return []
            }
        }
    }
}

package struct WebAppError: Error, Hashable, Sendable {
    package let message: String
}

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
