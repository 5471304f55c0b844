import StepSupport
import Testing

/// Tests for `--frontend web`. The tests themselves are JavaScript, in `Tests/Web/step15.test.js`, with the same names.
@Suite("Step 15: the phone in the browser")
struct Step15WebTests {
    @Test("texts compare by their UTF-8 bytes")
    func bytes() async throws { try await WebChecks.hold() }

    @Test("the first field that differs decides, in the fixed order")
    func fields() async throws { try await WebChecks.hold() }

    @Test("every vector has the same winner here as in Swift and SQL")
    func vectors() async throws { try await WebChecks.hold() }

    @Test("an edit has a greater version than all its rivals, and a later time of writing")
    func nextVersion() async throws { try await WebChecks.hold() }

    @Test("at the greatest version only the time of writing moves")
    func greatestVersion() async throws { try await WebChecks.hold() }

    @Test("an edit while the push is on its way is still sent")
    func editInFlight() async throws { try await WebChecks.hold() }

    @Test("an edit back to the old value while the push is on its way is still sent")
    func editBackInFlight() async throws { try await WebChecks.hold() }

    @Test("an accepted record is clean and isn't sent again")
    func acceptedIsClean() async throws { try await WebChecks.hold() }

    @Test("an accepted edit that then loses a tie is kept too")
    func acceptedIsOwn() async throws { try await WebChecks.hold() }

    @Test("an accepted copy changes no other row than its own")
    func onlyItsOwnRow() async throws { try await WebChecks.hold() }

    @Test("a refused edit goes back to what the server accepted before it")
    func backToAccepted() async throws { try await WebChecks.hold() }

    @Test("each line of the table of `mergeRemote` holds, with its counter")
    func mergeTable() async throws { try await WebChecks.hold() }

    @Test("the greater record stays, whichever side it came from")
    func greaterStays() async throws { try await WebChecks.hold() }

    @Test("an edit that loses is kept, so it can be seen and restored")
    func loserIsKept() async throws { try await WebChecks.hold() }

    @Test("a record that wasn't edited here is no conflict")
    func noConflict() async throws { try await WebChecks.hold() }

    @Test("what was entered here stays this phone's own until it's replaced")
    func ownWhileItStands() async throws { try await WebChecks.hold() }

    @Test("a server that forgot a record gets it again")
    func forgetfulServer() async throws { try await WebChecks.hold() }

    @Test("a page and its cursor are stored together, wherever the phone dies")
    func pageAndCursor() async throws { try await WebChecks.hold() }

    @Test("a page that was requested from another place is dropped")
    func latePage() async throws { try await WebChecks.hold() }

    @Test("the state after a page is the one that the sync goes on with")
    func stateAfterPage() async throws { try await WebChecks.hold() }

    @Test("a 400 that names a record refuses that one, and the others go on")
    func namedRefusal() async throws { try await WebChecks.hold() }

    @Test("the others of a refused record's batch are the next to be pushed")
    func restOfBatch() async throws { try await WebChecks.hold() }

    @Test("a refusal that names no record of its batch is bisected, and the last one gets its status")
    func unnamedRefusal() async throws { try await WebChecks.hold() }

    @Test("a batch that is refused as a whole is bisected until only the culprit is left")
    func bisection() async throws { try await WebChecks.hold() }

    @Test("a sync reads page after page, until one is empty")
    func pages() async throws { try await WebChecks.hold() }

    @Test("what the merge leaves to send goes out in the same sync")
    func leftToSend() async throws { try await WebChecks.hold() }

    @Test("a sync ends, even with an edit during every request")
    func ends() async throws { try await WebChecks.hold() }

    @Test("after a page come, in this order: a probe's batch, more pages, the error, another round")
    func afterAPage() async throws { try await WebChecks.hold() }

    @Test("two syncs of one tab run one after the other")
    func oneTab() async throws { try await WebChecks.hold() }

    @Test("a sync of one tab waits for one of another tab, through Web Locks")
    func otherTab() async throws { try await WebChecks.hold() }

    @Test("the lock is held until the sync has ended")
    func lockIsHeld() async throws { try await WebChecks.hold() }

    @Test("a sync that's cancelled while it waits never begins")
    func calledOff() async throws { try await WebChecks.hold() }

    @Test("a sync that's cancelled before its turn never begins")
    func calledOffBefore() async throws { try await WebChecks.hold() }

    @Test("what a sync returns or throws reaches its caller")
    func reachesTheCaller() async throws { try await WebChecks.hold() }

    @Test("in random histories three phones converge and lose nothing")
    func randomHistories() async throws { try await WebChecks.hold(.random) }

    @Test("every history of the rules of sync ends well in this language too")
    func rules() async throws { try await WebChecks.hold(.rules) }
}
