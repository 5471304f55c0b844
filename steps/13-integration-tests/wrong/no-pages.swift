// replaces: pull-tests
// refused by: Step13IntegrationTests/sameAgain()
// says: A phone that has everything fetches something with every sync
//
// Pulls everything at once wherever something might come twice, so no page ever begins where another one ended.

    @Test("what was pushed is pulled, and does not come again")
    func onlyNews() async throws {
        _ = try await ann.push([Records.weight(70)])
        let page = try await ann.pull()
        #expect(try page.records() == [Records.weight(70)])
        #expect(try await ann.pull(cursor: try #require(page.nextCursor)).records() == [])
    }

    @Test("nobody sees what is another person's")
    func isolation() async throws {
        _ = try await ann.push([Records.weight(70)])
        #expect(try await ben.pull(limit: 10).records() == [])
    }

    @Test("who has no token that is known gets nothing")
    func unauthorized() async throws {
        #expect(try await ServerUnderTest.phone(token: nil).pull().status == 401)
    }

    @Test("what is pushed at the same time is not skipped")
    func pushesAtOnce() async throws {
        let many = (1...2_000).map { Records.weight(60, id: Records.id($0)) }
        let other = try ServerUnderTest.phone(token: ann.token)
        var (cursor, count, seen) = (Int64(0), many.count, Set<Vitals.Measurement>())
        _ = try await during({ [ann] in try await ann.push(many) }) {
            count += 1
            _ = try await other.push([Records.weight(61, id: Records.id(count))])
            let page = try await other.pull(cursor: cursor)
            seen.formUnion(try page.records())
            cursor = try #require(page.nextCursor)
        }
        seen.formUnion(try await ann.pull(cursor: cursor).records())
        #expect(seen.count == count)
    }
