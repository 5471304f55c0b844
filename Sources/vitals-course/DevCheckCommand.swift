internal import ArgumentParser
internal import CheckpointAuthor
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation
internal import Synchronization

struct DevCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Prove the course: starters fail, solutions pass, every wrong answer is refused.",
        discussion: """
            Without a step it checks all of them, which takes about twenty minutes the first time. The solution, the starter
            and the wrong answers of a step share one build. A wrong answer that was refused before doesn't run again while
            nothing that its refusal depends on has changed. A failing subject is tried once more, and reported at once and again at the end. So is a subject that only
            passes on the second try.
            A chapter is proved on what it needs, and together with all other steps.
            Examples: vitals-course dev check --step 8, vitals-course dev check --step 8 --states --fix
            """)

    @Option(help: "Prove only this step, by number or name; may be given several times.")
    var step: [String] = []

    @Flag(help: "Check only what needs no build; takes a second.")
    var inspection = false

    @Flag(help: "Check only starters and solutions, no wrong answers.")
    var states = false

    @Flag(help: "Judge everything again, whatever earlier runs have found.")
    var afresh = false

    @Flag(help: "Write into the lessons what their transcripts print today.")
    var fix = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        var checker = Checker(stages: try Stages(projector: Projector(course: course)))
        checker.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        let steps =
            try step.isEmpty ? course.writtenSteps.map(\.number) : step.map { try course.step(named: $0).number }
        let (json, inspection) = (json, inspection)
        let tally = Tally()
        var proof = CourseVerifier(checker: checker, steps: steps) {
            tally.add($0)
            Output.verbatim(json ? $0.json : $0.text)
        }
        proof.statesOnly = states
        if !inspection {
            var verdicts = try VerdictCache(projector: checker.projector)
            verdicts.recalls = !afresh
            proof.verdicts = verdicts
        }
        proof.fixesTranscripts = fix
        try await interruptibly { [proof] in
            let isSound = try await proof.inspect()
            guard !inspection else {
                if !isSound { throw ExitCode.failure }
                return
            }
            let passes = try await Resources.using {
                try await proof.prove(in: $0, waiting: { Output.error($0) })
            }
            if !json { Output.standard(tally.text) }
            guard isSound, passes else { throw ExitCode.failure }
        }
    }
}

/// The results so far, repeated at the end because a full check prints hundreds of lines, from two steps at a time.
private final class Tally: Sendable {
    private let lines = Mutex<[CourseVerifier.Line]>([])

    func add(_ line: CourseVerifier.Line) { lines.withLock { $0.append(line) } }

    var text: String {
        let lines = lines.withLock { $0 }
        let diagnostics = lines.filter { !$0.diagnostics.isEmpty }
        let remembered = lines.filter(\.isRemembered).count
        let count =
            "\(lines.count - diagnostics.count) hold, \(diagnostics.count) \(diagnostics.count == 1 ? "does" : "do") not"
        let unstable = lines.filter { !$0.firstTry.isEmpty }
        let note =
            (unstable.isEmpty ? "" : "; \(unstable.count) only on the second try")
            + (remembered == 0 ? "" : "; \(remembered) as before (--afresh runs them again)")
        return "\n" + (unstable + diagnostics).map(\.text).joined() + count + note + "\n"
    }
}

extension CourseVerifier.Line {
    fileprivate var json: String {
        let data = (try? JSONEncoder().encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    fileprivate var text: String {
        let place = step == 0 ? subject : "step \(step)  \(subject)"
        let time = isRemembered ? "as before" : String(format: "%.1f s", seconds)
        let verdict = diagnostics.isEmpty ? "ok     \(place)  (\(time)" : "FAULT  \(place)  (\(time)"
        let note = firstTry.isEmpty ? ")\n" : "; only on the second try)\n"
        return verdict + note + (firstTry + diagnostics + notes).map { "         \($0)\n" }.joined()
    }
}
