package import CheckpointCourse
internal import CheckpointSystem

/// The reference, as the learner's tree has it after the judged step.
///
/// - Parameter replacing: a region and the lines to put in its place; nil for the unchanged reference.
/// - Returns: a dictionary from path to file.
package typealias SourceTree = @Sendable (_ replacing: (region: String, body: [String])?) throws -> [String: TreeFile]

extension Projector {
    /// The tree after a step; a judge puts mutated bodies in it.
    package func sourceTree(after step: Int) -> SourceTree {
        { replacing in
            let state = ProjectionState.after(step)
            return try self.tree(in: replacing.map { state.replacing($0.region, with: $0.body) } ?? state)
        }
    }
}

extension [String: TreeFile] {
    /// The files of a folder, their paths relative to it.
    package func below(_ folder: String) -> [String: TreeFile] {
        var found: [String: TreeFile] = [:]
        for (path, file) in self where path.pathBegins(with: folder + "/") {
            found[String(path.dropFirst(folder.count + 1))] = file
        }
        return found
    }
}
