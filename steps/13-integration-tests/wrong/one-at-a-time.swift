// replaces: pull-tests
// refused by: Step13IntegrationTests/nowAndThen()
// says: when two phones sync at the same moment, a third one never gets one of their records
//
// Sends one request after the other, so nothing ever happens at the same time.

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
