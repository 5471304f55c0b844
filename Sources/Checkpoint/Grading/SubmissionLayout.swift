/// Where in a submission the learner's package lies.
struct SubmissionLayout {
    /// The folders around everything, with a slash at the end; empty where there are none.
    let wrapper: String

    /// - Parameter paths: of everything in the submission, in any order, without a slash at either end.
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

    /// Where a file of the submission lies in the learner's package; nil for one that is not read.
    func place(of path: String) -> String? {
        path.path(after: wrapper).flatMap { Self.isWanted($0) ? $0 : nil }
    }

    private static func isWanted(_ place: String) -> Bool {
        SourceFiles.holds(place) || place.isPath(Workspace.progressPath)
    }

    /// Whether this lies beside the package and is nobody's work: what is hidden, and what a Mac puts into its archives.
    static func isIgnored(_ place: some StringProtocol) -> Bool {
        place.pathBegins(with: ".") || place.pathBegins(with: "__MACOSX/") || place.isPath("__MACOSX")
    }
}

extension Submission {
    /// Takes what was read as its tree and its learner's progress.
    mutating func take(_ files: [String: TreeFile]) {
        tree = files
        if let noted = tree.removeValue(forKey: Workspace.progressPath) {
            progress = try? ProgressFile(path: Workspace.progressPath).decode(noted.contents)
        }
        if tree.isEmpty { problem = SubmissionProblem.noFiles.description }
    }
}
