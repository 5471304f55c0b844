internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension Course {
    /// Advice about a workspace of another version; nil where it has this one.
    package func advice(for progress: CourseProgress) -> String? {
        guard progress.courseVersion != version else { return nil }
        do {
            try requireCompatible(progress)
            return "The course is at \(version), your workspace at \(progress.courseVersion): "
                + "vitals-course update brings its tests up to date"
        } catch {
            return String(describing: error)
        }
    }

    /// Refuses a workspace started with an older course if names that the learner's code uses have changed since.
    ///
    /// - Throws: `CourseError.failed` with the tag of the version to stay on.
    package func requireCompatible(_ progress: CourseProgress) throws {
        guard let oldest = compatibleSince,
            progress.courseVersion.compare(oldest, options: .numeric) == .orderedAscending
        else { return }
        throw CourseError(
            .failed,
            """
            This workspace was begun with version \(progress.courseVersion) of the course, and \(oldest) renamed things that your \
            code uses. Nothing was changed. Go on with the course as it was: git -C '\(root)' checkout \
            v\(progress.courseVersion). Or begin a new workspace with this one (vitals-course start ../new) and bring your code \
            over: CHANGELOG.md lists the old names and the new.
            """)
    }
}
