// replaces: guard-tests
// refused by: Step13IntegrationTests/thrownAway()
// says: A phone shows an edit as saved, but the server has thrown it away
//
// Looks at what's stored afterwards, but never at the response to the push.

    @Test("the greater of two copies is kept, in both orders")
    func greaterIsKept() async throws {
        let lesser = Records.weight(70, version: 2, updatedAt: 1_000)
        let greater = Records.weight(71, version: 2, updatedAt: 2_000)
        for copies in [[lesser, greater], [greater, lesser]] {
            let phone = try ServerUnderTest.phoneOfSomebodyNew()
            for copy in copies { _ = try await phone.push([copy]) }
            #expect(try await phone.pull().records() == [greater])
        }
    }
