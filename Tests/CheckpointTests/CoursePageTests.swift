import CheckpointCourse
import CheckpointWorkspace
import Testing

@Suite("course.md")
struct CoursePageTests {
    @Test("The table has every step as its manifest describes it")
    func table() throws {
        let page = try TestPaths.text("course.md")
        for step in try Course.load(root: TestPaths.root).steps {
            let title = step.title + (step.isComing ? " *(coming)*" : "")
            let proves = step.proves.hasSuffix(".") ? String(step.proves.dropLast()) : step.proves
            let needs = step.requires.map(String.init).joined(separator: ", ")
            let row =
                step.isChapter
                ? "| \(step.number) | \(title) | `\(step.word)` | \(proves) | \(needs) | \(Self.duration(step.minutes)) |"
                : "| \(step.number) | \(title) | \(proves) | \(Self.duration(step.minutes)) |"
            #expect(page.contains("\n\(row)\n"), "steps/\(step.id) has changed; its row in course.md is now: \(row)")
        }
    }

    private static func duration(_ minutes: Int) -> String {
        let parts = [(minutes / 60, "h"), (minutes % 60, "min")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
