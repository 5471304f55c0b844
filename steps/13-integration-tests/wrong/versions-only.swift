// replaces: guard-tests
// refused by: Step13IntegrationTests/whoCameFirst()
// says: which edit is left depends on whose phone synced first
//
// Every pair of copies differs in its version, so no other field is ever compared.

    @Test("the greater of two copies is kept, in both orders")
    func greaterIsKept() async throws {
        let copies = [Records.weight(70, version: 1), Records.weight(71, version: 2)]
        for order in [copies, copies.reversed()] {
            let phone = try ServerUnderTest.phoneOfSomebodyNew()
            for copy in order { _ = try await phone.push([copy]) }
            #expect(try await phone.pull().records() == [copies[1]])
        }
        _ = try await phone.push([copies[1]])
        #expect(try await phone.push([copies[0]]).texts("acceptedIds") == [])
    }
