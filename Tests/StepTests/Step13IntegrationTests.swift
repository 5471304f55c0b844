import StepSupport
import Testing

/// The runner has run the learner's tests on the reference's server and on mutants. These tests report the result.
@Suite(
    "Step 13: your tests of the guard and the pull",
    .enabled(if: MutationReport.isThere, "Only `vitals-course check` can run your tests on wrong servers."))
struct Step13IntegrationTests {
    @Test("your tests pass on the reference's server, each time they run")
    func passOnReference() throws {
        let problem = try MutationReport.of(step: 13).problem(with: "the reference's server")
        expect(problem == nil, "\(problem ?? "")")
    }

    @Test("your tests catch a server that keeps whichever edit came first")
    func whoCameFirst() throws { try expectCaught("who-came-first") }

    @Test("your tests catch a server that keeps whichever edit came last")
    func whoCameLast() throws { try expectCaught("who-came-last") }

    @Test("your tests catch a server that calls an edit saved but throws it away")
    func thrownAway() throws { try expectCaught("thrown-away") }

    @Test("your tests catch a server that now and then leaves a phone without a record")
    func nowAndThen() throws { try expectCaught("now-and-then") }

    @Test("your tests catch a server that shows a person someone else's records")
    func somebodyElses() throws { try expectCaught("somebody-elses") }

    @Test("your tests catch a server that sends the same records again with every sync")
    func sameAgain() throws { try expectCaught("same-again") }

    @Test("your tests catch a server that leaves a phone without the rest of what it missed")
    func lacksTheRest() throws { try expectCaught("lacks-the-rest") }

    @Test("your tests catch a server that answers anyone")
    func openDoor() throws { try expectCaught("open-door") }

    private func expectCaught(_ server: String) throws {
        let escape = try MutationReport.of(step: 13).escape(server, kind: "server")
        expect(escape == nil, "\(escape ?? "")")
    }
}
