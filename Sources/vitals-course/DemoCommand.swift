internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointDemo
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Two phones edit one weight offline, sync with a real server, and end up equal; or another story.",
        discussion: """
            In the clone it runs the reference; in a workspace it runs your own build.
            Examples: vitals-course demo --postgres, vitals-course demo --web, vitals-course demo --list, \
            vitals-course demo convergence
            """)

    @Argument(help: "The name of a story; left out, convergence.")
    var story: String?

    @Flag(help: "List the stories, and play none.")
    var list = false

    @Flag(help: "Use Postgres: a scratch database of DATABASE_URL if that is set, else a throw-away cluster.")
    var postgres = false

    @Flag(help: "Two phones and the server's table on one page of your browser, a story of five acts, until Ctrl-C.")
    var web = false

    @Option(help: "With --web: the port of the page, on this machine; 0 takes a free one.")
    var port = 0

    @Flag(help: "Keep the server and the data when done, and print how to attach.")
    var keep = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Use no colours, even on a terminal.")
    var plain = false

    @Option(
        help: .init("The folder of vitals-server and vitals-device; without it they are built.", visibility: .hidden))
    var binaries: String?

    func validate() throws {
        if web, story.map({ $0 != Stories.all[0].name }) == true {
            throw ValidationError("--web tells the story \(Stories.all[0].name) only: leave the name out.")
        }
        if keep, web { throw ValidationError("--keep doesn't go with --web: the page and its data stay until Ctrl-C.") }
    }

    private struct Listed: Encodable {
        let name: String
        let summary: String
    }

    private func printList() throws {
        if json { return try Output.json(Stories.all.map { Listed(name: $0.name, summary: $0.summary) }) }
        let width = Stories.all.map(\.name.count).max() ?? 0
        Output.standard(Stories.all.map { "\($0.name.padded(to: width))  \($0.summary)\n" }.joined())
    }

    func run() async throws {
        if list { return try printList() }
        let story = try story.map { try Stories.named($0) } ?? Stories.all[0]
        let format: DemoReport.Format = json ? .json : .table(coloured: Output.isColoured(plain: plain))
        let report = DemoReport(format: format) { Output.standard($0) }
        let databaseURL = ProcessInfo.processInfo.environment["DATABASE_URL"]
        let place = try Place.here()
        let command = self
        do {
            try await interruptibly {
                try await command.withPrograms(place, for: story) { programs in
                    if command.web {
                        var demo = WebDemo(root: programs.web, report: report)
                        demo.binaries = programs.binaries
                        demo.usesPostgres = command.postgres
                        demo.databaseURL = databaseURL
                        demo.port = command.port
                        return try await demo.run()
                    }
                    var demo = Demo(root: place.course.root, report: report)
                    demo.binaries = programs.binaries
                    demo.usesPostgres = command.postgres
                    demo.keeps = command.keep
                    demo.databaseURL = databaseURL
                    demo.story = story
                    guard try await demo.run() else { throw ExitCode.failure }
                }
            }
        } catch let error as CourseError {
            report.failure(error)
            throw error
        }
    }

    /// The build to show: the course's, or in a workspace the learner's.
    private struct Programs: Sendable {
        /// The package that holds `web`.
        let web: String
        /// Folder of the executables; nil if they have to be built first.
        let binaries: String?
    }

    private func withPrograms(
        _ place: Place, for story: any Story, _ body: @Sendable (Programs) async throws -> Void
    ) async throws {
        guard let workspace = place.workspace, binaries == nil else {
            return try await body(Programs(web: place.course.root, binaries: binaries))
        }
        let progress = try place.requiredWorkspace().progress()
        let step = try progress.currentStep(in: place.course)
        // The first step whose tree has a server and a device, or the step that adds the page.
        let firstStep = web ? 15 : 14
        guard try progress.begunSteps(in: place.course).contains(firstStep) else {
            throw CourseError(
                .locked,
                "Your build has no phone\(web ? " in the browser" : "") yet: step \(firstStep) brings it, and you are at step "
                    + "\(step.number). The demo of the course's own build: cd \(ShellWord.quoted(place.course.root)) && ./vitals-course demo"
                    + (web ? " --web" : ""))
        }
        if let chapter = story.chapter {
            let begun = try progress.begunSteps(in: place.course)
            guard place.course.steps.contains(where: { $0.name == chapter && begun.contains($0.number) }) else {
                throw CourseError(
                    .locked,
                    "Your build has no \(chapter) yet: the chapter of that name brings them. The story on the course's own "
                        + "build: cd \(ShellWord.quoted(place.course.root)) && ./vitals-course demo \(story.name)")
            }
        }
        let line = ProgressLine()
        defer { line.clear() }
        let programs = try LearnerPrograms(workspace, Projector(course: place.course), line)
        let folder = try await programs.products(["vitals-server", "vitals-device"])
        line.clear()
        try await body(Programs(web: workspace.root, binaries: folder))
    }
}

/// Runs `body` so that a signal cancels it; then everything is cleaned up, and the exit status gives the signal.
func interruptibly(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let outcome = await Interruption.withSignalHandling(body)
    if let signal = outcome.signal {
        Output.error(
            "vitals-course: interrupted. Everything it had started was stopped; what was built so far is kept.")
        throw ExitCode(128 + signal)
    }
    try outcome.result.get()
}
