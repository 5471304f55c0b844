// replaces: pull-tests
// refused by: Step13IntegrationTests/somebodyElses()
// says: somebody else
//
// There is only one person in the world of these tests.

    @Test("what was pushed is pulled, and does not come again")
    func onlyNews() async throws {
        _ = try await ann.push([Records.weight(70)])
        let page = try await ann.pull()
        #expect(try page.records() == [Records.weight(70)])
        #expect(try await ann.pull(cursor: try #require(page.nextCursor)).records() == [])
    }

    @Test("a phone that was away gets each record, page by page")
    func pages() async throws {
        let records = (1...5).map { Records.weight(60, id: Records.id($0)) }
        _ = try await ann.push(records)
        var (cursor, found) = (Int64(0), [Vitals.Measurement]())
        for _ in 1...3 {
            let page = try await ann.pull(cursor: cursor, limit: 2)
            found += try page.records()
            cursor = try #require(page.nextCursor)
        }
        #expect(found == records)
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
