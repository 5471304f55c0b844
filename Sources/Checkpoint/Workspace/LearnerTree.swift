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
                        .failed, "\(entry.path) \(flaw), and no build could be sure which file that is. Rename it.")
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
