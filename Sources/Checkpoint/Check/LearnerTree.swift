internal import Foundation

/// A learner's files as they lie in a workspace.
package enum LearnerTree {
    /// Everything where the course has files of its own; hidden files and links are left out.
    package static func read(_ root: String) -> [String: TreeFile] {
        let manager = FileManager.default
        var tree: [String: TreeFile] = [:]
        for path in SourceFiles.roots.flatMap({ SourceFiles.list(root, $0) }) {
            let full = root + "/" + path
            let type = try? manager.attributesOfItem(atPath: full)[.type] as? FileAttributeType
            guard type == .typeRegular, let data = manager.contents(atPath: full) else { continue }
            tree[path] = TreeFile(data, isExecutable: manager.isExecutableFile(atPath: full))
        }
        return tree
    }
}
