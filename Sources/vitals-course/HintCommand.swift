internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import CheckpointWorkspace

struct HintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hint",
        abstract: "Show a hint; ask again for the next one. The third nearly gives the answer away.",
        discussion: """
            Examples: vitals-course hint 8, vitals-course hint 8 merge, vitals-course hint merge, vitals-course hint 8.2, \
            vitals-course hint deletes
            Without a body you get the one that the last check pointed at. The map shows which hints you read.
            """)

    @Argument(help: "The step, then one of its bodies (as checks name it). You may leave out either.")
    var words: [String] = []

    @Option(help: "Show this hint of the body again: 1, 2 or 3.")
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
        let (stepWord, region) = try StepWord.split(words) { word in
            // A body of the present step may have the name of a step.
            let here = try StepPlace.here(nil)
            return try here.course.steps.contains { $0.name == word.prefix { $0 != "." } }
                && !Hints(step: here.step, here.projector).regions.contains(word)
        }
        let here = try StepPlace.here(stepWord, takesParts: true)
        try here.progress.requireStarted(here.step, in: here.course)
        let book = try Hints(step: here.step, part: here.part, here.projector)
        let (number, name) = (here.step.number, here.target.name)
        guard let hint = try book.hint(region: region, level: level, after: here.progress[here.step]) else {
            let what = region.map { "\($0) of step \(number)" } ?? (here.part == nil ? "step" : "part") + " \(name)"
            return try options.print(
                Report(step: number, regions: book.regions, solution: "vitals-course solution \(name)"),
                ["There are no more hints for \(what). vitals-course solution \(name) shows how the course does it."])
        }
        try here.workspace.note(hint, of: here.step)
        try options.print(
            Report(
                step: number, regions: book.regions, region: hint.region, level: hint.level, levels: hint.levels,
                text: hint.text),
            [
                options.style("Step \(number), \(hint.region): hint \(hint.level) of \(hint.levels)", .bold), "",
                MarkdownText.rendered(hint.text, style: options.style, width: Terminal.width),
                ending(hint, book, name),
            ])
    }

    private func ending(_ hint: Hints.Hint, _ book: Hints, _ step: String) -> String {
        let name = book.regions.count > 1 ? " \(hint.region)" : ""
        return hint.level < hint.levels
            ? "More: vitals-course hint \(step)\(name)"
            : "That was the last one for \(hint.region). vitals-course solution \(step) shows how the course does it."
    }
}
