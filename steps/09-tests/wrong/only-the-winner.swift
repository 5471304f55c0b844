// replaces: convergence-tests
// refused by: Step09ConvergenceTests/losingEditUntraceable()
// says: An edit that lost to the other phone's can't be found anywhere
//
// Looks at the edit that won, never at what became of the other.

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
