import CheckpointCourse
import CheckpointWorkspace
import TestSupport
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
                ? "| \(step.number) | \(title) | `\(step.word)` | \(proves) | \(needs) | \(step.time.text) |"
                : "| \(step.number) | \(title) | \(proves) | \(step.time.text) |"
            expect(page.contains("\n\(row)\n"), "steps/\(step.id) has changed; its row in course.md is now: \(row)")
        }
    }
}
