internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import CheckpointWorkspace

struct HintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hint",
        abstract: "A hint; asked again, the next one. The third nearly gives it away.",
        discussion: """
            Examples: vitals-course hint 8, vitals-course hint 8 merge, vitals-course hint merge
            Without a part it is the one that the last check pointed at. That you read it is noted.
            """)

    @Argument(help: "The step, then the part of it (as checks name it); either may be left out.")
    var words: [String] = []

    @Option(help: "This hint of the part again: 1, 2 or 3.")
    var level: Int?

    @OptionGroup var options: CommonOptions

    private struct Report: Encodable {
        let step: Int
        let regions: [String]
        var region: String?
        var level: Int?
        var levels: Int?
        var text: String?
        var solution: String?
    }

    func run() throws {
        let (stepWord, region) = try StepWord.split(words)
        let here = try StepPlace.here(stepWord)
        try here.progress.requireStarted(here.step, in: here.course)
        let book = try Hints(step: here.step, here.projector)
        let number = here.step.number
        guard let hint = try book.hint(region: region, level: level, after: here.progress[here.step]) else {
            let what = region.map { "\($0) of step \(number)" } ?? "step \(number)"
            return try options.print(
                Report(step: number, regions: book.regions, solution: "vitals-course solution \(number)"),
                ["There are no more hints for \(what). vitals-course solution \(number) shows how the course does it."])
        }
        try here.workspace.note(hint, of: here.step)
        try options.print(
            Report(
                step: number, regions: book.regions, region: hint.region, level: hint.level, levels: hint.levels,
                text: hint.text),
            [
                options.style("Step \(number), \(hint.region): hint \(hint.level) of \(hint.levels)", .bold), "",
                MarkdownText.rendered(hint.text, style: options.style, width: Terminal.width),
                ending(hint, book, number),
            ])
    }

    private func ending(_ hint: Hints.Hint, _ book: Hints, _ step: Int) -> String {
        let name = book.regions.count > 1 ? " \(hint.region)" : ""
        return hint.level < hint.levels
            ? "More: vitals-course hint \(step)\(name)"
            : "That was the last one for \(hint.region). vitals-course solution \(step) shows how the course does it."
    }
}
