internal import Foundation

/// Who has a stage, since when, and for whom: what a holder notes in the lock's file for those who wait.
package struct StageHolder: Codable, Equatable, Sendable {
    enum Use: String, Codable {
        /// Somebody waits for it: a check, a program on a learner's code, grading, the proof of the course.
        case check
        /// A build ahead of time, in the background. It gives way.
        case warming
    }

    let use: Use
    let since: Date
    /// The one that is built.
    var step: Int?
    /// The workspace's folder.
    var workspace: String?

    init(_ use: Use, since: Date = Date()) {
        self.use = use
        self.since = since
    }

    /// A check, or a program that is built, for a step of a workspace.
    static func check(of step: Int, in workspace: Workspace) -> StageHolder {
        var holder = StageHolder(.check)
        holder.step = step
        holder.workspace = workspace.root
        return holder
    }

    /// For those who wait, such as: Another check has the build folder: step 8 in ~/other-vitals, for 42 s so far.
    ///
    /// - Parameter home: the folder that `~` stands for.
    func words(at now: Date = Date(), home: String = NSHomeDirectory()) -> String {
        guard use == .check else { return "The background build is giving way" }
        let place = [step.map { "step \($0)" }, workspace.map { "in " + Self.short($0, home: home) }].compactMap(\.self)
        let whose = place.isEmpty ? "" : ": " + place.joined(separator: " ")
        let seconds = Elapsed.words(seconds: now.timeIntervalSince(since))
        return "Another check has the build folder\(whose), for \(seconds) so far"
    }

    /// For those who wait, where the holder's note can't be read.
    static let unknown = "Another check has the build folder"

    private static func short(_ path: String, home: String) -> String {
        path.path(after: home + "/").map { "~/" + $0 } ?? path
    }
}
