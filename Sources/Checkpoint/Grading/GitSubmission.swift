internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// A submission in the form of a git repository. It is read only with git's plumbing commands. Nothing in it is run, and
/// its settings that could run or fetch something are overridden.
struct GitSubmission {
    /// Absolute path.
    private let gitFolder: String
    /// Seconds for a single git command; this also stops a repository crafted to keep git busy.
    private let timeoutSeconds: Double

    /// The graded commit.
    struct Commit: Hashable {
        /// Full id.
        let id: String
        /// The committer's date, by their own clock.
        let date: Date
    }

    /// - Throws: `CourseError` when there is no git; `SubmissionProblem` for a repository that leads to another
    ///   repository.
    init(gitFolder: String, timeoutSeconds: Double = 60) throws {
        guard Git.isThere else { throw CourseError.noGit }
        self.gitFolder = URL(fileURLWithPath: gitFolder).standardizedFileURL.path
        self.timeoutSeconds = timeoutSeconds
        try GitFolder(path: self.gitFolder).requireWhole()
    }

    /// Returns the commit to grade.
    ///
    /// - Throws: `SubmissionProblem` when there is none.
    func commit(_ options: SubmissionReader.Options) async throws -> Commit {
        let name = options.revision ?? "HEAD"
        let found = try await git(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], limit: 1 << 16)
        guard found.exitStatus != 1 else {
            throw SubmissionProblem(
                options.revision == nil
                    ? "Its HEAD doesn't point to a commit. Commit your files on the branch that HEAD names."
                    : "It has no branch, tag or commit \(PlainText.quoted(name)).")
        }
        let id = String(decoding: try output(of: found), as: UTF8.self).trimmingCharacters(in: .newlines)
        guard (40...64).contains(id.utf8.count), id.allSatisfy(\.isHexDigit) else { throw Self.unreadable }
        let seconds = options.beforeDue.map { ["--min-age=\(Int64($0.timeIntervalSince1970.rounded(.down)))"] } ?? []
        let listed = try await git(
            ["rev-list", "--timestamp", "--max-count=1"] + seconds + [id, "--"], limit: 1 << 16)
        let words = String(decoding: try output(of: listed), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let due = options.beforeDue, words.isEmpty else { return try Self.commit(words) }
        throw SubmissionProblem("It has no commit before it was due, at \(due.formatted(.iso8601)).")
    }

    /// Returns the learner's files in a commit, and the progress; links and submodules are left out.
    ///
    /// - Throws: `SubmissionProblem` when there is too much, or when an object can't be read.
    func files(of commit: String) async throws -> [String: TreeFile] {
        // Folders are listed too, so that a folder that contains itself a thousand times soon makes the list too long.
        let listing = try await git(["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", commit], limit: 8 << 20)
        if listing.isCut { throw SubmissionProblem.tooManyEntries }
        let wanted = try GitTree.wanted(in: try output(of: listing)).sorted { $0.key < $1.key }
        var bytes = 0
        for (_, file) in wanted {
            guard file.body.size <= SubmissionLimits.totalBytes - bytes else { throw SubmissionProblem.tooManyBytes }
            bytes += file.body.size
        }
        let ids = wanted.map { $0.value.body.id + "\n" }.joined()
        let contents = try await git(
            ["cat-file", "--batch"], input: Data(ids.utf8), limit: bytes + wanted.count * GitTree.headerBytes)
        let blobs = try GitTree.contents(wanted.map(\.value.body), in: try output(of: contents))
        let files = zip(wanted, blobs).map { ($0.key, TreeFile($1, isExecutable: $0.value.isExecutable)) }
        return Dictionary(uniqueKeysWithValues: files)
    }

    private static func commit(_ words: [Substring]) throws -> Commit {
        guard words.count == 2, let seconds = Int64(words[0]) else { throw unreadable }
        return Commit(id: String(words[1]), date: date(seconds))
    }

    /// The date of a commit is what the learner's clock claims, so it is clamped to the years 1970 to 9999.
    static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(min(max(seconds, 0), 253_402_300_799)))
    }

    // MARK: Git

    static let unreadable = SubmissionProblem(
        "Git can't read it: it is damaged or incomplete. Hand in a full clone, not a shallow or partial one.")

    private func output(of result: Command.Bytes) throws -> Data {
        guard result.succeeded else { throw Self.unreadable }
        return result.output
    }

    /// - Parameter limit: maximum bytes of output.
    private func git(_ arguments: [String], input: Data = Data(), limit: Int) async throws -> Command.Bytes {
        // A delta of a few bytes can expand to a file that fills the memory.
        var limits = Limits()
        limits.memoryBytes = 256 << 20
        let words = LimitedRun.limiter(limits) + ["git"] + Self.ownSettings + arguments
        var command = Command(words[0], Array(words.dropFirst()))
        command.environment = Git.environment()
        for (name, value) in Self.guards { command.environment[name] = value }
        // With these variables, git doesn't search for another repository and doesn't check its owner.
        command.environment["GIT_DIR"] = gitFolder
        command.environment["GIT_WORK_TREE"] = "/"
        command.directory = "/"
        command.timeoutSeconds = timeoutSeconds
        do {
            return try await command.bytes(input: input, limit: limit)
        } catch let error as CourseError where error.code == .timedOut {
            throw SubmissionProblem("Git couldn't read it within \(Int(timeoutSeconds)) s.")
        }
    }

    /// Settings that override the repository's. Without a commit graph, a commit's date comes from the commit and not
    /// from an index.
    private static let ownSettings =
        ["--no-pager"]
        + [
            "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.commitGraph=false",
            "core.warnAmbiguousRefs=false", "core.alternateRefsCommand=", "protocol.allow=never",
        ].flatMap { ["-c", $0] }

    /// Variables that forbid fetching and replacement commits.
    private static let guards = [
        "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": "/dev/null", "GIT_OPTIONAL_LOCKS": "0",
    ]
}
