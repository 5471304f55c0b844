internal import ArgumentParser
internal import CheckpointAuthor
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

struct DevNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the frame of a new chapter: its files, and its lines in the lists.",
        discussion: """
            The frame is a small feature that works: a table on the phone, in the browser and on the server, a hook, a route, \
            a setting, a screen and a command, with a lesson, a test and a wrong answer. docs/adding-a-chapter.md walks \
            through it. All of it is written, or nothing; `git status` shows what it was.

            EXAMPLE
              vitals-course dev new tally --title "A tally"
              vitals-course dev check --step tally
            """)

    @Argument(help: "The chapter's name: lower-case words with hyphens, such as sleep-goals.")
    var name: String

    @Option(help: "The title that learners read. Without it, the name.")
    var title: String?

    @Flag(help: "List the files, and write nothing.")
    var dryRun = false

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        let chapter = try ChapterName(name)
        let title = title ?? chapter.slug.prefix(1).uppercased() + chapter.slug.dropFirst().replacing("-", with: " ")
        guard !title.isEmpty, !title.contains(where: \.isNewline), !title.contains(where: { "\"\\|:#".contains($0) })
        else {
            throw CourseError(.usage, "A title is one line without quotation marks, colons, bars and number signs.")
        }
        let frame = try ChapterFrame(chapter, title: title, course: course)
        if !dryRun { try frame.write(to: course.root) }
        let files = "\(frame.fileCount) files and lines in \(frame.listCount) lists"
        Output.standard(frame.report)
        Output.standard(
            dryRun
                ? "Step \(frame.number) would be \(files). Nothing was written.\n"
                : """
                Step \(frame.number) is there: \(files). Next:
                  ./vitals-course dev check --step \(chapter.slug)     proves the frame, some minutes
                  docs/adding-a-chapter.md                      says what each file is for

                """)
    }
}
