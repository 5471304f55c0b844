import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: What a pulled record does

    @Test("a pulled record that's new or greater is stored, clean")
    func pulledIsClean() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        server.receive(Records.weight(71, version: 2))
        server.receive(Records.weight(80, id: Records.id(2)))
        let pushCount = server.requests.count { $0 == .push }
        try await phone.sync()
        expect(
            try phone.store.byId(Records.id(1))?.value == 71,
            "The server has 71 (version 2) of the record that A has as 70; after a sync A shows \(phone.shows()).")
        expect(
            try phone.store.byId(Records.id(2))?.value == 80,
            "The server has a record that A doesn't have; after a sync A shows \(phone.shows(Records.id(2))).")
        let pushes = server.requests.count { $0 == .push } - pushCount
        expect(
            try pushes == 0 && phone.store.dirty().isEmpty,
            """
            A pulled two records, changed neither, and pushed \(pushes) times. What comes from the server has to be \
            clean, or phones push each other's records back and forth for ever.
            """)
    }

    @Test("a pulled record that equals a dirty one marks it clean")
    func equalIsClean() async throws {
        // A server of the base protocol only names accepted ids. After a lost response, only a pull reports the rest.
        let server = InMemoryServer(account: nil)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(71.5))
        server.onNext(.push, .loseAnswer)
        try await phone.sync()
        expect(
            try phone.store.dirty().isEmpty,
            """
            The response to A's push was lost. Then A pulled that very record from the server, so it knows that it \
            arrived. But A still marks it dirty, and would push it with every sync.
            """)
    }

    @Test("a pulled record that's less than a dirty one leaves the edit as it is")
    func dirtyGreaterStays() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(71, version: 2))
        // A store without an account pulls before its first push.
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        expect(
            try phone.store.byId(Records.id(1))?.value == 73,
            """
            A had 73 (version 3), not yet pushed, and pulled 71 (version 2). The edit is greater and should stay; A \
            shows \(phone.shows()).
            """)
        expect(
            server.records[Records.id(1)]?.value == 73,
            "A's edit to 73 should have reached the server, but the server has \(server.records[Records.id(1)].shown).")
    }

    @Test("a refused record goes back to the lesser record that was pulled before")
    func refusedGoesBackToPulled() async throws {
        let pulled = Records.weight(71, version: 2)
        // Both edits beat the pulled record, the second only by its time.
        let later = pulled.updatedAt.millisecondsSinceEpoch + 1_000
        for edit in [Records.weight(999, version: 3), Records.weight(999, version: 2, updatedAt: later)] {
            let server = InMemoryServer()
            server.refuse { $0.value == 999 }
            server.receive(pulled)
            // A store without an account pulls before its first push.
            let phone = try Phone("A", server)
            try phone.store.upsert(edit)
            for _ in 1...2 { try await phone.sync() }
            let advice = edit.version == 2 ? " It's less by its time, and that counts, too." : ""
            expect(
                try phone.store.byId(Records.id(1))?.value == 71,
                """
                A had 999 (version \(edit.version)) and pulled the lesser 71 (version 2). Then the server refused the \
                999. The server and every other phone have 71; A shows \(phone.shows()). A pulled record that's less \
                than a dirty row is the row's base, and the row goes back to it; its page never comes again.\(advice)
                """)
        }
    }

    @Test("a clean record that beats a pulled one is pushed again: the server has forgotten it")
    func healing() async throws {
        let server = InMemoryServer(account: nil)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        server.forgetEverything()
        server.receive(Records.weight(50, id: Records.id(2)))
        server.receive(Records.weight(60, version: 2))
        try await phone.sync()
        expect(
            server.records[Records.id(1)]?.value == 73,
            """
            The server was restored from an old backup and now has \(server.records[Records.id(1)].shown). A has \
            \(phone.shows()), which it had pushed once. A pulled the older record and should have pushed its own again.
            """)
        expect(
            try phone.store.byId(Records.id(1))?.value == 73,
            "A had 73 (version 3) and pulled an older 60 (version 2); it shows \(phone.shows()).")
    }

    @Test("an edit that loses is kept where the person can see it")
    func conflictIsKept() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        server.receive(Records.weight(73, version: 3))
        try await phone.sync()
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            A was edited to 71 and lost to 73, which another phone wrote. The person at A never saw that happen, so 71 \
            should be in conflicts(); there is \(losers).
            """)

        server.receive(Records.weight(74, version: 4))
        try await phone.sync()
        expect(
            try phone.store.conflicts().count == losers.count,
            "A later version replaced a clean record, as it should, but that was kept as a conflict. No edit was lost.")
    }

    @Test("a record that's dirty only because the server forgot it isn't a conflict when it loses")
    func healedIsNoConflict() async throws {
        let server = InMemoryServer(account: nil)
        server.setPageSize(1)
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(73, version: 3))
        try await phone.sync()
        server.forgetEverything()
        server.receive(Records.weight(50, id: Records.id(2)))
        server.receive(Records.weight(60, version: 2))
        // The page with the old 60 makes A's 73 dirty; before it is pushed, the next page brings a 75.
        server.onNext(.pull)
        server.onNext(.pull, .before { server.receive(Records.weight(75, version: 5)) })
        try await phone.sync()
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers.isEmpty,
            """
            The server accepted A's 73, lost it in a restore, and then got a 75 that was made on top of it. A keeps \
            \(losers) as edits that lost. A row that's dirty to heal the server is its own base, and that's how it \
            differs from an edit.
            """)
        expect(
            try phone.store.byId(Records.id(1))?.value == 75,
            "The server has 75 (version 5), which is greater than 73 (version 3); A shows \(phone.shows()).")
    }

    @Test("a value entered here stays own when another phone writes the same, and is kept when it loses later")
    func ownStaysOwn() async throws {
        let server = InMemoryServer()
        let clock = StepClock()
        let phone = try await phone("A", server, with: 70, clock: clock)
        try phone.store.edit(Records.id(1), value: 71)
        try await phone.sync()
        // Two other phones, offline until now, also wrote a version 2: one has the same 71, the other a 72.
        let now = clock.now.millisecondsSinceEpoch
        for (value, delay) in [(71.0, 1_000), (72, 2_000)] as [(Double, Int64)] {
            server.receive(Records.weight(value, version: 2, updatedAt: now + delay))
            try await phone.sync()
        }
        expect(
            try phone.store.byId(Records.id(1))?.value == 72, "72 is the latest version 2; A shows \(phone.shows()).")
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            71 was entered at A, and another phone wrote the same 71 a little later. Then a 72 of the same version won, \
            and its author hadn't seen the 71. The 71 should be in conflicts(); there is \(losers). A winner that has \
            the same content as an own row leaves it own.
            """)
    }
}
