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
            case ..<bound: "It ended too early, because A was dirty again after each of them."
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
