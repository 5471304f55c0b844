package import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace

/// The place of the learner's package in a submission.
struct SubmissionLayout {
    /// Path of the folders around everything, with a slash at the end; empty if there are none.
    let wrapper: String

    /// - Parameter paths: paths of everything in the submission, in any order, without a slash at either end.
    init(_ paths: [String]) { wrapper = Self.package(in: paths) ?? Self.onlyFolder(in: paths) }

    /// Returns the folder of the one package, wherever it lies and whatever lies beside it: people pack their notes with their
    /// work. Nil if the course's files are at the top, or if there are several packages or none.
    private static func package(in paths: [String]) -> String? {
        let isAtTop = paths.contains { $0.isPath("Package.swift") || $0.pathBegins(with: "Sources/") }
        guard !isAtTop else { return nil }
        let folders = paths.compactMap { path -> [String]? in
            let names = path.pathNames
            let above = Array(names.dropLast())
            let isHidden = above.contains { isIgnored($0) }
            return names.last?.isPath("Package.swift") == true && !above.isEmpty && !isHidden ? above : nil
        }
        // A package may hold others, as fixtures for example.
        guard let least = folders.map(\.count).min() else { return nil }
        let outermost = folders.filter { $0.count == least }
        return outermost.count == 1 ? outermost[0].joined(separator: "/") + "/" : nil
    }

    /// Returns the path of the folders that are alone on their level, down to the first file of the course; empty if there
    /// is none below them.
    private static func onlyFolder(in paths: [String]) -> String {
        var wrapper = ""
        while true {
            let inside = paths.compactMap { $0.path(after: wrapper) }
            if inside.contains(where: isWanted) { return wrapper }
            let visible = inside.filter { !isIgnored($0) }.map(\.pathNames)
            let tops = Set(visible.compactMap(\.first))
            guard tops.count == 1, let top = tops.first, visible.contains(where: { $0.count > 1 }) else { return "" }
            wrapper += top + "/"
        }
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
