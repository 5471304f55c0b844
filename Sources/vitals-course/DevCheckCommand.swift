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
            Without a step it checks all of them, which takes about half an hour. The solution, the starter and the wrong
            answers of a step share one build. A wrong answer that was refused before doesn't run again while nothing that
            its refusal depends on has changed. A failing subject is tried once more, and reported at once and again at the
            end. So is a subject that only passes on the second try.
            A chapter is proved on what it needs, and together with all other steps.
            With --share it proves what fits in so many minutes: first the steps whose files have changed since a commit, then
            those that were proved longest ago. It names what is left for the next time.
            Examples: vitals-course dev check --step 8, vitals-course dev check --step 8 --states --fix, \
            vitals-course dev check --share 25 --since main~3
            """)

    @Option(help: "Prove only this step, by number or name; may be given several times.")
    var step: [String] = []

    @Option(help: "Prove what fits in about so many minutes: what changed, then what was proved longest ago.")
    var share: Double?

    @Option(help: "With --share: the commit since which the changed files count. Default: the one before the last.")
    var since = "HEAD~1"

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

    func validate() throws {
        if share != nil, !step.isEmpty { throw ValidationError("--share chooses the steps itself. Leave out --step.") }
        guard share ?? 1 > 0 else { throw ValidationError("--share needs a number of minutes above 0.") }
    }

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        var checker = Checker(stages: try Stages(projector: Projector(course: course)))
        checker.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        let share = try await chosenShare(checker.projector)
        let steps =
            try share?.chosen
            ?? (step.isEmpty ? course.writtenSteps.map(\.number) : step.map { try course.step(named: $0).number })
        if let share, !json { Output.standard(share.text) }
        let (json, inspection) = (json, inspection)
        let tally = Tally()
        var proof = CourseVerifier(checker: checker, steps: steps) {
            tally.add($0)
            Output.verbatim(json ? $0.json : $0.text)
        }
        proof.statesOnly = states
        proof.proved = { tally.add($0, $1) }
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
            if !json { Output.standard(tally.text + (share?.rest ?? "")) }
            guard isSound, passes else { throw ExitCode.failure }
        }
    }

    private func chosenShare(_ projector: Projector) async throws -> ProofShare? {
        guard let share else { return nil }
        let root = projector.course.root
        let changed = try await Self.git(["diff", "--name-only", "-z", since], in: root)
        let commits = try await Self.git(["rev-list", "--count", "HEAD"], in: root)
        return try ProofShare(
            of: projector, changed: changed.split(separator: "\0").map(String.init), seconds: share * 60,
            proved: ProofDates.read(), turn: Int(commits.dropLast()) ?? 0)
    }

    /// - Throws: `CourseError.usage` where there is no clone or no such commit.
    private static func git(_ words: [String], in root: String) async throws -> String {
        let result = try await Command("git", ["-C", root] + words).capture()
        guard result.succeeded else {
            throw CourseError(
                .usage,
                "git \(words.joined(separator: " ")) fails in \(root). Name a commit that is there: --since main~3",
                lastLines: result.standardError.split(separator: "\n").map(String.init))
        }
        return result.standardOutput
    }
}

extension ProofShare {
    /// A line that names the steps to prove, and why.
    fileprivate var text: String {
        let others = chosen.filter { !touched.contains($0) }
        return "The share: \(Self.names(chosen.filter(touched.contains))) changed; "
            + "\(Self.names(others)) proved longest ago. About \(Int(seconds / 60) + 1) minutes.\n"
    }

    /// A line that names the steps that are left; empty if there are none.
    fileprivate var rest: String {
        left.isEmpty
            ? "" : "Left for the next time: \(Self.names(left)), about \(Int(secondsLeft / 60) + 1) minutes.\n"
    }

    private static func names(_ numbers: [Int]) -> String {
        switch numbers.count {
        case 0: "no step"
        case 1: "step \(numbers[0])"
        default: "steps " + numbers.map(String.init).joined(separator: ", ")
        }
    }
}

/// The results so far, repeated at the end because a full check prints hundreds of lines, from two steps at a time.
private final class Tally: Sendable {
    private let lines = Mutex<[CourseVerifier.Line]>([])
    private let seconds = Mutex<[Int: Double]>([:])

    func add(_ step: Step, _ seconds: Double) { self.seconds.withLock { $0[step.number] = seconds } }

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
        // In the form of `proofSeconds:` in steps/course.yml.
        let times = seconds.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key): \(Int($0.value.rounded()))" }
        let took = times.isEmpty ? "" : "Seconds by step: {\(times.joined(separator: ", "))}\n"
        return "\n" + (unstable + diagnostics).map(\.text).joined() + took + count + note + "\n"
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
