internal import ArgumentParser
internal import CheckpointAuthor
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

struct DevMutateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutate",
        abstract: "Change the reference by mechanical rules, and see whether the checks notice.",
        discussion: """
            Each mutant has one small change: another comparison, a statement left out, a constant one greater, an AND dropped from a query. A good check refuses it. Those that compile together share one build, and verdicts are kept in a file, so that a run that you stop goes on where it was. A survivor that changes nothing anybody could see is marked, with the reason, in Tests/Mutants/equivalent.yml.
            Examples: vitals-course dev mutate --step 8, vitals-course dev mutate --step 8 --list
            """)

    @Option(help: "Mutate the bodies of this step, by number or name; may be given several times.")
    var step: [String] = []

    @Flag(help: "List the mutants without running any.")
    var list = false

    @Option(help: "Judge only the mutant with this id; may be given several times.")
    var only: [String] = []

    @Option(help: "Seconds that the tests may take on one mutant. One that takes longer counts as killed.")
    var limit = 60.0

    @Option(help: "The folder for the verdicts; .build/mutants by default.")
    var verdicts: String?

    @Flag(help: "Judge everything again, whatever earlier runs have found.")
    var afresh = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard !step.isEmpty else { throw ValidationError("Say which step to mutate, such as --step 8.") }
        guard limit > 0 else { throw ValidationError("--limit needs a number of seconds above 0.") }
    }

    func run() async throws {
        let root = try Repository.root()
        let course = try Course.load(root: root)
        let projector = Projector(course: course)
        let marks = try EquivalentMutants(root: root)
        let steps = try step.map { try course.step(named: $0) }
        let command = self
        try await interruptibly {
            var isSound = true
            for step in steps {
                let all = try projector.mechanicalMutants(of: step)
                let wanted = try command.chosen(from: all)
                if command.list {
                    for mutant in wanted { try MutantLine(mutant, marks.mark(on: mutant)).print(json: command.json) }
                } else {
                    let tally = try await command.judged(wanted, of: step, projector, marks)
                    try MutationText(name: "step \(step.number)", tally: tally).print(json: command.json)
                }
                for mark in marks.stale(among: all, scopes: Set(all.map(\.scope))) {
                    Output.error(
                        "\(EquivalentMutants.path): no mutant of \(mark.in) changes \"\(mark.line)\" to "
                            + "\"\(mark.becomes)\" by \(mark.change.rawValue) any more. Remove the mark.")
                    isSound = false
                }
            }
            guard isSound else { throw ExitCode.failure }
        }
    }

    private func chosen(from all: [MechanicalMutant]) throws -> [MechanicalMutant] {
        guard !only.isEmpty else { return all }
        let chosen = all.filter { only.contains($0.id) }
        guard !chosen.isEmpty else {
            throw CourseError(.usage, "No mutant has the id \(only[0]). --list shows those there are.")
        }
        return chosen
    }

    private func judged(
        _ mutants: [MechanicalMutant], of step: Step, _ projector: Projector, _ marks: EquivalentMutants
    ) async throws -> MutationTally {
        let folder = verdicts ?? projector.course.root + "/.build/mutants"
        let path = "\(folder)/step-\(step.number).json"
        if afresh { try? FileManager.default.removeItem(atPath: path) }
        let run = MutationRun(
            verdicts: try MutantVerdicts(path: path, step: step, projector: projector), marks: marks, of: mutants)
        let rest = await run.rest
        guard !rest.isEmpty else { return await run.tally }
        let progress = ProgressLine(logs: true)
        defer { progress.clear() }
        progress.show("Mutants of step \(step.number)")
        var checker = Checker(stages: try Stages(projector: projector))
        checker.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        try await Resources.using { [checker] resources in
            var checker = checker
            if checker.databaseURL == nil, step.needs.contains("postgres") {
                checker.databaseURL = try await ThrowawayPostgres.start(in: resources).url
            }
            let mutation = StepMutation(checker: checker, step: step, resources: resources, limitSeconds: limit) {
                try await run.keep($1, on: $0)
                progress.show("Mutants of step \(step.number): \(await run.progress)")
            }
            try await checker.stages.stage(at: step.number).exclusively(waiting: { Output.error($0) }) {
                try await mutation.judge(rest)
            }
        }
        return await run.tally
    }
}
