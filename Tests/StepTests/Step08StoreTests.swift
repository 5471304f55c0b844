import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: What an answer to a push does

    @Test("a copy that the server accepted is clean, and a sync reports what it did")
    func pushConfirms() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(71.5))
        let report = try await phone.sync()
        expect(
            server.records[Records.id(1)].shown == "71.5 (version 1)",
            "A's only record should be on the server after a sync; the server has \(server.records[Records.id(1)].shown)."
        )
        expect(
            try phone.store.dirty().isEmpty,
            "The server accepted A's record, but A still marks it dirty: it would be pushed with every sync.")
        expect(
            report.pushedCount == 1 && report.acceptedCount == 1,
            """
            A had one record to push. The report says that \(report.pushedCount) were pushed and \
            \(report.acceptedCount) accepted: something marked it dirty again.
            """)
    }

    @Test("an edit made while its record is being pushed stays dirty", .serialized, arguments: [[72], [80, 71]])
    func editInFlight(values: [Double]) async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        let store = phone.store
        server.onNext(.push, .inFlight { for value in values { try store.edit(Records.id(1), value: value) } })
        // The phone loses its connection right after the push, so that nothing else can repair the effect of the
        // response.
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        let edits = values.map { "\($0)" }.joined(separator: " and then ")
        expect(
            try phone.isDirty(Records.id(1)),
            """
            A pushed 71 and was edited to \(edits) before the response came. The response is for the 71 that was \
            pushed, version 2; the row is \(phone.shows()) now and no longer dirty. Only a pull that happens to bring \
            the 71 back could repair that. If another phone's later version comes first, the edit is gone, and in no \
            list of conflicts.
            """)
    }

    @Test("a refused edit goes back to the copy that the server accepted meanwhile")
    func refusedEditGoesBack() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 999 }
        let phone = try await phone("A", server, with: 70)
        let store = phone.store
        try store.edit(Records.id(1), value: 71)
        server.onNext(.push, .inFlight { try store.edit(Records.id(1), value: 999) })
        // Both syncs end before a pull can report what the server has.
        for _ in 1...2 {
            server.onNext(.pull, .answer(.unauthorized))
            _ = try await phone.syncThatMayFail()
        }
        expect(
            try store.byId(Records.id(1))?.value == 71,
            """
            A pushed 71 and was edited to 999 before the response came. The server accepted 71, and then refused 999. A \
            should go back to what the server has, 71 (version 2), but shows \(phone.shows()): a copy that was accepted \
            is the base of the edit that was made meanwhile.
            """)
    }

    @Test("unchanged is as good as accepted, because the server has that very copy")
    func unchangedIsClean() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        try phone.store.edit(Records.id(1), value: 71)
        server.onNext(.push, .loseAnswer)
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        expect(
            try phone.store.dirty().isEmpty,
            """
            The response to A's push was lost, so A pushed again and the server said "unchanged": it has the record \
            already. A still marks it dirty.
            """)
    }

    @Test("a record that lost on the server is replaced by the greater one in the response")
    func staleIsAdopted() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        server.receive(Records.weight(75, version: 5))
        try phone.store.edit(Records.id(1), value: 71)
        server.onNext(.pull, .answer(.unauthorized))
        _ = try await phone.syncThatMayFail()
        expect(
            try phone.store.byId(Records.id(1))?.value == 75,
            """
            A pushed 71 (version 2); the server has 75 (version 5) and sent it along as stale. A should show it at \
            once, but shows \(phone.shows()).
            """)
        expect(try phone.store.dirty().isEmpty, "A has the server's own record, but still marks it dirty.")
    }

    @Test("a refused record moves to rejected() with its reason, and the others are pushed")
    func refusedIsMovedOut() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 999 }
        let phone = try Phone("A", server)
        for (number, value) in [(1, 70.0), (2, 999), (3, 72)] {
            try phone.store.upsert(Records.weight(value, id: Records.id(number)))
        }
        try await phone.sync()
        expect(
            Set(server.records.keys) == [Records.id(1), Records.id(3)],
            "The server refuses one of three records. It should have the other two, but has \(server.records.count).")
        let refused = try phone.store.rejected()
        expect(
            refused.map(\.measurement.id) == [Records.id(2)] && refused.first?.code == "refused",
            "The refused record should be in rejected() with the server's reason; there is \(refused.map(\.code)).")
        expect(
            try phone.store.dirty().isEmpty,
            "The refused record is still dirty: it would be pushed and refused with every sync.")
    }

    // MARK: -

    /// A phone that has synced one record, received from the server: bound, clean, at version 1.
    func phone(_ name: String, _ server: InMemoryServer, with value: Double, clock: StepClock = StepClock())
        async throws
        -> Phone
    {
        server.receive(Records.weight(value))
        let phone = try Phone(name, server, clock: clock)
        try await phone.sync()
        return phone
    }
}
