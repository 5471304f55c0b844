internal import Checkpoint
internal import Foundation

/// The clone that this program was built from.
enum Repository {
    /// The launcher names it in `VITALS_COURSE_ROOT`; otherwise it is looked for above the working directory.
    static func root() throws -> String {
        if let named = ProcessInfo.processInfo.environment["VITALS_COURSE_ROOT"] { return named }
        var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Sources/Checkpoint").path) {
                return folder.path
            }
            folder.deleteLastPathComponent()
        }
        throw CourseError(.failed, "The clone of Vitals was not found. Run ./vitals-course in it.")
    }
}
