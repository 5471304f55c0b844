internal import CheckpointSystem
internal import Foundation

/// Snapshots of a whole workspace, in the runner's own git repository: `.vitals/history.git`.
///
/// They contain every file byte for byte, including those that the learner's .gitignore excludes. They leave out
/// `.build`, the `.git` folders of other repositories, `.vitals` except for the progress, and files over 32 MiB that
/// our commands don't touch. The caller must hold the workspace's lock.
struct Snapshots: Sendable {
    let workspace: Workspace
    private static let largestBytes = 32 << 20
    private static let branch = "refs/heads/history"

    var folder: String { workspace.stateFolder + "/history.git" }
    private var git: Git { Git(folder: folder, workTree: workspace.root) }

    /// Takes a snapshot.
    ///
    /// - Parameter paths: files to include even if they're over the size limit.
    /// - Returns: the commit.
    /// - Throws: `CourseError.failed` if something at one of these paths can't be included.
    func take(_ message: String, including paths: [String] = []) async throws -> String {
        try await prepare()
        let files = Self.files(in: workspace.root, including: Set(paths))
        try await git.run(["update-index", "--add", "-z", "--stdin"], input: files.map { $0 + "\0" }.joined())
        let missing = try await missing(of: paths)
        if let path = missing.first {
            throw CourseError(
                .failed,
                "No snapshot can hold \(path), so it isn't changed: it is in .build or in another repository's .git, or it isn't a "
                    + "file. Move it away, then try again.")
        }
        let tree = try await line(["write-tree"])
        let parent = try? await line(["rev-parse", "--verify", "--quiet", Self.branch])
        let parents = parent.map { ["-p", $0] } ?? []
        let commit = try await line(["commit-tree", tree, "-m", message] + parents)
        try await git.run(["update-ref", Self.branch, commit])
        return commit
    }

    /// Returns those of the paths that exist but aren't in the index.
    private func missing(of paths: [String]) async throws -> [String] {
        let there = paths.filter(workspace.exists)
        guard !there.isEmpty else { return [] }
        let known = try await indexed()
        return there.filter { !known.contains(Array($0.utf8)) }.sorted()
    }

    /// Returns the paths in the index, as bytes.
    private func indexed() async throws -> Set<[UInt8]> {
        Set(try await git.run(["ls-files", "-z"]).utf8.split(separator: 0).map(Array.init))
    }

    /// Restores files from a snapshot and removes those that weren't in it.
    ///
    /// - Throws: `CourseError.failed` at a file that has changed since its mark was taken.
    func restore(_ paths: [String], from commit: String, unlessChangedSince marks: [String: FileMark]) async throws {
        try await prepare()
        try await git.run(["read-tree", commit])
        let known = try await indexed()
        let there = paths.filter { known.contains(Array($0.utf8)) }
        let staging = workspace.stateFolder + "/restored"
        try? FileManager.default.removeItem(atPath: staging)
        try await git.run(
            ["checkout-index", "--force", "-z", "--stdin", "--prefix=\(staging)/"],
            input: there.map { $0 + "\0" }.joined())
        for path in paths { try workspace.requireUnchanged(path, since: marks) }
        for path in paths {
            try workspace.requireUnchanged(path, since: marks)
            if known.contains(Array(path.utf8)) {
                try workspace.put(staging + "/" + path, at: path)
            } else {
                try workspace.remove(path)
            }
        }
        try? FileManager.default.removeItem(atPath: staging)
    }

    /// Returns the progress in a snapshot; nil if it has none.
    func progress(in commit: String) async throws -> CourseProgress? {
        guard let text = try? await git.run(["cat-file", "blob", "\(commit):\(Workspace.progressPath)"]) else {
            return nil
        }
        return try workspace.progressFile.decode(Data(text.utf8))
    }

    private func line(_ arguments: [String]) async throws -> String {
        try await git.run(arguments).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Creates the repository, and removes the leftovers of a git that was killed.
    private func prepare() async throws {
        let attributes = folder + "/info/attributes"
        if !FileManager.default.fileExists(atPath: attributes) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try await git.run(["init", "--quiet", "--bare", "--template="], besideWorkTree: false)
            try FileManager.default.createDirectory(atPath: folder + "/info", withIntermediateDirectories: true)
            // Overrides every .gitattributes of the learner's, so that files are restored exactly as they were stored.
            try AtomicFile.write(Data("* -text -ident -filter -working-tree-encoding\n".utf8), to: attributes)
        }
        for leftover in ["index", "index.lock", "HEAD.lock", "config.lock", Self.branch + ".lock"] {
            unlink(folder + "/" + leftover)
        }
    }

    /// Returns relative paths of files and links, without following links to folders.
    private static func files(in root: String, including named: Set<String>) -> [String] {
        var found: [String] = []
        func walk(_ folder: String) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
            for name in names where name != ".git" && name != ".build" {
                let path = folder.isEmpty ? name : folder + "/" + name
                var status = stat()
                guard path != Workspace.stateFolderName, lstat(root + "/" + path, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: walk(path)
                case S_IFLNK: found.append(path)
                case S_IFREG where Int(status.st_size) <= largestBytes || named.contains(path): found.append(path)
                default: continue
                }
            }
        }
        walk("")
        if FileManager.default.fileExists(atPath: root + "/" + Workspace.progressPath) {
            found.append(Workspace.progressPath)
        }
        return found
    }
}
