internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// The clone of the course.
enum Repository {
    /// Returns the clone's path. The launcher sets it in `VITALS_COURSE_ROOT`, a user in `VITALS_COURSE`, a workspace
    /// in `.vitals/course`; otherwise it's looked for above the working directory.
    static func root(of workspace: Workspace? = nil) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        for name in ["VITALS_COURSE_ROOT", "VITALS_COURSE"] {
            if let named = environment[name], !named.isEmpty { return named }
        }
        if let named = workspace?.courseRoot { return named }
        let folders = EnclosingFolders.of(FileManager.default.currentDirectoryPath)
        if let root = folders.first(where: { FileManager.default.fileExists(atPath: $0 + "/Sources/Checkpoint") }) {
            return root
        }
        throw CourseError(.failed, "Can't find the clone of Vitals. Run ./vitals-course in the clone.")
    }
}
