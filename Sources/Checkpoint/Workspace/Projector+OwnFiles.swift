extension Projector {
    /// Of what in a tree is the learner's own: the runner's files may change with the course.
    func ownFingerprint(of tree: [String: TreeFile]) -> String {
        Fingerprint.of(tree.filter { path, _ in !isRunnerOwned(path, at: 2) })
    }
}
