package import CheckpointCourse

extension Projector {
    /// Returns a fingerprint of the learner's own files in a tree, because the runner's files may change with the
    /// course.
    package func ownFingerprint(of tree: [String: TreeFile]) -> String {
        Fingerprint.of(tree.filter { path, _ in !isRunnerOwned(path, at: 2) })
    }
}
