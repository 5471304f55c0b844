import Foundation
import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: Push, pull, push again

    @Test("a phone with nothing to push still pulls, page by page to the end")
    func pullsEveryPage() async throws {
        let server = InMemoryServer()
        server.setPageSize(2)
        for number in 1...12 { server.receive(Records.weight(70, id: Records.id(number))) }
        let phone = try Phone("A", server)
        try await phone.sync()
        var count = try phone.records.count
        expect(
            count == 12, "The server has 12 records, in pages of 2; after one sync a new phone has \(count) of them.")
        server.receive(Records.weight(70, id: Records.id(13)))
        try await phone.sync()
        count = try phone.records.count
        expect(
            count == 13,
            "A has nothing to push, and the server has a thirteenth record; after a sync A has \(count) records.")
    }

    @Test("rows that are dirty after the pull are pushed in the same sync")
    func pushesAgain() async throws {
        let server = InMemoryServer()
        let new = try Phone("A", server)
        try new.store.upsert(Records.weight(71.5))
        try await new.sync()
        expect(
            server.records[Records.id(1)]?.value == 71.5,
            """
            A new phone pulls before it pushes, to learn whose account it is, and then pushes what it has. A has 71.5; \
            after one sync the server has \(server.records[Records.id(1)].shown).
            """)

        let store = new.store
        server.onNext(.pull, .inFlight { try store.edit(Records.id(1), value: 72) })
        try await new.sync()
        expect(
            server.records[Records.id(1)]?.value == 72,
            """
            A was edited to 72 while it was pulling. The sync went on, so it should have pushed that edit too; the server \
            has \(server.records[Records.id(1)].shown).
            """)
    }

    @Test("a sync ends, however often something is edited meanwhile")
    func roundsAreBounded() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(70))
        var settings = SyncSettings.patient
        settings.maximumRounds = 3
        let phone = try Phone("A", server, settings: settings)
        try await phone.sync()
        let store = phone.store
        for number in 0..<40 {
            server.onNext(.pull, .inFlight { try store.edit(Records.id(1), value: 71 + Double(number)) })
        }
        // The first round needs an edit too: a round without a push can't be counted.
        try store.edit(Records.id(1), value: 70.5)
        let pushCount = server.requests.count { $0 == .push }
        let error = try await phone.syncThatMayFail()
        let rounds = server.requests.count { $0 == .push } - pushCount
        let bound = settings.maximumRounds
        let advice =
            switch rounds {
            case ..<bound: "It ended too early: A was dirty again after each of them."
            case bound + 1: "`startPush()` has counted the round that just ended."
            default: "After that many it should leave the rest to the next sync."
            }
        expect(
            rounds == bound,
            """
            A is edited each time it pulls. One sync pushed \(rounds) times; \(bound) rounds are allowed, including the \
            first. \(advice)
            """)
        expect(
            error == nil,
            """
            A is edited each time it pulls, so a row is still dirty after the last round. No request failed, so the sync \
            should end well, but it ended with an error: \(error.map { "\($0)" } ?? ""). The next sync sends that row.
            """)
        expect(
            server.requests.last == .pull,
            """
            The last round should pull to the end too; the last request of this sync was \
            \(server.requests.last.map { "a \($0)" } ?? "none").
            """)
    }

    @Test("the last round that's allowed pulls to the end too")
    func lastRoundPullsEveryPage() async throws {
        let server = InMemoryServer()
        server.setPageSize(1)
        var settings = SyncSettings.patient
        settings.maximumRounds = 1
        let phone = try Phone("A", server, settings: settings)
        server.receive(Records.weight(70))
        try await phone.sync()
        for number in 2...4 { server.receive(Records.weight(70, id: Records.id(number))) }
        try await phone.sync()
        let count = try phone.records.count
        expect(
            count == 4,
            """
            One round is allowed, and the server has three new records in pages of one. A should have all 4 records \
            after its sync, but has \(count). The bound is for rounds, not for pages: check `queue.hasPulledAll` first.
            """)
    }

    @Test("a record that stays dirty doesn't hold up the ones after it")
    func walksPastDirtyRows() async throws {
        // This server never reports that it already has a record, so the first record stays dirty until a pull brings
        // it.
        let server = InMemoryServer(account: nil)
        var settings = SyncSettings.patient
        settings.batchSize = 1
        let phone = try Phone("A", server, settings: settings)
        for number in 1...3 { try phone.store.upsert(Records.weight(70, id: Records.id(number))) }
        server.onNext(.push, .loseAnswer)
        let error = try await phone.syncThatMayFail()
        expect(
            error == nil && server.records.count == 3,
            """
            A pushed three records one by one, and the server has \(server.records.count) of them after one \
            sync\(error.map { ", which failed: \($0)" } ?? ""). The first wasn't acknowledged and stays dirty for now; \
            the next batch begins after it.
            """)
    }

    // MARK: Outages

    @Test("Retry-After is obeyed, and a wait that's longer than a person would watch ends the sync")
    func retryAfter() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(70))
        var settings = SyncSettings.patient
        settings.longestWaitSeconds = 20
        let phone = try Phone("A", server, settings: settings)
        try await phone.sync()
        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 7)))
        try await phone.sync()
        expect(
            phone.waitsSeconds == [7],
            "The server asked for a wait of 7 seconds, once; the sync waited \(phone.waitsSeconds).")

        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 3_600)))
        let error = try await phone.syncThatMayFail() as? SyncError
        try #require(
            phone.waitsSeconds == [7] && error?.retryAfterSeconds == 3_600,
            """
            The server asked for a wait of an hour. The sync should end with an error that says so, instead of waiting; \
            it waited \(phone.waitsSeconds.dropFirst()) and ended with \(error.map { $0.detail } ?? "no error").
            """)

        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 20)))
        _ = try await phone.syncThatMayFail()
        expect(
            phone.waitsSeconds == [7, 20],
            """
            The server asked for 20 seconds, which is exactly as long as `longestWaitSeconds` allows. The sync should \
            wait that long; its waits were \(phone.waitsSeconds). Only a longer wait should end it.
            """)
    }

    @Test("attempts are limited even when the server says each time how long to wait")
    func retryAfterIsCounted() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        for _ in 0..<8 { server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 1))) }
        let error = try await phone.syncThatMayFail() as? SyncError
        expect(
            phone.waitsSeconds == [1, 1, 1] && error != nil,
            """
            The server said "try again in a second" to every request. With maximumAttempts 4 a request is made four \
            times, with three waits; this sync waited \(phone.waitsSeconds.count) times and ended with \
            \(error?.name ?? "no error"). Look at `attemptCount` before you look at the wait that the server asks for.
            """)
    }

    @Test("attempts are limited, and waits are random below a ceiling that doubles")
    func backoff() async throws {
        var longest = [0.0, 0.0, 0.0]
        var shortest = [1.0, 2.0, 4.0]
        for seed in 1...25 as ClosedRange<UInt64> {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, seed: seed)
            for _ in 0..<20 { server.onNext(.pull, .dropRequest) }
            let error = try await phone.syncThatMayFail() as? SyncError
            let waits = phone.waitsSeconds
            try #require(
                waits.count == 3 && error?.name == "offline",
                """
                With maximumAttempts 4 a request is made four times, with three waits in between, and then the sync ends \
                as offline. Without a network it waited \(waits.count) times and ended with \(error?.name ?? "no error").
                """)
            for (index, ceiling) in [1.0, 2, 4].enumerated() {
                try #require(
                    (0...ceiling).contains(waits[index]),
                    "Wait \(index + 1) should be between 0 and \(ceiling) seconds; it was \(waits[index]).")
                longest[index] = max(longest[index], waits[index])
                shortest[index] = min(shortest[index], waits[index])
            }
        }
        for (index, ceiling) in [1.0, 2, 4].enumerated() {
            let advice =
                shortest[index] < 0.3 * ceiling
                ? "The ceiling should have doubled with each attempt by then."
                : "Phones that wait equally long after an outage all come back at the same moment."
            expect(
                longest[index] > 0.7 * ceiling && shortest[index] < 0.3 * ceiling,
                """
                Over 25 phones, wait \(index + 1) was between \(shortest[index]) and \(longest[index]) seconds; 0 to \
                \(ceiling) are allowed. \(advice)
                """)
        }
    }

    @Test("no wait is longer than the longest allowed, however often the ceiling doubles")
    func longestWait() async throws {
        var settings = SyncSettings.patient
        settings.maximumAttempts = 8
        settings.longestWaitSeconds = 3
        var longest = 0.0
        for seed in 1...8 as ClosedRange<UInt64> {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, settings: settings, seed: seed)
            for _ in 0..<8 { server.onNext(.pull, .dropRequest) }
            _ = try await phone.syncThatMayFail()
            longest = max(longest, phone.waitsSeconds.max() ?? 0)
        }
        expect(
            longest <= 3,
            """
            `longestWaitSeconds` is 3, and one of 56 waits took \(longest) seconds. The ceiling doubles only up to the \
            longest wait; otherwise it would be minutes after ten failures.
            """)
    }

    @Test("the waits come from the engine's own generator: the same seed gives the same waits")
    func backoffFollowsTheSeed() async throws {
        var waits: [[Double]] = []
        for seed in [7, 7, 8] as [UInt64] {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, seed: seed)
            for _ in 0..<3 { server.onNext(.pull, .dropRequest) }
            try await phone.sync()
            waits.append(phone.waitsSeconds)
        }
        expect(
            waits[0] == waits[1],
            """
            Two engines with seed 7 met the same three failures and waited \(waits[0]) and \(waits[1]) seconds. A \
            history that a test found couldn't be replayed. Draw with `using: &random`, the engine's own generator.
            """)
        expect(
            waits[0] != waits[2],
            """
            Engines with the seeds 7 and 8 both waited \(waits[0]) seconds. Phones would come back at the same moment \
            after an outage. Pass `seed()` to the engine, and draw with `using: &random`.
            """)
    }

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

    // MARK: Phones together

    @Test("two phones that edit one record at the same moment end up showing the same")
    func twoPhonesMeet() async throws {
        for (valueOfA, valueOfB) in [(71.5, 72.3), (72.3, 71.5)] {
            let server = InMemoryServer()
            let clock = StepClock()
            let a = try await phone("A", server, with: 70, clock: clock)
            let b = try Phone("B", server, clock: clock)
            try await b.sync()
            // Both turn version 1 into version 2, in the same millisecond.
            try a.store.edit(Records.id(1), value: valueOfA)
            try b.store.edit(Records.id(1), value: valueOfB)
            for phone in [a, b, a, b] { try await phone.sync() }
            if let problem = try ConvergenceCheck.problem([a, b], server, after: "After both phones synced") {
                Issue.record(Comment(rawValue: problem))
            }
            expect(
                try b.store.byId(Records.id(1))?.value == 72.3,
                "Both edits have version 2 and the same time, so 72.3 is the greater one; B shows \(b.shows()).")
        }
    }

    @Test("a server that has lost everything gets everything back")
    func serverForgets() async throws {
        let server = InMemoryServer()
        let a = try await phone("A", server, with: 70)
        let b = try Phone("B", server)
        try b.store.upsert(Records.weight(80, id: Records.id(2)))
        for phone in [b, a] { try await phone.sync() }
        server.forgetEverything()
        for phone in [a, b, a] { try await phone.sync() }
        let problem = try ConvergenceCheck.problem(
            [a, b], server, after: "After the server lost its database and all phones synced")
        expect(problem == nil, "\(problem ?? "")")
        expect(server.records.count == 2, "The phones have 2 records; the server has \(server.records.count) again.")
    }

    @Test("three phones end up agreeing, and no edit is lost, whatever happens on the way", .timeLimit(.minutes(1)))
    func historiesConverge() async throws {
        try await Cases(test: "Step08EngineTests/historiesConverge()", step: 8, count: 16).check(
            generate: { generator in PhoneHistory.generated(by: &generator) },
            shrink: { history in history.smaller }, describe: { $0.description },
            holds: { history in
                if let problem = try await history.problem() { throw Cases.Broken(problem) }
            })
    }
}

private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int] = []
    var all: [Int] { lock.withLock { counts } }
    func append(_ count: Int) { lock.withLock { counts.append(count) } }
}
