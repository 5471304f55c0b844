internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The entries of an archive or a commit. It accepts no path that leads outside, and no more entries than the limits
/// allow.
struct SubmissionListing<Body> {
    struct File {
        let path: String
        let isExecutable: Bool
        /// Data that the reader needs to find the file's contents.
        let body: Body
    }

    private var files: [File] = []
    private var folders: Set<String> = []
    /// Paths of files and links.
    private var leaves = TreePaths()
    private var count = 0
    private var bytes = 0

    mutating func addFolder(_ raw: String) throws {
        let path = try SubmissionPath(raw)
        try countEntry(ofBytes: 0)
        folders.insert(path.text)
    }

    /// - Parameter size: size in bytes.
    mutating func addFile(_ raw: String, size: Int, isExecutable: Bool, body: Body) throws {
        let path = try addLeaf(raw, size: size)
        files.append(File(path: path.text, isExecutable: isExecutable, body: body))
    }

    /// - Parameter target: target of the link; nil if it isn't known yet, to be checked later with `check`.
    mutating func addLink(_ raw: String, to target: String?, isHard: Bool) throws {
        let path = try addLeaf(raw, size: 0)
        guard let target else { return }
        if isHard {
            _ = try SubmissionPath(target)
        } else {
            try Self.check(path, linksTo: target)
        }
    }

    /// - Throws: `SubmissionProblem` for a link that leads outside the submission.
    static func check(_ path: SubmissionPath, linksTo target: String) throws {
        guard path.isLeft(byLinkTo: target) else { return }
        throw SubmissionProblem(
            "A link in it points outside: \(PlainText.quoted(path.text)) to "
                + "\(PlainText.quoted(target)). Leave it out.")
    }

    /// Returns the files to read, keyed by their paths in the learner's package.
    ///
    /// - Throws: `SubmissionProblem` when a path is both a file and a folder, or no tree may hold it.
    func wanted() throws -> [String: File] {
        // Sorted, so that the same submission is always refused for the same reason.
        for leaf in leaves.all.sorted() {
            if let folder = leaf.foldersAbove.first(where: leaves.contains) { throw Self.twice(folder) }
        }
        if let both = folders.sorted().first(where: leaves.contains) { throw Self.twice(both) }
        let layout = SubmissionLayout(Array(leaves.all.union(folders)))
        var wanted: [String: File] = [:]
        for file in files {
            if let place = layout.place(of: file.path) { wanted[place] = file }
        }
        // Files that aren't read, such as notes beside the package, may be called anything.
        for place in wanted.keys.sorted() { try SubmissionPath.requireTreePath(place) }
        return wanted
    }

    private mutating func addLeaf(_ raw: String, size: Int) throws -> SubmissionPath {
        let path = try SubmissionPath(raw)
        guard !path.names.isEmpty else { throw SubmissionProblem.damaged("a file has no name") }
        try countEntry(ofBytes: size)
        guard leaves.insert(path.text) else { throw Self.twice(path.text) }
        return path
    }

    private mutating func countEntry(ofBytes size: Int) throws {
        count += 1
        if count > SubmissionLimits.entryCount { throw SubmissionProblem.tooManyEntries }
        guard size >= 0, size <= SubmissionLimits.totalBytes - bytes else { throw SubmissionProblem.tooManyBytes }
        bytes += size
    }

    private static func twice(_ path: String) -> SubmissionProblem {
        SubmissionProblem(
            "It has \(PlainText.quoted(path)) in it twice, or two that differ only in how their accents are written, "
                + "so it's unclear which one counts.")
    }
}
