internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointGrading
internal import CheckpointSystem
internal import Foundation

struct GradeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade",
        abstract: "Grade submissions by the official tests, each in a sandbox of its own.",
        discussion: """
            Examples: vitals-course grade submissions/* --steps 1-8, \
            vitals-course grade repos/*.git --before-due --config grading.yml --roster roster.csv --jobs 4
            A submission is a folder, a git repository, a .zip or a .tar.gz. docs/grading.md explains what is read, how points \
            are given and what comes out. The exit status is 0 if every submission has a grade, whatever it is.
            """)

    @Argument(help: "The submissions, each named after its learner.")
    var paths: [String]

    @Option(
        help: """
            Which steps to grade, such as 1-8, 1-3,7 or 1-16,deletes; left out, all of part one, and the chapters that --config \
            gives points for.
            """)
    var steps: String?

    @Option(help: "How many submissions to judge in parallel. Default: half the number of processors.")
    var jobs: Int?

    @Option(help: "The folder for the grades, the reports and the results so far.")
    var out = "grades"

    @Flag(help: "Continue the grading in --out. Submissions that haven't changed aren't judged again.")
    var resume = false

    @Option(help: "A grading.yml with the due date, the late policy and the points.")
    var config: String?

    @Option(help: "A CSV of the class, with the columns id, name, submitted_at.")
    var roster: String?

    @Option(help: "The branch, tag or commit of git repositories to grade. Default: HEAD.")
    var revision: String?

    @Flag(help: "Grade the last commit before the due date.")
    var beforeDue = false

    @Flag(help: "Refuse to grade without a sandbox.")
    var requireSandbox = false

    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is 1 or more.") }
    }

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        let config = try gradingConfig(course)
        let roster = try roster.map { try Roster(path: $0) }
        let numbers = try steps.map { try course.steps(in: $0) } ?? config.steps(of: course).map(\.number)
        var grading = try gradingRun(course, numbers, bubblewrap: try await sandbox())
        grading.frontend = config.frontend
        let run = grading
        let options = options
        let line = ProgressLine(logs: true)
        try await interruptibly {
            defer { line.clear() }
            var run = run
            run.progress = { line.show("[\($0.done)/\($0.of)] \($0.name.map { $0 + ": " } ?? "")\($0.message)") }
            let graded = try await run.run(try await submissions(config, roster, line))
            line.clear()
            try finish(graded, config, roster, course, numbers, options)
        }
    }

    private func gradingConfig(_ course: Course) throws -> GradingConfig {
        var found = GradingConfig()
        if let path = config {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CourseError(.usage, "\(path) can't be read.")
            }
            found = try GradingConfig.read(text, path: path, course: course)
        }
        if beforeDue, found.due == nil {
            throw CourseError(.usage, "--before-due needs a due date: a line \"due:\" in the file of --config.")
        }
        return found
    }

    /// - Returns: the path of `bwrap`; nil to run without a sandbox.
    private func sandbox() async throws -> String? {
        guard let obstacle = await SandboxUnavailable.found() else { return Sandbox.path() }
        guard !requireSandbox else { throw CourseError(.missingDependency, "There is no sandbox: \(obstacle)") }
        Output.error(
            """
            WARNING: no sandbox. The learners' code runs as you, with access to your files and your network; only limits apply.
            \(obstacle)
            Submissions are judged one at a time, and a Package.swift that isn't the official one isn't read.
            """)
        return nil
    }

    private func gradingRun(_ course: Course, _ numbers: [Int], bubblewrap: String?) throws -> GradingRun {
        let results = GradingResults(folder: out + "/results", resumes: resume)
        guard resume || results.isEmpty else {
            throw CourseError(
                .usage,
                "\(out) already holds a grading. Continue it (--resume), or name another folder (--out).")
        }
        guard let program = CommandLine.arguments.first, program.hasPrefix("/") else {
            throw CourseError(.usage, "Run this from the clone of the course: ./vitals-course grade …")
        }
        var run = GradingRun(projector: Projector(course: course), steps: numbers, program: program, results: results)
        run.jobCount = jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        run.bubblewrap = bubblewrap
        return run
    }

    private func submissions(
        _ config: GradingConfig, _ roster: Roster?, _ line: ProgressLine
    ) async throws -> [Submission] {
        var reading = SubmissionReader.Options(revision: revision)
        if beforeDue { reading.beforeDue = config.due }
        let names = try SubmissionReader.names(of: paths)
        var found: [Submission] = []
        for (path, name) in zip(paths, names) {
            line.show("Reading \(name)")
            var submission = try await SubmissionReader.read(path, reading)
            if let roster { submission.submittedAt = roster.submittedAt(of: submission) }
            found.append(submission)
        }
        return found
    }

    private func finish(
        _ graded: [GradedSubmission], _ config: GradingConfig, _ roster: Roster?, _ course: Course, _ numbers: [Int],
        _ options: CommonOptions
    ) throws {
        let known = roster.map { roster in
            Dictionary(uniqueKeysWithValues: roster.entries.map { ($0.id, $0.name ?? "") })
        }
        let steps = numbers.compactMap { course.step($0) }
        let scored = Score(config, steps: steps).all(try ClassEntry.all(graded, roster: known))
        let files = try GradeFiles(scored, config, steps: numbers, courseVersion: course.version)
        try files.write(to: out)
        if options.json {
            Output.verbatim(files.texts["grades.json"] ?? "")
        } else {
            let lines = GradeTable(scored, style: options.style, width: Terminal.width).lines
            Output.standard(
                lines.joined(separator: "\n") + "\n\n\(out)/grades.csv, and a report for each: \(out)/reports/\n")
        }
        let lost = graded.filter(\.isGraderError).map(\.name)
        guard lost.isEmpty else {
            throw CourseError(
                .failed,
                "\(lost.count) could not be judged (\(lost.joined(separator: ", "))). That isn't their fault; see their "
                    + "reports. Try again with --resume.")
        }
    }
}

extension Course {
    /// - Parameter words: the steps, such as `1-8`, `1-3,7` or `1-16,deletes`.
    /// - Throws: `CourseError.usage` for steps that don't exist, or a malformed list.
    fileprivate func steps(in words: String) throws -> [Int] {
        let known = writtenSteps.map(\.number)
        let ranges = Set(linearSteps.map(\.number))
        var found: Set<Int> = []
        for part in words.split(separator: ",", omittingEmptySubsequences: false) {
            if let named = writtenSteps.first(where: { $0.name == part || $0.id == part }) {
                found.insert(named.number)
                continue
            }
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
                known.contains(first), known.contains(last), first == last || ranges.contains(last)
            else {
                throw CourseError(
                    .usage,
                    "--steps \(words): write it like 1-8 or 1-3,7. The course has steps 1 to \(known.last ?? 0)."
                        + (chapters.isEmpty ? "" : " Chapters are named one by one, such as \(chapters[0].name)."))
            }
            found.formUnion(first...last)
        }
        return known.filter { found.contains($0) }
    }
}
