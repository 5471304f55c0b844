package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// A learner's files, as read from a workspace.
package enum LearnerTree {
    /// Reads all files in the folders where the course has files of its own; hidden files and links are left out.
    ///
    /// - Throws: `CourseError.failed` for a path that a tree can't hold, with advice on how to fix it.
    package static func read(_ root: String) throws -> [String: TreeFile] {
        var tree: [String: TreeFile] = [:]
        var paths = TreePaths()
        let walk = FolderWalk(root: root)
        for path in SourceFiles.roots {
            try walk.visit(path) { entry in
                guard entry.isFile, let data = FileManager.default.contents(atPath: walk.full(entry.path)) else {
                    return
                }
                if let flaw = TreePath.flaw(in: entry.path) {
                    throw CourseError(
                        .failed,
                        "\(PlainText.quoted(entry.path)) \(flaw), so a build can't be sure which file it is. Rename it."
                    )
                }
                guard paths.insert(entry.path) else {
                    throw CourseError(
                        .failed,
                        "There are two files \(entry.path), which differ only in how their accents are written. Rename one of them."
                    )
                }
                tree[entry.path] = TreeFile(data, isExecutable: entry.isExecutable)
            }
        }
        return tree
    }
}

/// A walk through a learner's folder. It follows no links and opens no files.
package struct FolderWalk {
    package let root: String

    package init(root: String) {
        self.root = root
    }

    /// A file or a folder that the walk found.
    package struct Entry {
        /// Path relative to the root.
        package let path: String
        fileprivate let mode: mode_t
        /// Size in bytes.
        package let size: Int

        /// True for regular files; false for links, devices and pipes.
        package var isFile: Bool { mode & S_IFMT == S_IFREG }
        package var isFolder: Bool { mode & S_IFMT == S_IFDIR }
        /// True when the owner may run it, which git and archives record too.
        package var isExecutable: Bool { mode & S_IXUSR != 0 }
    }

    package func full(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

    /// The entry at a path; nil if nothing exists there.
    package func entry(_ path: String) -> Entry? {
        var status = stat()
        guard lstat(full(path), &status) == 0 else { return nil }
        return Entry(path: path, mode: status.st_mode, size: Int(status.st_size))
    }

    /// Visits a path and, in order, everything below it that can be part of a learner's tree.
    package func visit(_ path: String, _ body: (Entry) throws -> Void) rethrows {
        guard let entry = entry(path) else { return }
        try body(entry)
        guard entry.isFolder else { return }
        for name in names(in: path) where !SourceFiles.isLeftOut(name) { try visit(path + "/" + name, body) }
    }

    /// Names of everything in a folder, sorted; empty when the folder can't be listed.
    package func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: full(path))) ?? []).sorted()
    }
}
