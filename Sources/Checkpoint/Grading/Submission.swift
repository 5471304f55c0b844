package import CheckpointCourse
package import CheckpointWorkspace
package import Foundation

/// A learner's submission: read, limited in size, and reduced to the files of the package before anything is built.
package struct Submission: Sendable {
    /// Name in every output. It is the name of the folder, repository or archive, without the extension of an archive
    /// or a bare repository.
    package let name: String
    /// The learner's files in the folders where the course has files; hidden files and links are left out.
    package var tree: [String: TreeFile]
    /// Date of submission; nil if it is unknown.
    package var submittedAt: Date?
    /// Full id of the commit that was read; nil if it isn't a git repository.
    package var revision: String?
    /// Progress that the learner's own runner recorded, and that the learner may have edited; nil if it wasn't handed
    /// in.
    package var progress: CourseProgress?
    /// Reason why it can't be graded, for its learner; nil if it can.
    package var problem: String?

    package init(name: String, tree: [String: TreeFile]) {
        self.name = name
        self.tree = tree
    }
}

/// The size limits of a submission.
package enum SubmissionLimits {
    /// Maximum bytes of all files together, unpacked. The final tree of the course has less than a tenth of it.
    package static let totalBytes = 64 << 20
    /// Maximum number of files, folders and links.
    package static let entryCount = 20_000
}
