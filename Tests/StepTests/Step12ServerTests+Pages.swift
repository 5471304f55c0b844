import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of the pages of a pull: what's on them, where they end, and which receipt they carry.
extension Step12ServerTests {
    @Test("a phone that has everything gets an empty page, which repeats its cursor")
    func upToDate() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        _ = try await phone.push([ServerRecords.weight(1), ServerRecords.weight(2)])
        let page = try await phone.pull(limit: 10)
        let cursor = try #require(page.nextCursor, "A pull's response must have a nextCursor; it was \(page).")
        let empty = try await phone.pull(cursor: cursor, limit: 10)
        // A log that was restored from a backup ends before a phone's cursor.
        let beyond = try await phone.pull(cursor: cursor + 5, limit: 10)
        try #require(
            try empty.records().isEmpty,
            """
            A phone has pulled everything, up to \(cursor). With that cursor the page must be empty, and it's \(empty). A \
            phone pulls until a page is empty.
            """)
        expect(
            empty.nextCursor == cursor,
            """
            An empty page must repeat the cursor of its request, \(cursor), and its nextCursor is \
            \(empty.nextCursor.map(String.init) ?? "missing"). The phone stores it, and pulls from there next time.
            """)

        expect(
            beyond.nextCursor == cursor + 5,
            """
            Ann's log ends at \(cursor), and a phone of hers pulled with cursor \(cursor + 5). An empty page must repeat that \
            cursor, whatever the log's last number is, and the response was \(beyond).
            """)

        // A server of its own, because a number that overflows would end the one of the other tests.
        let server = try await fixture.startServer()
        let far = try? await ServerClient(server, token: fixture.newUser().token).pull(cursor: .max, limit: 10)
        expect(
            far?.status == 200,
            """
            A phone sent the greatest cursor there is, \(Int64.max). It must get an empty page, and it got \
            \(far.map { "\($0)" } ?? "no response"). If you count on from that number, it overflows, and the whole server \
            ends.
            """)
        withExtendedLifetime(server) {}
    }

    @Test("a new database's first record isn't skipped, and a page is in order of seq even without an index")
    func newDatabase() async throws {
        let fixture = try await blocking { try ServerFixture() }
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        _ = try await phone.push((1...3).map { ServerRecords.weight($0) })
        let first = try await phone.send("GET", "/sync/pull").records().count
        expect(
            first == 3,
            "The log of a new database begins with seq 1. A pull without a cursor must return all 3 records; it returned \(first)."
        )

        // Frees the place of the first row, which the next new record takes. So rows no longer lie in order of seq, and
        // without its index the database reads them as they lie.
        _ = try await phone.push([ServerRecords.weight(1, 80, version: 2)])
        try await fixture.query("VACUUM measurements")
        _ = try await phone.push([ServerRecords.weight(9)])
        try await fixture.query("DROP INDEX measurements_user_seq")
        let numbers = try await fixture.numbers(of: user)
        let page = try await phone.pull(cursor: 0, limit: 2)
        let ids = try page.records().map { $0.id.uuidString.lowercased() }
        expect(
            ids == numbers.sorted { $0.value < $1.value }.prefix(2).map(\.key),
            """
            A page of two must be the two records with the least seq, in order, whichever way the database finds its rows. \
            The numbers are \(numbers), and the page was \(ids). A phone never asks again for what a page leaves out.
            """)
    }

    @Test("a phone that pages sees every record once, and each page ends at its own last record")
    func pages() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        _ = try await phone.push((1...5).map { ServerRecords.weight($0, updatedAt: 1_781_940_000_000 - Int64($0)) })
        // Greater by its version than the two that come after it.
        _ = try await phone.push([
            ServerRecords.weight(1, 80, version: 2), ServerRecords.weight(9), ServerRecords.weight(10),
        ])
        let numbers = try await fixture.numbers(of: user)

        var (cursor, seen): (Int64, [String]) = (0, [])
        for page in 1...6 {
            let answer = try await phone.pull(cursor: cursor, limit: 2)
            let ids = try answer.records().map { $0.id.uuidString.lowercased() }
            try #require(
                page > 1 || !ids.isEmpty,
                """
                Ann has 7 records, and her first page is empty: \(answer). A guess: `through` is nil here and becomes NULL, \
                and no comparison with NULL is true.
                """)
            guard let last = ids.last else { break }
            expect(ids.count <= 2, "A page may hold 2 records with limit=2; page \(page) holds \(ids.count).")
            let next = try #require(answer.nextCursor, "Page \(page) has no nextCursor: \(answer).")
            expect(
                next == numbers[last],
                """
                Page \(page) must end with the seq of its own last record, \(numbers[last] ?? 0). Its nextCursor is \
                \(next): what's in between is skipped or sent twice.
                """)
            seen += ids
            cursor = next
        }
        let expected = numbers.sorted { $0.value < $1.value }.map(\.key)
        expect(
            seen == expected,
            """
            Paging must return each of the 7 records once, in the order of seq: \(expected). The pages had \(seen.count): \
            \(seen).
            """)
    }

    @Test("a page carries the receipt of the last log row, and a receipt of another history is refused")
    func pullReceipts() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        let earlier = try await phone.push([ServerRecords.weight(1)]).headers["vitals-receipt"] ?? ""
        _ = try await phone.push([ServerRecords.weight(2)])
        let part = try await phone.pull(limit: 1)
        let page = try await phone.pull(limit: 10)
        let cursor = page.nextCursor ?? 0
        let empty = try await phone.pull(cursor: cursor, limit: 10)
        for (name, answer) in [("the whole page", page), ("the empty page after it", empty), ("a page of one", part)] {
            let receipt = answer.headers["vitals-receipt"] ?? "none"
            try #require(
                receipt.hasPrefix("\(cursor)."),
                """
                The log ends at \(cursor), and the receipt of \(name) is \(receipt). It must name the last log row, \
                wherever the page ends. The head of a `PullOutcome` is `rows.checkedHead(receipt)`, and the route adds its \
                receipt to the response.
                """)
        }
        let receipt = page.headers["vitals-receipt"] ?? ""
        let path = "/sync/pull?limit=1&cursor="
        for own in [receipt, earlier] {
            let again = try await phone.send("GET", path + "0", headers: ["Vitals-Receipt": own])
            expect(
                again.status == 200,
                """
                A pull with the server's own receipt was answered with \(again). Give the receipt to `page(…)`, too. (The log \
                ends at \(cursor), and the receipt was of \(own.prefix { $0 != "." }): any row of the log will do.)
                """)
        }
        let foreign = "\(receipt.prefix { $0 != "." }).0123456789abcdef"
        for (start, page) in [(0, "a page of one"), (cursor, "an empty page")] {
            let refused = try await phone.send("GET", path + "\(start)", headers: ["Vitals-Receipt": foreign])
            expect(
                refused.status == 409,
                """
                A pull of \(page) that brings the receipt of another history must be answered with 409, not \(refused). \
                `rows.checkedHead(_:)` compares it: pass it the receipt that `pull` was given.
                """)
        }
    }

    @Test("a pull of the whole set ends at its nextCursor, even if a record is written while it reads")
    func wholeSetEndsAtItsCursor() async throws {
        // A separate database, because no test can read the table while the other session locks it.
        let fixture = try await blocking { try ServerFixture() }
        let user = fixture.newUser()
        _ = try await fixture.phone(of: user).push([ServerRecords.weight(1)])
        _ = try await fixture.phone(of: user).pull(limit: 1)
        let other = try await HeldTransaction.begin(
            "LOCK TABLE measurements IN ACCESS EXCLUSIVE MODE",
            last: ServerRecords.statement(writing: 2, for: user), on: fixture.database)
        async let pulled = fixture.phone(of: user).pull()
        for _ in 0..<100 {
            if try await other.waitingSessions() > 0 { break }
        }
        try await other.commit()
        let whole = try await pulled
        let next = try #require(whole.nextCursor, "A pull's response must have a nextCursor; it was \(whole).")
        let numbers = try await fixture.numbers(of: user)
        let beyond = try whole.records().compactMap { numbers[$0.id.uuidString.lowercased()] }.filter { $0 > next }
        expect(
            beyond.isEmpty,
            """
            A pull without `limit` read the end of the log, \(next), and then its pages; a push wrote record \
            \(beyond.first ?? 0) in between. The response says nextCursor \(next) but has that record anyway, so \
            the next pull sends it again. A page must not go beyond `through`.
            """)
        let after = try await fixture.phone(of: user).pull(cursor: next, limit: 10)
        let seen = try Set((whole.records() + after.records()).map(\.id))
        expect(
            seen == [ServerRecords.id(1), ServerRecords.id(2)],
            "The whole set and the pull after it must return both records of this user; they returned \(seen.count).")

        // The same lock, and meanwhile a user is deleted whose token was found already.
        let ben = fixture.newUser()
        let later = try await HeldTransaction.begin(
            "LOCK TABLE measurements IN ACCESS EXCLUSIVE MODE", last: "DELETE FROM users WHERE id = '\(ben.id)'",
            on: fixture.database)
        async let page = fixture.phone(of: ben).pull(limit: 1)
        for _ in 0..<100 {
            if try await later.waitingSessions() > 0 { break }
        }
        try await later.commit()
        let gone = try await page
        expect(
            gone.status == 401,
            """
            Ben was deleted while his pull waited for the database. It must be answered with 401, not \(gone). No row at all \
            isn't an empty page: `checkedHead` throws for it.
            """)
    }
}
