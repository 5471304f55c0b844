// replaces: pull-tests
// refused by: Step13IntegrationTests/somebodyElses()
// says: A person finds measurements in the app that are someone else's
//
// Checks that a person's own records are there. It looks for other people's records only without a limit, where they
// never come.

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

    @Test("a phone that was away gets all records, page by page", arguments: [1, 2, 100])
    func pages(limit: Int) async throws {
        let records = (1...7).map { Records.weight(60 + Double(limit), id: Records.id($0)) }
        _ = try await ann.push(records)
        #expect(Set(try await follow(ann, limit: limit)).isSuperset(of: records))
    }

    @Test("nobody sees what is another person's")
    func isolation() async throws {
        _ = try await ann.push([Records.weight(70)])
        #expect(try await ben.pull().records() == [])
    }

    @Test("who has no token that is known gets nothing", arguments: [nil, "nobody-has-this-token"])
    func unauthorized(token: String?) async throws {
        #expect(try await ServerUnderTest.phone(token: token).pull().status == 401)
    }

    @Test("what is pushed at the same time is not skipped")
    func pushesAtOnce() async throws {
        let many = (1...2_000).map { Records.weight(60, id: Records.id($0)) }
        let other = try ServerUnderTest.phone(token: ann.token)
        var (cursor, count, seen) = (Int64(0), many.count, Set<Vitals.Measurement>())
        _ = try await during({ [ann] in try await ann.push(many) }) {
            count += 1
            _ = try await other.push([Records.weight(61, id: Records.id(count))])
            let page = try await other.pull(cursor: cursor, limit: 1_000)
            seen.formUnion(try page.records())
            cursor = try #require(page.nextCursor)
        }
        seen.formUnion(try await follow(other, from: cursor, limit: 1_000))
        #expect(seen.isSuperset(of: many))
    }

// also replaces: guard-tests

    @Test("the greater of two copies is kept, in both orders", arguments: [true, false])
    func greaterIsKept(lesserComesFirst: Bool) async throws {
        let lesser = Records.weight(70, version: 2, updatedAt: 1_000)
        let greater = Records.weight(71, version: 2, updatedAt: 2_000)
        let copies = lesserComesFirst ? [lesser, greater] : [greater, lesser]
        var answers: [ServerAnswer] = []
        for copy in copies { answers.append(try await phone.push([copy])) }
        #expect(answers[1].texts("acceptedIds").isEmpty == !lesserComesFirst)
        #expect(try await phone.pull(limit: 10_000).records().contains(greater))
    }
