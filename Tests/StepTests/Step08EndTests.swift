import Foundation
import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: How a sync ends, and what it says on the way

    @Test("a sync that fails says why, and leaves rows dirty that weren't pushed")
    func failure() async throws {
        let server = InMemoryServer()
        let clock = StepClock()
        let phone = try await phone("A", server, with: 70, clock: clock)
        let before = try phone.store.syncState().lastSyncAt
        clock.advance(byMilliseconds: 60_000)
        try phone.store.edit(Records.id(1), value: 71)
        server.onNext(.push, .answer(.unauthorized))
        let error = try await phone.syncThatMayFail() as? SyncError
        expect(
            error?.name == "unauthorized",
            "The server didn't know the token. sync() should throw that; it ended with \(error?.detail ?? "no error")."
        )
        expect(
            try phone.isDirty(Records.id(1)),
            "The push was refused with a 401, so the server doesn't have A's edit; but the edit is no longer dirty.")
        expect(
            try phone.store.syncState().lastSyncAt == before,
            """
            The sync failed, but the store notes it as one that ended well: the status line would say "synced just now". \
            Call `noteSyncEnded()` for `.done` alone.
            """)
    }

    @Test("the engine follows the store's rules")
    func followsTheStoresRules() async throws {
        let server = InMemoryServer()
        let store = try MeasurementStore(
            path: ":memory:", clock: StepClock().read, rules: .all.without(.bisection), beforeWrite: {})
        for number in 1...2 { try store.upsert(Records.weight(70, id: Records.id(number))) }
        server.onNext(
            .push, .answer(.refused(status: 400, detail: "The test refuses this batch.", account: "account-1")))
        let syncer = Syncer(
            store: store, api: server, origin: "http://server.test", settings: .patient, sleep: { _ in }, seed: { 1 })
        do {
            let report = try await syncer.sync()
            Issue.record(
                """
                This store's rules leave out `.bisection`, so a batch that the server refuses should end the sync with \
                an error. The engine bisected the batch all the same, and pushed \(report.pushedCount) records. Pass \
                `store.rules` to it; without `rules:` it follows all of them.
                """)
        } catch is SyncError {
            // As it should be.
        }
    }

    @Test("a cancelled sync ends, and requests no further page")
    func cancelled() async throws {
        let server = InMemoryServer()
        server.setPageSize(1)
        for number in 1...12 { server.receive(Records.weight(70, id: Records.id(number))) }
        let phone = try Phone("A", server)
        server.onNext(.pull, .inFlight { withUnsafeCurrentTask { $0?.cancel() } })
        // In a task of its own: a test that is cancelled itself counts as failed.
        let error = try await Task { try await phone.syncThatMayFail() }.value
        let pullCount = server.requests.count { $0 == .pull }
        expect(
            error is CancellationError && pullCount <= 2,
            """
            The person stopped this sync during the first of 12 pages. It made \(pullCount) pulls and ended with \
            \(error.map { "\($0)" } ?? "no error"); it should end with a CancellationError, before the next page.
            """)
        try await cancelledAtTheEnd()
    }

    /// The last turn is one like any other. In the only round that's allowed, nothing follows the empty page.
    private func cancelledAtTheEnd() async throws {
        var settings = SyncSettings.patient
        settings.maximumRounds = 1
        let clock = StepClock()
        let phone = try Phone("A", InMemoryServer(), clock: clock, settings: settings)
        try await phone.sync()
        let before = try phone.store.syncState().lastSyncAt
        clock.advance(byMilliseconds: 60_000)
        // Nothing is dirty, so the progress is of the empty page, and the next action is `.finish(.done)`.
        let error = await Task { () -> (any Error)? in
            do {
                try await phone.sync { _ in withUnsafeCurrentTask { $0?.cancel() } }
                return nil
            } catch {
                return error
            }
        }.value
        let after = try phone.store.syncState().lastSyncAt
        expect(
            error is CancellationError && after == before,
            """
            The person stopped this sync while it stored its last page. It ended with \
            \(error.map { "\($0)" } ?? "no error"), and the store \(after == before ? "notes no end" : "notes that it ended well"). \
            The turn of `.finish` begins with `Task.checkCancellation()` as well.
            """)
    }

    @Test("a sync that ends well is noted in the store, and reports its progress on the way")
    func endAndProgress() async throws {
        let server = InMemoryServer()
        server.setPageSize(2)
        for number in 1...5 { server.receive(Records.weight(70, id: Records.id(number))) }
        let clock = StepClock()
        let phone = try Phone("A", server, clock: clock)
        let counts = Progress()
        let report = try await phone.sync { report in counts.append(report.adoptedCount) }
        // Nothing is pushed, so only pages are applied, the empty one too.
        let advice =
            counts.all.count > server.requests.count
            ? "Pass the report on once for each `.applied`, and after no other event."
            : "The engine counts what was applied in `handle`, so its report is up to date only afterwards."
        expect(
            try phone.store.syncState().lastSyncAt == clock.now,
            "The sync ended well; the store should know when, for its status line.")
        expect(
            counts.all.starts(with: [2, 4, 5]),
            """
            After each page the progress should say how much was stored so far: 2, 4, 5 records; it said \(counts.all). \
            \(advice)
            """)
        expect(
            report.adoptedCount == 5,
            """
            The sync stored 5 records, and its report says \(report.adoptedCount). Return the engine's own report.
            """)

        try phone.store.upsert(Records.weight(71, id: Records.id(6)))
        let (calls, requests) = (counts.all.count, server.requests.count)
        try await phone.sync { report in counts.append(report.adoptedCount) }
        let (newCalls, newRequests) = (counts.all.count - calls, server.requests.count - requests)
        expect(
            newCalls == newRequests,
            """
            A sync pushed one record and pulled. Each of its \(newRequests) responses was applied, the one to the push as \
            well, but the progress was passed on \(newCalls) times.
            """)
    }
}

private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int] = []
    var all: [Int] { lock.withLock { counts } }
    func append(_ count: Int) { lock.withLock { counts.append(count) } }
}
