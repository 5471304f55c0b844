package import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace

/// The place of the learner's package in a submission.
struct SubmissionLayout {
    /// Path of the folders around everything, with a slash at the end; empty if there are none.
    let wrapper: String

    /// - Parameter paths: paths of everything in the submission, in any order, without a slash at either end.
    init(_ paths: [String]) {
        var wrapper = ""
        while true {
            let inside = paths.compactMap { $0.path(after: wrapper) }
            if inside.contains(where: Self.isWanted) { break }
            let visible = inside.filter { !Self.isIgnored($0) }.map(\.pathNames)
            let tops = Set(visible.compactMap(\.first))
            guard tops.count == 1, let top = tops.first, visible.contains(where: { $0.count > 1 }) else {
                wrapper = ""
                break
            }
            wrapper += top + "/"
        }
        self.wrapper = wrapper
    }

    /// Returns the path of a submission's file within the learner's package; nil for a file that isn't read.
    func place(of path: String) -> String? {
        path.path(after: wrapper).flatMap { Self.isWanted($0) ? $0 : nil }
    }

    private static func isWanted(_ place: String) -> Bool {
        SourceFiles.contains(place) || place.isPath(Workspace.progressPath)
    }

    /// True for paths beside the package that aren't part of the learner's work: hidden files, and the ones that a Mac
    /// adds to its archives.
    static func isIgnored(_ place: some StringProtocol) -> Bool {
        place.pathBegins(with: ".") || place.pathBegins(with: "__MACOSX/") || place.isPath("__MACOSX")
    }
}

extension Submission {
    /// Takes the files as its tree and its learner's progress.
    package mutating func take(_ files: [String: TreeFile]) {
        tree = files
        if let noted = tree.removeValue(forKey: Workspace.progressPath) {
            progress = try? ProgressFile(path: Workspace.progressPath).decode(noted.contents)
        }
        if tree.isEmpty { problem = SubmissionProblem.noFiles.description }
    }
}
