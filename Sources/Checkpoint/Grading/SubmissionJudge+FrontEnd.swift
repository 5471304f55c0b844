internal import CheckpointCourse
internal import CheckpointSystem

extension SubmissionJudge {
    /// Checks that the judged front end is the learner's own work. A learner who builds one front end is given the
    /// other.
    ///
    /// - Returns: the reason why it isn't judged; nil if the learner's files of the judged front end differ from the
    ///   course's.
    func givenFrontEnd(of step: Step) throws -> String? {
        guard let judged = projector.course.frontend, let folders = step.frontends[judged],
            let other = step.frontends.keys.filter({ $0 != judged }).min(by: { $0.rawValue < $1.rawValue })
        else { return nil }
        let paths = projector.learnerPaths(ownedBy: step.number).filter { path in
            folders.contains { path.pathBegins(with: $0) }
        }
        let theirs = Projector(course: try Course.load(root: projector.course.root, frontend: other))
        let given = try theirs.tree(after: step.number)
        guard !paths.isEmpty, paths.allSatisfy({ tree[$0]?.contents == given[$0]?.contents }) else { return nil }
        return
            "It should be judged by the front end \(judged.rawValue), but \(folders.sorted().joined(separator: ", ")) is, "
            + "byte for byte, what the course gives to learners who build \(other.rawValue)."
    }
}
