internal import Foundation

/// A submission that is a git repository; it is read by git's plumbing alone, and nothing of it is run or obeyed.
struct GitSubmission {
    /// An absolute path.
    private let gitFolder: String
    /// Seconds for one command of git's; what was made by hand to keep git busy ends with them.
    private let timeoutSeconds: Double

    /// What was graded.
    struct Commit: Hashable {
        /// In full.
        let id: String
        /// Of the committer, by their own clock.
        let date: Date
    }

    /// - Throws: `CourseError` where there is no git; `SubmissionProblem` for a repository that leads to another one.
    init(gitFolder: String, timeoutSeconds: Double = 60) throws {
        guard Git.isThere else { throw CourseError.noGit }
        self.gitFolder = URL(fileURLWithPath: gitFolder).standardizedFileURL.path
        self.timeoutSeconds = timeoutSeconds
        try GitFolder(path: self.gitFolder).requireWhole()
    }

    /// The commit that is meant.
    ///
    /// - Throws: `SubmissionProblem` where there is none.
    func commit(_ options: SubmissionReader.Options) async throws -> Commit {
        let name = options.revision ?? "HEAD"
        let found = try await git(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], limit: 1 << 16)
        guard found.exitStatus != 1 else {
            throw SubmissionProblem(
                options.revision == nil
                    ? "Its HEAD leads to no commit. Commit your files, on the branch that HEAD names."
                    : "It has no branch, tag or commit \(SubmissionProblem.quoted(name)).")
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

    /// The learner's files in a commit, and the progress; links and other repositories are left out.
    ///
    /// - Throws: `SubmissionProblem` when there is too much, or something cannot be read.
    func files(of commit: String) async throws -> [String: TreeFile] {
        // Folders are listed too, so that one which holds itself a thousand times is soon too long a list.
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
        return Commit(id: String(words[1]), date: Date(timeIntervalSince1970: Double(seconds)))
    }

    // MARK: Git

    static let unreadable = SubmissionProblem(
        "Git cannot read it: it is damaged or incomplete. Hand in a whole clone, and not a shallow or partial one.")

    private func output(of result: Command.Bytes) throws -> Data {
        guard result.succeeded else { throw Self.unreadable }
        return result.output
    }

    /// - Parameter limit: of its output, in bytes.
    private func git(_ arguments: [String], input: Data = Data(), limit: Int) async throws -> Command.Bytes {
        // A few bytes can stand for a file that fills the memory, when another is made from it.
        var limits = Limits()
        limits.memoryBytes = 256 << 20
        let words = LimitedRun.limiter(limits) + ["git"] + Self.ownSettings + arguments
        var command = Command(words[0], Array(words.dropFirst()))
        command.environment = Git.environment()
        for (name, value) in Self.guards { command.environment[name] = value }
        // Told where the repository is, git looks for no other, and does not ask whose it is.
        command.environment["GIT_DIR"] = gitFolder
        command.environment["GIT_WORK_TREE"] = "/"
        command.directory = "/"
        command.timeoutSeconds = timeoutSeconds
        do {
            return try await command.bytes(input: input, limit: limit)
        } catch let error as CourseError where error.code == .timedOut {
            throw SubmissionProblem("Git could not read it in \(Int(timeoutSeconds)) s.")
        }
    }

    /// Above what the repository's own settings say. A commit's date is the commit's, and not what an index of commits says.
    private static let ownSettings =
        ["--no-pager"]
        + [
            "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.commitGraph=false",
            "core.warnAmbiguousRefs=false", "core.alternateRefsCommand=", "protocol.allow=never",
        ].flatMap { ["-c", $0] }

    /// Nothing is fetched, and no commit stands in for another.
    private static let guards = [
        "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": "/dev/null", "GIT_OPTIONAL_LOCKS": "0",
    ]
}
