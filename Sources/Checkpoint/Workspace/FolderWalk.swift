internal import Foundation

/// A walk through a learner's folder. It follows no links and opens no files.
struct FolderWalk {
    let root: String

    /// A file or a folder that the walk found.
    struct Entry {
        /// Path relative to the root.
        let path: String
        fileprivate let mode: mode_t
        /// Size in bytes.
        let size: Int

        /// True for regular files; false for links, devices and pipes.
        var isFile: Bool { mode & S_IFMT == S_IFREG }
        var isFolder: Bool { mode & S_IFMT == S_IFDIR }
        /// True when the owner may run it, which git and archives record too.
        var isExecutable: Bool { mode & S_IXUSR != 0 }
    }

    func full(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

    /// The entry at a path; nil if nothing exists there.
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

    /// Names of everything in a folder, sorted; empty when the folder can't be listed.
    func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: full(path))) ?? []).sorted()
    }
}
