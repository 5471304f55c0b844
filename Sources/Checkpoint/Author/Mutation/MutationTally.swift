/// The verdicts on the mutants of a step, counted.
package struct MutationTally: Sendable {
    package struct Row: Sendable {
        package let mutant: MechanicalMutant
        package let verdict: MutantVerdict
        /// Why the mutant is equivalent, in the words of the person who marked it; nil for any other.
        package let equivalence: String?
    }

    package private(set) var rows: [Row] = []

    package init() {}

    package mutating func add(_ mutant: MechanicalMutant, _ verdict: MutantVerdict, _ mark: EquivalentMutants.Mark?) {
        rows.append(Row(mutant: mutant, verdict: verdict, equivalence: mark?.because))
    }

    package var killed: [Row] { rows.filter { $0.verdict.isKilled } }
    package var timedOut: [Row] { rows.filter { $0.verdict.outcome == .timedOut } }
    /// The survivors that nobody has marked as equivalent.
    package var survivors: [Row] { rows.filter { $0.verdict.outcome == .survived && $0.equivalence == nil } }
    package var equivalent: [Row] { rows.filter { $0.verdict.outcome == .survived && $0.equivalence != nil } }
    package var uncompiled: [Row] { rows.filter { $0.verdict.outcome == .uncompiled } }

    /// The share that is killed of those that aren't equivalent, from 0 to 1; 1 when there are none.
    package var score: Double {
        let judged = killed.count + survivors.count
        return judged == 0 ? 1 : Double(killed.count) / Double(judged)
    }
}
