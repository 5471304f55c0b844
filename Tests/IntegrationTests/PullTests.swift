import Foundation
import StepSupport
import Testing
import Vitals

/// Your tests of the pull: a phone that follows the cursor gets every record of its person, and no other person's.
@Suite("Pull", .serverUnderTest, .enabled(if: ServerUnderTest.isAvailable, "\(TestDatabase.hint)"))
struct PullTests {
    /// Phones of two people who have nothing on the server yet.
    let ann: ServerClient
    let ben: ServerClient

    init() throws {
        ann = try ServerUnderTest.phoneOfSomebodyNew()
        ben = try ServerUnderTest.phoneOfSomebodyNew()
    }

    // @write 13 pull-tests
    /// Pulls page by page from `cursor` on, until a page is empty.
    func follow(_ phone: ServerClient, from cursor: Int64 = 0, limit: Int) async throws -> [Vitals.Measurement] {
        var (cursor, found) = (cursor, [Vitals.Measurement]())
        while true {
            let page = try await phone.pull(cursor: cursor, limit: limit)
            try #require(page.status == 200)
            let next = try #require(page.nextCursor)
            let records = try page.records()
            guard !records.isEmpty else {
                #expect(next == cursor, "an empty page leaves the cursor where it is")
                return found
            }
            try #require(next > cursor, "a page moves the cursor on")
            found += records
            cursor = next
        }
    }

    @Test("a phone that was away gets each record once, page by page", arguments: [1, 2, 3, 100])
    func pages(limit: Int) async throws {
        let records = (1...7).map { Records.weight(60 + Double($0), id: Records.id($0), recordedAt: Int64(9 - $0)) }
        for record in records { _ = try await ann.push([record]) }
        let found = try await follow(ann, limit: limit)
        #expect(found == records)
    }

    @Test("what was pulled does not come again, until it is edited")
    func onlyNews() async throws {
        _ = try await ann.push([Records.weight(70, id: Records.id(1)), Records.weight(71, id: Records.id(2))])
        let cursor = try #require(try await ann.pull().nextCursor)
        #expect(try await ann.pull(cursor: cursor, limit: 10).records() == [])
        let edited = Records.weight(72, id: Records.id(1), version: 2)
        _ = try await ann.push([edited])
        #expect(try await ann.pull(cursor: cursor, limit: 10).records() == [edited])
    }

    @Test("nobody sees what is another person's")
    func isolation() async throws {
        _ = try await ann.push([Records.weight(70)])
        // With a limit, as phones pull: without one the server looks where the asker's own log ends, and Ben has none.
        #expect(try await ben.pull(limit: 10).records() == [])
        _ = try await ben.push([Records.weight(99, version: 9)])
        #expect(try await ann.pull(limit: 10).records() == [Records.weight(70)])
        #expect(try await ann.pull().records() == [Records.weight(70)])
    }

    @Test("who has no token that is known gets nothing", arguments: [nil, "nobody-has-this-token"])
    func unauthorized(token: String?) async throws {
        let stranger = try ServerUnderTest.phone(token: token)
        #expect(try await stranger.pull().status == 401)
        #expect(try await stranger.push([Records.weight(70)]).status == 401)
    }

    @Test("what is pushed at the same time is not skipped")
    func pushesAtOnce() async throws {
        let many = (1...2_000).map { Records.weight(60, id: Records.id($0)) }
        let other = try ServerUnderTest.phone(token: ann.token)
        var (cursor, count, seen) = (Int64(0), many.count, Set<Vitals.Measurement>())
        let answer = try await during({ [ann] in try await ann.push(many) }) {
            count += 1
            _ = try await other.push([Records.weight(61, id: Records.id(count))])
            let page = try await other.pull(cursor: cursor, limit: 100)
            seen.formUnion(try page.records())
            cursor = try #require(page.nextCursor)
        }
        #expect(answer.status == 200)
        seen.formUnion(try await follow(other, from: cursor, limit: 1_000))
        #expect(seen.count == count, "a phone that followed the cursor never saw \(count - seen.count) records")
    }
    // @starter
    //| // Write your tests here. Make this one the first of them: `ann` and `ben` are phones of two people.
    //| @Test("a phone that was away gets each record once, page by page")
    //| func pages() async throws {
    //|     throw NotWritten(13, "push some records, and pull them with a small limit until a page is empty")
    //| }
    // @end
}
