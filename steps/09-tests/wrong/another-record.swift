// replaces: convergence-tests
// refused by: Step09ConvergenceTests/unsentEditGone()
// says: is gone as soon as something arrives from the other phone
//
// Something is entered during a sync, but never in the record that's on its way.

    @Test("both phones show the later edit")
    func laterWins() async throws {
        let first = try Phone(server), second = try Phone(server, minutesAhead: 5)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        try second.edit(id, 72)
        for phone in [first, second, first, second] { try await phone.sync() }
        #expect(try first.records() == server.records)
        #expect(try second.value(id) == 72)
    }

    @Test("what is entered during a sync arrives", arguments: [InMemoryServer.Request.push, .pull])
    func inFlight(request: InMemoryServer.Request) async throws {
        let first = try Phone(server), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        server.onNext(request, .inFlight { _ = try first.add(80) })
        for phone in [first, second, first, second] { try await phone.sync() }
        #expect(try second.records().count == 2)
        #expect(try second.records() == server.records)
    }

    @Test("an edit that lost is kept")
    func kept() async throws {
        let first = try Phone(server), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        for value in [72.0, 73] { try second.edit(id, value) }
        for phone in [second, first] { try await phone.sync() }
        #expect(try first.store.conflicts().map(\.loser.value) == [71])
    }

    @Test("a phone that was away gets everything")
    func away() async throws {
        let first = try Phone(server), second = try Phone(server)
        for phone in [first, second] { try await phone.sync() }
        for value in 60..<67 { _ = try first.add(Double(value)) }
        server.setPageSize(2)
        for phone in [first, second] { try await phone.sync() }
        #expect(try second.records() == server.records)
    }

    @Test("without a network a sync fails")
    func offline() async throws {
        let phone = try Phone(server)
        server.setReachable(false)
        await #expect(throws: SyncError.self) { try await phone.sync() }
    }
