internal import Foundation

/// A walk through a learner's folder that follows no link and opens no file.
struct FolderWalk {
    let root: String

    /// A file or a folder that the walk came to.
    struct Entry {
        /// Relative to the root.
        let path: String
        fileprivate let mode: mode_t
        /// In bytes.
        let size: Int

        /// Not for links, devices and pipes.
        var isFile: Bool { mode & S_IFMT == S_IFREG }
        var isFolder: Bool { mode & S_IFMT == S_IFDIR }
        /// Its owner may run it, which is what git and archives know of it too.
        var isExecutable: Bool { mode & S_IXUSR != 0 }
    }

    func full(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

    /// Nil where there is nothing.
    func entry(_ path: String) -> Entry? {
        var status = stat()
        guard lstat(full(path), &status) == 0 else { return nil }
        return Entry(path: path, mode: status.st_mode, size: Int(status.st_size))
    }

    /// Visits a path and, in order, everything below it that can be part of a learner's tree.
    func visit(_ path: String, _ body: (Entry) throws -> Void) rethrows {
        guard let entry = entry(path) else { return }
        try body(entry)
        guard entry.isFolder else { return }
        for name in names(in: path) where !SourceFiles.isLeftOut(name) { try visit(path + "/" + name, body) }
    }

    /// Of everything in a folder, sorted; none where it cannot be listed.
    func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: full(path))) ?? []).sorted()
    }
}
