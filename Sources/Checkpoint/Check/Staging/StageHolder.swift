internal import CheckpointSystem
package import CheckpointWorkspace
package import Foundation

/// The note that the holder of a stage leaves in the lock's file for waiting processes: its use, when it began, and for
/// which workspace.
package struct StageHolder: Codable, Equatable, Sendable {
    package enum Use: String, Codable {
        /// A use that a person waits for: a check, a program on a learner's code, grading, or the verification of the
        /// course.
        case check
        /// A background build ahead of time. It gives way.
        case warming
    }

    package let use: Use
    package let since: Date
    /// Number of the step that is built.
    package var step: Int?
    /// Path of the workspace's folder.
    package var workspace: String?

    init(_ use: Use, since: Date = Date()) {
        self.use = use
        self.since = since
    }

    /// Creates the note of a check, or of a program's build, for a step of a workspace.
    package static func check(of step: Int, in workspace: Workspace) -> StageHolder {
        var holder = StageHolder(.check)
        holder.step = step
        holder.workspace = workspace.root
        return holder
    }

    /// A sentence for waiting processes, such as
    /// “Another check has the build folder: step 8 in ~/other-vitals, for 42 s so far”.
    ///
    /// - Parameter home: the folder to abbreviate as `~`.
    package func words(at now: Date = Date(), home: String = NSHomeDirectory()) -> String {
        guard use == .check else { return "The background build is giving way" }
        let place = [step.map { "step \($0)" }, workspace.map { "in " + Self.short($0, home: home) }].compactMap(\.self)
        let whose = place.isEmpty ? "" : ": " + place.joined(separator: " ")
        let seconds = Elapsed.words(seconds: now.timeIntervalSince(since))
        return "Another check has the build folder\(whose), for \(seconds) so far"
    }

    /// The sentence for waiting processes when the holder's note can't be read.
    package static let unknown = "Another check has the build folder"

    private static func short(_ path: String, home: String) -> String {
        path.path(after: home + "/").map { "~/" + $0 } ?? path
    }
}
