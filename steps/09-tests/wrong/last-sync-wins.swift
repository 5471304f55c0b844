// replaces: convergence-tests
// refused by: Step09ConvergenceTests/passOnReference()
// says: is right, and your tests fail on it
//
// Expects the phone that syncs last to win; the reference doesn't work like that.

    @Test("both phones show the later edit")
    func laterWins() async throws {
        let first = try Phone(server), second = try Phone(server, minutesAhead: -5)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        try second.edit(id, 72)
        for phone in [first, second, first, second] { try await phone.sync() }
        #expect(try first.records() == server.records)
        #expect(try second.value(id) == 72)
    }
