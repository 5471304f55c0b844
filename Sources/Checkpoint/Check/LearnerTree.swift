internal import Foundation

/// A learner's files as they lie in a workspace.
package enum LearnerTree {
    /// Everything where the course has files of its own; hidden files and links are left out.
    package static func read(_ root: String) -> [String: TreeFile] {
        var tree: [String: TreeFile] = [:]
        let walk = FolderWalk(root: root)
        for path in SourceFiles.roots {
            walk.visit(path) { entry in
                guard entry.isFile, let data = FileManager.default.contents(atPath: walk.full(entry.path)) else {
                    return
                }
                tree[entry.path] = TreeFile(data, isExecutable: entry.isExecutable)
            }
        }
        return tree
    }
}
