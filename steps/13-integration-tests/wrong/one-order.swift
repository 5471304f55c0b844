// replaces: guard-tests
// refused by: Step13IntegrationTests/whoCameLast()
// says: whenever one of them syncs, it puts its own edit back
//
// Always pushes the copies in the same order, the lesser one first.

    @Test("the greater copy replaces the lesser one")
    func greaterIsTaken() async throws {
        _ = try await phone.push([Records.weight(70, version: 2, updatedAt: 1_000)])
        let greater = Records.weight(71, version: 2, updatedAt: 2_000)
        let answer = try await phone.push([greater])
        #expect(answer.texts("acceptedIds").count == 1)
        #expect(try await phone.pull().records() == [greater])
    }

    @Test("an older version is not accepted")
    func oldVersion() async throws {
        _ = try await phone.push([Records.weight(71, version: 2)])
        #expect(try await phone.push([Records.weight(70, version: 1)]).texts("acceptedIds") == [])
    }
