// replaces: convergence-tests
// refused by: Step09ConvergenceTests/longAbsence()
// says: lacks much of what the other phone wrote in that time
//
// Never uses more records than a page holds.

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

    @Test("an edit made during a sync arrives", arguments: [InMemoryServer.Request.push, .pull])
    func inFlight(request: InMemoryServer.Request) async throws {
        let first = try Phone(server), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try second.edit(id, 72)
        try await second.sync()
        if request == .push { try first.edit(id, 73) }
        server.onNext(request, .inFlight { for value in [74.0, 75, 76] { try first.edit(id, value) } })
        for phone in [first, second, first, second] { try await phone.sync() }
        #expect(try second.value(id) == 76)
    }

    @Test("without a network a sync fails")
    func offline() async throws {
        let phone = try Phone(server)
        server.setReachable(false)
        await #expect(throws: SyncError.self) { try await phone.sync() }
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
