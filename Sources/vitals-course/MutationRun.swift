internal import CheckpointAuthor

/// The state of a run: its verdicts so far, which two mutants at a time add to.
actor MutationRun {
    private var verdicts: MutantVerdicts
    private let marks: EquivalentMutants
    private let mutants: [MechanicalMutant]

    init(verdicts: MutantVerdicts, marks: EquivalentMutants, of mutants: [MechanicalMutant]) {
        (self.verdicts, self.marks, self.mutants) = (verdicts, marks, mutants)
    }

    /// The mutants without a verdict.
    var rest: [MechanicalMutant] { mutants.filter { verdicts[$0] == nil } }

    func keep(_ verdict: MutantVerdict, on mutant: MechanicalMutant) throws {
        try verdicts.keep(verdict, on: mutant)
    }

    var tally: MutationTally {
        var tally = MutationTally()
        for mutant in mutants {
            if let verdict = verdicts[mutant] { tally.add(mutant, verdict, marks.mark(on: mutant)) }
        }
        return tally
    }

    var progress: String {
        let tally = tally
        return "\(tally.rows.count) of \(mutants.count), \(tally.survivors.count) survive"
    }
}
