package import Foundation

/// What one learner handed in: read, bounded and freed of whatever is no file of the package, before anything is built.
package struct Submission: Sendable {
    /// Names it in every output: of its folder, repository or archive, without the ending of an archive or a bare repository.
    package let name: String
    /// The learner's files where the course has files of its own; hidden files and links are left out.
    package var tree: [String: TreeFile]
    /// When it was handed in; nil where nothing tells.
    package var submittedAt: Date?
    /// The commit that was read, in full; nil for what is no git repository.
    package var revision: String?
    /// What the learner's own runner noted, which the learner may have changed; nil where it was not handed in.
    package var progress: CourseProgress?
    /// Why it cannot be graded, for its learner; nil where it can.
    package var problem: String?

    package init(name: String, tree: [String: TreeFile]) {
        self.name = name
        self.tree = tree
    }
}

/// How much a submission may hold.
package enum SubmissionLimits {
    /// Of all files together, unpacked. The final tree of the course has less than a tenth of it.
    package static let totalBytes = 64 << 20
    /// Files, folders and links.
    package static let entryCount = 20_000
}
