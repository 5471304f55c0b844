internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// One of the concurrent grading jobs: a folder of its own, with copies of the builds it starts from.
///
/// Inside the job's sandbox, the folder's `cache` appears at the path of the course's cache, because a build folder is
/// useless at any other path.
struct GradingJob: Sendable {
    let number: Int
    /// Folder of the job; removed when the grading ends.
    let folder: String
    let course: String
    /// Path of the course's program, which the job runs.
    let program: String
    /// Path of `bwrap`; nil to run without a sandbox, on the course's own cache.
    let bubblewrap: String?

    private var owner: UInt32? { geteuid() == 0 && bubblewrap != nil ? JobSandbox.userID(ofJob: number) : nil }

    private var users: String { folder + "/passwd" }

    /// Paths inside the sandbox.
    private enum Place {
        static let submission = "/tmp/submission"
        static let finding = "/tmp/finding"
        static let home = "/tmp/home"
    }

    init(number: Int, in parent: String, course: String, program: String, bubblewrap: String?) throws {
        self.number = number
        folder = "\(parent)/job-\(number)"
        self.course = course
        self.program = program
        self.bubblewrap = bubblewrap
        for name in ["cache", "home", "finding"] { try make(name) }
        if let owner {
            // Some programs, including Postgres, don't run for a user without a name.
            let known = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
            try Data((known + "learner:x:\(owner):\(owner)::/tmp:/bin/sh\n").utf8).write(
                to: URL(fileURLWithPath: users))
        }
    }

    /// Copies a stage with its builds, so that the job can start from them. Nothing else is built there meanwhile: half of
    /// a build would be worse than none.
    ///
    /// - Parameter progress: called with what it waits for, when a check has the stage.
    func copy(_ stage: Stage, progress: @escaping @Sendable (String) -> Void) async throws {
        guard bubblewrap != nil else { return }
        let path = stage.folder.dropFirst(CacheFolder.standard.count)
        let parent = ((folder + "/cache" + path) as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        var copying = Command("cp", ["-a", "--reflink=auto", stage.folder, parent + "/"])
        copying.timeoutSeconds = 600
        let result = try await stage.exclusively(waiting: progress) { [copying] in try await copying.capture() }
        guard result.succeeded else {
            throw CourseError(
                .failed, "The build couldn't be copied for a job. Is the disk full?",
                lastLines: result.standardError.split(separator: "\n").suffix(3).map(String.init))
        }
        try await give("cache")
        try await give("home")
    }

    /// Replaces everything that a submission may have changed, so that the job is as it was before the first one.
    ///
    /// - Parameter stage: the only build to start from; see `copy`.
    func renew(with stage: Stage, progress: @escaping @Sendable (String) -> Void) async throws {
        guard bubblewrap != nil else { return }
        for name in ["cache", "home"] {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
            try make(name)
        }
        try await copy(stage, progress: progress)
    }

    /// Judges a submission in a separate process.
    func judge(
        _ tree: [String: TreeFile], _ request: GradingRequest, progress: @escaping @Sendable (String) -> Void
    ) async throws -> GradedSubmission {
        for name in ["submission", "finding"] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
            try make(name)
        }
        let submission = folder + "/submission"
        for (path, file) in tree { try file.write(to: submission + "/tree/" + path) }
        try JSONEncoder().encode(request).write(to: URL(fileURLWithPath: submission + "/request.json"))
        try await give("finding")

        let result: (succeeded: Bool, output: String)
        do {
            result = try await command(submission).lines(progress)
        } catch let error as CourseError where error.code == .timedOut {
            // Everything that a submission may do has a limit of its own, so this submission uses up many of them.
            var finding = GradedSubmission(name: request.name)
            finding.steps = request.steps.map {
                GradedStep(number: $0, outcome: .timedOut, verdicts: [], note: "Judging it took more than an hour.")
            }
            return finding
        }
        let path = folder + "/finding/" + GradingJob.findingName
        guard result.succeeded, let data = FileManager.default.contents(atPath: path) else {
            let lines = result.output.split(separator: "\n").suffix(5).map(String.init)
            throw CourseError(.failed, "The job that judged \(request.name) failed.", lastLines: lines)
        }
        return try JSONDecoder().decode(GradedSubmission.self, from: data)
    }

    static let findingName = "finding.json"

    private func command(_ submission: String) -> Command {
        var command = Command(program, ["dev", "judge"])
        // The limit covers a build from nothing and the tests, which have limits of their own. It only ends a job that
        // hangs itself.
        command.timeoutSeconds = 3_600
        command.environment["VITALS_COURSE_ROOT"] = course
        command.environment["VITALS_COURSE_NO_PREBUILD"] = "1"
        guard let bubblewrap else {
            command.arguments += [submission, folder + "/finding"]
            return command
        }
        command.arguments += [Place.submission, Place.finding]
        command.environment["VITALS_COURSE_CACHE"] = CacheFolder.standard
        command.environment["HOME"] = Place.home
        command.environment["TMPDIR"] = "/tmp"
        command.environment["DATABASE_URL"] = .some(nil)
        var sandbox = JobSandbox(program: bubblewrap)
        sandbox.userID = JobSandbox.userID(ofJob: number)
        let parts = SourceFiles.courseParts.map { course + "/" + $0 }.filter(FileManager.default.fileExists)
        sandbox.readable = parts + [program] + Toolchain.folders(besides: JobSandbox.system)
        sandbox.moved = [(submission, Place.submission)] + (owner == nil ? [] : [(users, "/etc/passwd")])
        sandbox.writable = [
            (folder + "/cache", CacheFolder.standard), (folder + "/home", Place.home),
            (folder + "/finding", Place.finding),
        ]
        return sandbox.wrap(command)
    }

    static var home: String { Place.home }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }

    private func give(_ name: String) async throws {
        guard let owner else { return }
        var command = Command("chown", ["-R", "\(owner):\(owner)", folder + "/" + name])
        command.timeoutSeconds = 300
        guard try await command.capture().succeeded else {
            throw CourseError(.failed, "\(folder)/\(name) can't be given to user \(owner).")
        }
    }
}
