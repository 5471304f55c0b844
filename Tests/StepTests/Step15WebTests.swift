import StepSupport
import Testing

/// Tests for `--frontend web`. The tests themselves are JavaScript, in `Tests/Web/step15.test.js`, with the same names.
@Suite("Step 15: the phone in the browser")
struct Step15WebTests {
    @Test("texts compare by their UTF-8 bytes")
    func bytes() async throws { try await WebChecks.hold() }

    @Test("the fields decide in their order, the first that differs alone")
    func fields() async throws { try await WebChecks.hold() }

    @Test("every vector that Swift and SQL obey gets the same winner here")
    func vectors() async throws { try await WebChecks.hold() }

    @Test("an edit has a version after all of its rivals, and a later time of writing than theirs")
    func nextVersion() async throws { try await WebChecks.hold() }

    @Test("at the greatest version only the time of writing moves")
    func greatestVersion() async throws { try await WebChecks.hold() }

    @Test("an edit, made while the push was on its way, is still sent")
    func editInFlight() async throws { try await WebChecks.hold() }

    @Test("an edit that goes back to the old value, made while the push was on its way, is still sent")
    func editBackInFlight() async throws { try await WebChecks.hold() }

    @Test("what was accepted is clean, and is not sent again")
    func acceptedIsClean() async throws { try await WebChecks.hold() }

    @Test("an edit that was accepted and then loses a tie is kept, too")
    func acceptedIsOwn() async throws { try await WebChecks.hold() }

    @Test("the greater record stays, whichever side it came from")
    func greaterStays() async throws { try await WebChecks.hold() }

    @Test("an edit that loses is kept, to be seen and restored")
    func loserIsKept() async throws { try await WebChecks.hold() }

    @Test("what nobody edited here is no conflict")
    func noConflict() async throws { try await WebChecks.hold() }

    @Test("what was entered here stays this phone's own while it stands, and no longer")
    func ownWhileItStands() async throws { try await WebChecks.hold() }

    @Test("a server that forgot is given the record again")
    func forgetfulServer() async throws { try await WebChecks.hold() }

    @Test("a page and its cursor are stored together, wherever the phone dies")
    func pageAndCursor() async throws { try await WebChecks.hold() }

    @Test("a page that was asked for from another place is dropped")
    func latePage() async throws { try await WebChecks.hold() }

    @Test("a 400 that names a record refuses that one, and the others go on")
    func namedRefusal() async throws { try await WebChecks.hold() }

    @Test("a batch that is refused as a whole is bisected until only the culprit is left")
    func bisection() async throws { try await WebChecks.hold() }

    @Test("a sync reads page after page, until one is empty")
    func pages() async throws { try await WebChecks.hold() }

    @Test("what the merge left to send goes in the same sync")
    func leftToSend() async throws { try await WebChecks.hold() }

    @Test("a sync ends, also when every page brings an edit with it")
    func ends() async throws { try await WebChecks.hold() }

    @Test("two syncs of one tab come one after the other")
    func oneTab() async throws { try await WebChecks.hold() }

    @Test("a sync of one tab waits for that of another, by Web Locks")
    func otherTab() async throws { try await WebChecks.hold() }

    @Test("a sync that is called off while it waits never begins")
    func calledOff() async throws { try await WebChecks.hold() }

    @Test("what a sync gives back or throws reaches whoever asked for it")
    func reachesTheCaller() async throws { try await WebChecks.hold() }

    @Test("in random histories three phones converge and lose nothing")
    func randomHistories() async throws { try await WebChecks.hold(.random) }

    @Test("every history of the rules of sync ends well in this language, too")
    func rules() async throws { try await WebChecks.hold(.rules) }
}
