// replaces: convergence-tests
// refused by: Step09ConvergenceTests/longAbsence()
// says: Several wrong engines slip through: does each of your tests compare
//
// Plays every story but compares nothing.

    @Test("both phones show the later edit")
    func laterWins() async throws {
        let first = try Phone(server), second = try Phone(server, minutesAhead: 5)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        try second.edit(id, 72)
        for phone in [first, second, first, second] { try await phone.sync() }
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
    }

    @Test("a phone that was away gets everything")
    func away() async throws {
        let first = try Phone(server), second = try Phone(server)
        for phone in [first, second] { try await phone.sync() }
        for value in 60..<67 { _ = try first.add(Double(value)) }
        server.setPageSize(2)
        for phone in [first, second] { try await phone.sync() }
    }
