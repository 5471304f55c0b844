// replaces: pull-tests
// refused by: Step13IntegrationTests/lacksTheRest()
// says: shows the first part of what it missed, but never the rest
//
// Sends a limit and follows the cursor, but never has more records than the server reads at once.

    func follow(_ phone: ServerClient, from cursor: Int64 = 0, limit: Int) async throws -> [Vitals.Measurement] {
        var (cursor, found) = (cursor, [Vitals.Measurement]())
        while true {
            let page = try await phone.pull(cursor: cursor, limit: limit)
            let records = try page.records()
            if records.isEmpty { return found }
            found += records
            cursor = try #require(page.nextCursor)
        }
    }

    @Test("a phone that was away gets each record once")
    func pages() async throws {
        let records = (1...7).map { Records.weight(60, id: Records.id($0)) }
        _ = try await ann.push(records)
        #expect(try await follow(ann, limit: 100) == records)
    }

    @Test("nobody sees what is another person's")
    func isolation() async throws {
        _ = try await ann.push([Records.weight(70)])
        #expect(try await ben.pull(limit: 10).records() == [])
        _ = try await ben.push([Records.weight(99, version: 9)])
        #expect(try await ann.pull(limit: 10).records() == [Records.weight(70)])
    }

    @Test("who has no token that is known gets nothing", arguments: [nil, "nobody-has-this-token"])
    func unauthorized(token: String?) async throws {
        #expect(try await ServerUnderTest.phone(token: token).pull().status == 401)
    }

    @Test("what is pushed at the same time is not skipped")
    func pushesAtOnce() async throws {
        let many = (1...900).map { Records.weight(60, id: Records.id($0)) }
        let other = try ServerUnderTest.phone(token: ann.token)
        var (cursor, count, seen) = (Int64(0), many.count, Set<Vitals.Measurement>())
        _ = try await during({ [ann] in try await ann.push(many) }) {
            count += 1
            _ = try await other.push([Records.weight(61, id: Records.id(count))])
            let page = try await other.pull(cursor: cursor, limit: 10_000)
            seen.formUnion(try page.records())
            cursor = try #require(page.nextCursor)
        }
        seen.formUnion(try await follow(other, from: cursor, limit: 10_000))
        #expect(seen.count == count)
    }
