internal import CheckpointAuthor

/// A mutant, for people and for programs.
struct MutantLine: Encodable {
    let id: String
    let file: String
    let line: Int
    let `in`: String
    let change: String
    let before: [String]
    let after: [String]
    var outcome: String?
    var test: String?
    var message: String?
    var equivalent: String?

    init(_ mutant: MechanicalMutant, _ mark: EquivalentMutants.Mark?) {
        (id, file, line, `in`) = (mutant.id, mutant.file, mutant.line, mutant.scope)
        (change, before, after) = (mutant.mutation.rawValue, mutant.before, mutant.after)
        equivalent = mark?.because
    }

    init(_ row: MutationTally.Row) {
        self.init(row.mutant, nil)
        equivalent = row.equivalence
        outcome = row.verdict.outcome.rawValue
        (test, message) = (row.verdict.test, row.verdict.message)
    }

    func print(json: Bool) throws {
        if json { try Output.json(self) } else { Output.verbatim(text) }
    }

    var text: String {
        "\(id)  \(file):\(line)  \(change) in \(self.in)\n"
            + (before.map { "    - \($0)\n" } + after.map { "    + \($0)\n" }).joined()
            + (equivalent.map { "    equivalent: \($0)\n" } ?? "")
    }
}

/// The result for a step: its survivors, and the figures in a line.
struct MutationText {
    let name: String
    let tally: MutationTally

    func print(json: Bool) throws {
        let figures = Figures(name, tally)
        if json {
            for row in tally.rows { try MutantLine(row).print(json: true) }
            return try Output.json(figures)
        }
        for row in tally.survivors { Output.verbatim("SURVIVES  " + MutantLine(row).text) }
        Output.standard(
            "\(name): \(figures.killed) of \(figures.killed + figures.survived) killed (\(figures.percent) %), "
                + "\(figures.timedOut) of them by a time limit; \(figures.survived) survive, "
                + "\(figures.equivalent) equivalent, \(figures.uncompiled) don't compile\n")
    }

    private struct Figures: Encodable {
        let name: String
        let killed: Int
        let timedOut: Int
        let survived: Int
        let equivalent: Int
        let uncompiled: Int
        let percent: Int

        init(_ name: String, _ tally: MutationTally) {
            self.name = name
            (killed, timedOut) = (tally.killed.count, tally.timedOut.count)
            (survived, equivalent) = (tally.survivors.count, tally.equivalent.count)
            uncompiled = tally.uncompiled.count
            percent = Int(tally.score * 100)
        }
    }
}
