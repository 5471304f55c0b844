import StepSupport
import Testing

/// The runner has run the learner's tests on the reference's engine and on mutants. These tests report the result.
@Suite(
    "Step 9: your tests of merge and convergence",
    .enabled(if: MutationReport.isThere, "Only `vitals-course check` can run your tests on wrong engines."))
struct Step09ConvergenceTests {
    @Test("your tests pass on the reference's engine, each time they run")
    func passOnReference() throws {
        let problem = try MutationReport.of(step: 9).problem(with: "the reference's engine")
        expect(problem == nil, "\(problem ?? "")")
    }

    @Test("your tests catch an engine that leaves two phones with different values")
    func phonesDiffer() throws { try expectCaught("phones-differ") }

    @Test("your tests catch an engine that brings back an older edit")
    func newerEditGone() throws { try expectCaught("newer-edit-gone") }

    @Test("your tests catch an engine that never lets two phones agree again")
    func tieNeverConverges() throws { try expectCaught("tie-never-converges") }

    @Test("your tests catch an engine that lets a single edit undo three")
    func manyEditsLose() throws { try expectCaught("many-edits-lose") }

    @Test("your tests catch an engine that leaves two different copies of the same value")
    func copiesStayApart() throws { try expectCaught("copies-stay-apart") }

    @Test("your tests catch an engine that loses what's entered during a sync")
    func editDuringSyncLost() throws { try expectCaught("edit-during-sync-lost") }

    @Test("your tests catch an engine that leaves no trace of a losing edit")
    func losingEditUntraceable() throws { try expectCaught("losing-edit-untraceable") }

    @Test("your tests catch an engine that doesn't bring a phone all that it missed")
    func longAbsence() throws { try expectCaught("long-absence") }

    @Test("your tests catch an engine that loses an edit when something else comes in")
    func unsentEditGone() throws { try expectCaught("unsent-edit-gone") }

    @Test("your tests catch an engine that says it went well without a network")
    func saysItWentWell() throws { try expectCaught("says-it-went-well") }

    private func expectCaught(_ engine: String) throws {
        let escape = try MutationReport.of(step: 9).escape(engine, kind: "engine")
        expect(escape == nil, "\(escape ?? "")")
    }
}
