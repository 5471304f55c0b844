// replaces: convergence-tests
// refused by: Step09ConvergenceTests/editDuringSyncLost()
// says: What a person enters during a sync never reaches the other phone
//
// Nothing is edited while a push is under way.

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

    @Test("an edit made while a page comes in is not overwritten")
    func duringPull() async throws {
        let first = try Phone(server), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try second.edit(id, 72)
        try await second.sync()
        server.onNext(.pull, .inFlight { for value in [74.0, 75, 76] { try first.edit(id, value) } })
        for phone in [first, second, first, second] { try await phone.sync() }
        #expect(try second.value(id) == 76)
    }
