import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: The engine alone, without store, network or driver

    @Test("the engine pushes the dirty rows it gets, and knows its push when the response comes")
    func knowsItsPush() {
        let row = Records.weight(71.5)
        var walk = Step08EngineWalk(dirty: [row])
        _ = walk.handle(.state(Step08EngineWalk.state))
        let action = walk.handle(.dirty([row]))
        guard case .push([row], _) = action else {
            Issue.record(
                """
                The engine got one dirty row, and its next action should push it; it is \
                \(Step08EngineWalk.describe(action)). `request()` makes the action for `phase`, so first `phase` has to \
                say what's under way: `.pushing(batch)`.
                """)
            return
        }
        let answer = SyncResponse(Pushed(acceptedIDs: [row.id]), account: Step08EngineWalk.account)
        let next = walk.handle(.pushAnswered(.success(answer)))
        guard case .applyPush(_, pushed: [row]) = next else {
            Issue.record(
                """
                The engine pushed one row, and the response came. Its next action should be applyPush with that row; it \
                is \(Step08EngineWalk.describe(next)), as if nothing had been sent. `phase` has to say what's under \
                way: `.pushing(batch)`.
                """)
            return
        }
    }

    @Test("an engine that has nothing to push pulls a page before it ends")
    func pullsBeforeItEnds() {
        var walk = Step08EngineWalk(dirty: [])
        _ = walk.handle(.state(Step08EngineWalk.state))
        let action = walk.handle(.dirty([]))
        guard case .pull = action else {
            Issue.record(
                """
                No row is dirty, and this sync has pulled nothing yet. The engine's next action should be pull; it is \
                \(Step08EngineWalk.describe(action)). A phone like that would see news only when it writes.
                """)
            return
        }
    }

    @Test("a round that pushed something pulls before the sync ends")
    func pullsAfterPushing() {
        let row = Records.weight(71.5)
        let page = SyncResponse(Pulled(records: [], nextCursor: 0), account: Step08EngineWalk.account)
        let answer = SyncResponse(Pushed(acceptedIDs: [row.id]), account: Step08EngineWalk.account)
        let applied = SyncEngine.Event.applied(Step08EngineWalk.applied)
        var walk = Step08EngineWalk(dirty: [])
        var action = SyncEngine.Action.readState
        // The first round has nothing to push and pulls the empty page. The row was edited meanwhile.
        let events: [SyncEngine.Event] = [
            .state(Step08EngineWalk.state), .dirty([]), .pullAnswered(.success(page)), applied,
            .dirty([row]), .pushAnswered(.success(answer)), applied, .dirty([]),
        ]
        for event in events { action = walk.handle(event) }
        guard case .pull = action else {
            Issue.record(
                """
                The first round pulled everything, the second pushed one row, and no more rows are dirty. The engine's \
                next action should be pull; it is \(Step08EngineWalk.describe(action)). Other phones may have pushed \
                since the last pull, so only a round that sent nothing (`queue.sentCount`) ends the sync.
                """)
            return
        }
    }

    @Test("skipped records don't keep the next round from ending")
    func walksPastSkippedRecords() {
        var settings = SyncSettings.patient
        settings.batchSize = 2
        let stubborn: Set = [Records.id(1), Records.id(2)]
        var walk = Step08EngineWalk(
            settings, dirty: (1...3).map { Records.weight(70, id: Records.id($0)) },
            refuses: { stubborn.contains($0.id) })
        // The reference needs 14.
        walk.walk(atMost: 60)
        let pushes = walk.actions.filter { $0.hasPrefix("push") }
        let last = walk.actions.suffix(4).joined(separator: "; ")
        guard walk.hasEnded else {
            Issue.record(
                pushes.isEmpty
                    ? "Three rows are dirty, and the engine pushed none of them. Its last actions were \(last), and so on."
                    : """
                    A proxy refuses the first two records, so both are skipped, and the next round reads them again as \
                    a whole batch. The engine's last actions were \(last), and so on: it made no more requests and \
                    would never end. Note the last id of all rows that came, even of those that aren't pushed.
                    """)
            return
        }
        expect(
            pushes == ["push 1, 2", "push 1", "push 2", "push 3"],
            """
            A proxy refuses the first two records. They should be pushed together, then one by one, and then left alone \
            until the next sync. The third should go out. The engine made these pushes: \
            \(pushes.joined(separator: "; ")).
            """)
    }

    @Test("of a batch with skipped records, the others are pushed")
    func pushesTheOthers() {
        let rows = (1...2).map { Records.weight(70, id: Records.id($0)) }
        let page = SyncResponse(Pulled(records: [], nextCursor: 0), account: Step08EngineWalk.account)
        let tooLarge = SyncEngine.Event.pushAnswered(
            .failure(.refused(status: 413, detail: "too large", account: nil)))
        let accepted = SyncResponse(Pushed(acceptedIDs: [rows[1].id]), account: Step08EngineWalk.account)
        let applied = SyncEngine.Event.applied(Step08EngineWalk.applied)
        var walk = Step08EngineWalk(dirty: [])
        var action = SyncEngine.Action.readState
        // A proxy refuses both records together, and then the first of them alone, so that one is skipped. In the next
        // round both are dirty, because the second was edited meanwhile.
        let events: [SyncEngine.Event] = [
            .state(Step08EngineWalk.state), .dirty(rows), tooLarge, tooLarge, .pushAnswered(.success(accepted)),
            applied,
            .dirty([]), .pullAnswered(.success(page)), applied, .dirty(rows),
        ]
        for event in events { action = walk.handle(event) }
        guard case .push([rows[1]], _) = action else {
            Issue.record(
                """
                Record 1 is skipped until the next sync, and record 2 was edited meanwhile. The engine got both as dirty \
                rows and should push record 2 alone, but its next action is \(Step08EngineWalk.describe(action)). Push \
                the rows whose ids aren't in `queue.skippedIDs`.
                """)
            return
        }
    }

    @Test("after a batch that was skipped completely, the next one is read and pushed")
    func readsBehindSkippedBatch() {
        var settings = SyncSettings.patient
        settings.batchSize = 2
        // A proxy refuses the batch, and then each of its records.
        var walk = Step08EngineWalk(
            settings, dirty: (1...2).map { Records.weight(70, id: Records.id($0)) },
            addedDuringPull: [Records.weight(72, id: Records.id(3))], refuses: { $0.id != Records.id(3) })
        // The reference needs 16.
        walk.walk(atMost: 60)
        let last = walk.actions.suffix(4).joined(separator: "; ")
        let added = "Records 1 and 2 are skipped until the next sync, and 3 was added while the engine pulled."
        guard walk.hasEnded else {
            Issue.record(
                """
                \(added) The engine's last actions were \(last), and so on, without an end. Before you leave out the \
                skipped rows, note the last id of all rows that came: the next ones are read after it.
                """)
            return
        }
        expect(
            walk.actions.contains("push 3"),
            """
            \(added) The next round reads 1 and 2 as a whole batch and then should read on: 3 belongs on the server, but \
            it wasn't pushed. When every row of a batch is skipped, the next action is `nextPush()`.
            """)
    }
}
