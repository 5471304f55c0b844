// replaces: pull-tests
// refused by: Step13IntegrationTests/passOnReference()
// says: is right, and your tests fail on it
//
// Expects the first number of a new person's log to be 1, but everyone shares one log.

    @Test("the log begins at 1")
    func first() async throws {
        for phone in [ann, ben] {
            _ = try await phone.push([Records.weight(70)])
            #expect(try await phone.pull().nextCursor == 1)
        }
    }
