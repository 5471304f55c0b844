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
            A submission is a folder, a git repository, a .zip or a .tar.gz; docs/grading.md says what is read, how points \
            are given and what comes out. Exit status 0 when everybody has a grade, whatever it is.
            """)

    @Argument(help: "The submissions; the name of each is its learner's.")
    var paths: [String]

    @Option(help: "Which steps to grade, such as 1-8 or 1-3,7; left out, all of them.")
    var steps: String?

    @Option(help: "How many submissions to judge side by side; left out, half as many as there are processors.")
    var jobs: Int?

    @Option(help: "The folder for the grades, the reports and what is found out so far.")
    var out = "grades"

    @Flag(help: "Go on with the grading in --out; what has not changed is not judged again.")
    var resume = false

    @Option(help: "Due date, late policy and points: a grading.yml.")
    var config: String?

    @Option(help: "Who should have handed in: a CSV with the columns id, name, submitted_at.")
    var roster: String?

    @Option(help: "The branch, tag or commit of git repositories to grade; left out, HEAD.")
    var revision: String?

    @Flag(help: "Grade the last commit before the due date.")
    var beforeDue = false

    @Flag(help: "Refuse to grade where there is no sandbox.")
    var requireSandbox = false

    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is 1 or more.") }
    }

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        let config = try gradingConfig(course)
        let roster = try roster.map { try Roster(path: $0) }
        let numbers = try steps.map { try course.steps(in: $0) } ?? course.writtenSteps.map(\.number)
        var grading = try gradingRun(course, numbers, bubblewrap: try await sandbox())
        grading.frontend = config.frontend
        let run = grading
        let options = options
        let line = ProgressLine(logs: true)
        try await interruptibly {
            defer { line.clear() }
            var run = run
            run.progress = { line.show("[\($0.done)/\($0.of)] \($0.name.map { $0 + ": " } ?? "")\($0.words)") }
            let graded = try await run.run(try await submissions(config, roster, line))
            line.clear()
            try finish(graded, config, roster, course, numbers, options)
        }
    }

    private func gradingConfig(_ course: Course) throws -> GradingConfig {
        var found = GradingConfig()
        if let path = config {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CourseError(.usage, "\(path) cannot be read.")
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
            WARNING: no sandbox. What learners wrote runs as you, with your files and your network, and with limits alone.
            \(obstacle)
            One submission at a time; a Package.swift that is not the official one is left unread.
            """)
        return nil
    }

    private func gradingRun(_ course: Course, _ numbers: [Int], bubblewrap: String?) throws -> GradingRun {
        let results = GradingResults(folder: out + "/results", resumes: resume)
        guard resume || results.isEmpty else {
            throw CourseError(
                .usage,
                "\(out) holds a grading already. Go on with it (--resume), or name another folder (--out).")
        }
        guard let program = CommandLine.arguments.first, program.hasPrefix("/") else {
            throw CourseError(.usage, "Run the ./vitals-course of the clone of the course.")
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
        let lost = graded.filter(\.isGradersFault).map(\.name)
        guard lost.isEmpty else {
            throw CourseError(
                .failed,
                "\(lost.count) could not be judged (\(lost.joined(separator: ", "))), by no fault of theirs: see their "
                    + "reports. Try again with --resume.")
        }
    }
}

extension Course {
    /// - Parameter words: the steps, such as `1-8` or `1-3,7`.
    /// - Throws: `CourseError.usage` for steps that don't exist, or a malformed list.
    fileprivate func steps(in words: String) throws -> [Int] {
        let known = writtenSteps.map(\.number)
        var found: Set<Int> = []
        for part in words.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
                known.contains(first), known.contains(last)
            else {
                throw CourseError(
                    .usage,
                    "--steps \(words): write it like 1-8 or 1-3,7; there are the steps 1 to \(known.last ?? 0).")
            }
            found.formUnion(first...last)
        }
        return known.filter { found.contains($0) }
    }
}
