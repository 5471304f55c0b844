internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Runs each transcript of a step's lessons on its solution, and compares the output with the output that the lesson
/// shows.
struct TranscriptVerifier: Sendable {
    let checker: Checker
    let step: Step
    let resources: Resources
    /// Writes the new output into the lesson where it differs.
    let fixes: Bool

    private var projector: Projector { checker.projector }

    /// Runs the transcripts. The stage must hold the solution's build, and the caller must hold the stage.
    func diagnostics() async throws -> [String] {
        let lessons = try step.lessons.map { try CoursePage($0, root: projector.course.root) }
            .filter { try !Transcript.all(of: $0).isEmpty }
        guard !lessons.isEmpty else { return [] }
        let folder = try await resources.makeDirectory("vitals-transcripts")
        let programs = try await programs(folder + "/programs")
        let solution = try projector.tree(after: step.number)
        var diagnostics: [String] = []
        for (index, lesson) in lessons.enumerated() {
            // Each lesson has files and a database of its own, because a reader may begin with any of them.
            let tree = "\(folder)/\(index)/my-vitals"
            for (path, file) in solution { try file.write(to: tree + "/" + path) }
            let run = TranscriptRun(directory: tree, programs: programs, environment: try await environment(tree))
            diagnostics += try await self.diagnostics(of: lesson, run)
        }
        return diagnostics
    }

    private func diagnostics(of lesson: CoursePage, _ run: TranscriptRun) async throws -> [String] {
        let transcripts = try Transcript.all(of: lesson)
        var stale: [String] = []
        var broken: [String] = []
        var printed: [Transcript] = []
        for transcript in transcripts {
            do {
                let new = try await run.run(transcript)
                printed.append(Self.isSame(transcript, new) ? transcript : new)
                if let difference = Self.difference(transcript, new) {
                    stale.append("\(lesson.path):\(transcript.line): the transcript is out of date\n" + difference)
                }
            } catch let error as CourseError {
                printed.append(transcript)
                broken.append("\(lesson.path):\(transcript.line): \(error.report)")
            }
        }
        guard fixes else { return stale + broken }
        if printed != transcripts { try Self.write(printed, in: lesson, root: projector.course.root) }
        return broken
    }

    /// Links the package's programs by name and builds those of the lesson. Returns the folder with both.
    private func programs(_ folder: String) async throws -> String {
        let manager = FileManager.default
        let stage = try checker.stages.stage(at: step.number)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let reached = projector.course.closure(of: step.number)
        for step in projector.course.writtenSteps where reached.contains(step.number) {
            for name in step.products where !manager.fileExists(atPath: folder + "/" + name) {
                try manager.createSymbolicLink(
                    atPath: folder + "/" + name, withDestinationPath: stage.products + "/" + name)
            }
        }
        for name in step.programs(root: projector.course.root) {
            let source = try projector.files.contents(step.program(name))
            do {
                let built = try await LessonProgram(name: name, source: source).build(
                    on: stage, into: folder + "/built")
                try manager.moveItem(atPath: built, toPath: folder + "/" + name)
            } catch let failure as CompilerFailure {
                throw CourseError(.courseBroken, "\(step.program(name)) doesn't compile.", lastLines: failure.errors)
            }
        }
        return folder
    }

    /// Creates a database for a step that needs Postgres. It holds the schema if an earlier step has written it.
    private func environment(_ tree: String) async throws -> [String: String] {
        guard step.needs.contains("postgres") else { return [:] }
        let psql = try PostgresBinaries.psql()
        let server: String
        if let url = checker.databaseURL {
            server = url
        } else {
            server = try await ThrowawayPostgres.start(in: resources).url
        }
        let database = try await ScratchDatabase.make(besides: server, in: resources)
        if projector.isSchemaWritten(before: step) {
            var command = Command(
                psql, ["--no-psqlrc", "-q", "-v", "ON_ERROR_STOP=1", "-f", tree + "/db/schema.sql", database.url])
            command.directory = tree
            let result = try await command.capture()
            guard result.succeeded else {
                throw CourseError(
                    .courseBroken, "db/schema.sql can't be applied.",
                    lastLines: result.standardError.split(separator: "\n").suffix(4).map(String.init))
            }
        }
        let folder = (psql as NSString).deletingLastPathComponent
        return ["DATABASE_URL": database.url, "PATH": ([folder] + ExecutableSearch.path()).joined(separator: ":")]
    }

    private static func isSame(_ one: Transcript, _ other: Transcript) -> Bool {
        TranscriptMask.masked(one.lines) == TranscriptMask.masked(other.lines)
    }

    /// The difference as a diff; nil when they differ only in values that change with every run.
    private static func difference(_ shown: Transcript, _ printed: Transcript) -> String? {
        guard !isSame(shown, printed) else { return nil }
        return zip(shown.entries, printed.entries).flatMap { shown, printed -> [String] in
            let (old, new) = (TranscriptMask.masked(shown.output), TranscriptMask.masked(printed.output))
            guard old != new else { return [] }
            return ["  $ " + shown.command] + shown.output.map { "- " + $0 } + printed.output.map { "+ " + $0 }
        }.map { "             " + $0 }.joined(separator: "\n")
    }

    private static func write(_ transcripts: [Transcript], in lesson: CoursePage, root: String) throws {
        var lines: [String] = []
        var isReplaced = false
        for line in lesson.lines {
            if line.isCode, line.text.hasPrefix("```") { isReplaced = false }
            if !isReplaced { lines.append(line.text) }
            if let transcript = transcripts.first(where: { $0.line == line.number }) {
                lines += transcript.lines
                isReplaced = true
            }
        }
        try TreeFile(lines.joined(separator: "\n")).write(to: root + "/" + lesson.path)
    }
}

extension Projector {
    /// True when `db/schema.sql` comes with an earlier step.
    fileprivate func isSchemaWritten(before step: Step) -> Bool {
        course.closure(of: step.number).subtracting([step.number]).numbers
            .contains { paths(ownedBy: $0).contains("db/schema.sql") }
    }
}
