import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of what a phone sees: shapes, statuses, pages.
@Suite("Step 12: the sync server", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"), .sharedServerFixture)
struct Step12ServerTests {
    @Test("what one phone pushes, another phone pulls exactly once")
    func pushedIsPulled() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let records = [
            ServerRecords.weight(2, 72.123456789), ServerRecords.weight(1, extra: [.init("label", .string("é"))]),
        ]
        let pushed = try await phone.push(records)
        try #require(pushed.status == 200, "A push of two good records must be answered with 200, not \(pushed).")
        expect(
            pushed.headers["content-type"]?.hasPrefix("application/json") == true,
            "A response must say that it is application/json; it says \(pushed.headers["content-type"] ?? "nothing").")
        expect(
            Set(pushed.texts("acceptedIds")) == [ServerRecords.text(1), ServerRecords.text(2)],
            "acceptedIds must name both new records, by their ids in lower case; the response was \(pushed).")

        let pulled = try await fixture.phone(of: user).pull(cursor: 0, limit: 10)
        try #require(pulled.status == 200, "A pull must be answered with 200, not \(pulled).")
        expect(
            try Set(pulled.records()) == Set(records),
            "The pull must return both records as they were pushed, to the last digit; the response was \(pulled).")
        let cursor = try #require(pulled.nextCursor, "A pull's response must have a nextCursor; it was \(pulled).")
        let last = try await fixture.numbers(of: user).values.max()
        expect(cursor == last, "nextCursor must be the seq of the page's last record, \(last ?? 0); it is \(cursor).")

        let empty = try await fixture.phone(of: user).pull(cursor: cursor, limit: 10)
        expect(
            try empty.records().isEmpty && empty.nextCursor == cursor,
            "Once everything has been pulled, a page must be empty and repeat the cursor \(cursor), not \(empty).")
    }

    @Test("a pull without a limit gets the whole set, with one a page, and one without a cursor begins at the start")
    func wholeSet() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        _ = try await phone.push((1...25).map { ServerRecords.weight($0) })
        let pulled = try await phone.send("GET", "/sync/pull")
        expect(
            try pulled.status == 200 && pulled.records().count == 25 && pulled.nextCursor != nil,
            "GET /sync/pull without parameters must return all 25 records and a nextCursor; it returned \(pulled).")
        let page = try await phone.send("GET", "/sync/pull?limit=2").records().count
        expect(
            page == 2,
            "GET /sync/pull?limit=2 must return a page of 2 records, not \(page). Hand the limit on to the service.")
    }

    @Test("a whole set that's larger than any page is sent whole")
    func wholeSetLargerThanAPage() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        _ = try await fixture.phone(of: user).push([ServerRecords.weight(1)])
        try await fixture.query(ServerRecords.statement(writingLarge: [2, 3, 4], for: user))
        let whole = try await fixture.phone(of: user).pull().records().count
        expect(
            whole == 4,
            """
            GET /sync/pull without a limit must return all 4 records of this user, who has more than fits on a page; it \
            returned \(whole). No `limit` means no page: call `pullAll(cursor:caller:)`.
            """)
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
        _ = try await phone.push([ServerRecords.weight(1, 80, version: 2), ServerRecords.weight(9)])
        let numbers = try await fixture.numbers(of: user)

        var (cursor, seen): (Int64, [String]) = (0, [])
        for page in 1...6 {
            let answer = try await phone.pull(cursor: cursor, limit: 2)
            let ids = try answer.records().map { $0.id.uuidString.lowercased() }
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
            Paging must return each of the 6 records once, in the order of seq: \(expected). The pages had \(seen.count): \
            \(seen).
            """)
    }

    @Test("a record of the wrong shape gets a 400 that says where, and nothing of the push is written")
    func wrongShape() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let good = ServerRecords.weight(1).json
        let bad = ServerRecords.weight(2).json.replacing("2026-06-20T07:20:00.125Z", with: "yesterday")
        for (body, path) in [
            ("{\"records\":[\(good),\(bad)]}", "records[1].updatedAt"), ("{\"items\":[]}", "records"), ("{", nil),
        ] {
            let answer = try await phone.push(body: body)
            expect(answer.status == 400, "A push with a broken body must be answered with 400, not \(answer).")
            expect(
                answer.headers["content-type"] == "application/problem+json",
                "An error must be application/problem+json; it is \(answer.headers["content-type"] ?? "nothing").")
            if let path {
                expect(answer.json?["path"]?.string == path, "The problem must name the path \(path): \(answer)")
            }
        }
        expect(
            try await fixture.logCount(of: user) == 0,
            "A push that was answered with 400 must write nothing, not even the good record before the bad one.")
    }

    @Test("a push whose body is over the limit gets a 413")
    func bodyTooLarge() async throws {
        let fixture = try ServerFixture.shared()
        let body = #"{"records":["# + String(repeating: " ", count: ServerFixture.maximumBodyBytes) + "]}"
        let answer = try await fixture.phone(of: fixture.newUser()).push(body: body)
        expect(
            answer.status == 413,
            """
            MAX_BODY_BYTES of this server is \(ServerFixture.maximumBodyBytes); a larger body must be answered with 413, not \
            \(answer). The limit is in the service's limits.
            """)
    }

    @Test(
        "a cursor or a limit that isn't valid gets a 400 that names it", .serialized,
        arguments: ["cursor=-1", "cursor=abc", "cursor=1.5", "limit=0", "limit=10001", "limit=ten"])
    func badParameters(_ parameter: String) async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let answer = try await fixture.phone(of: user).send("GET", "/sync/pull?" + parameter)
        expect(answer.status == 400, "GET /sync/pull?\(parameter) must be answered with 400, not \(answer).")
        expect(
            answer.json?["path"]?.string == String(parameter.prefix { $0 != "=" }),
            "The problem must name the parameter in `path`: \(answer)")
    }

    @Test("a page carries the receipt of the last log row, and a receipt of another history is refused")
    func pullReceipts() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        _ = try await phone.push([ServerRecords.weight(1)])
        let page = try await phone.pull(limit: 10)
        let cursor = page.nextCursor ?? 0
        let empty = try await phone.pull(cursor: cursor, limit: 10)
        for (name, answer) in [("a page", page), ("the empty page after it", empty)] {
            let receipt = answer.headers["vitals-receipt"] ?? "none"
            try #require(
                receipt.hasPrefix("\(cursor)."),
                """
                The receipt of \(name) must begin with the number of the last log row, \(cursor); it is \(receipt). The \
                head of a `PullOutcome` is `rows.checkedHead(receipt)`, and the route adds its receipt to the response.
                """)
        }
        let receipt = page.headers["vitals-receipt"] ?? ""
        let again = try await phone.send("GET", "/sync/pull?limit=1", headers: ["Vitals-Receipt": receipt])
        expect(
            again.status == 200,
            "A pull with the server's own receipt was answered with \(again). Give the receipt to `page(…)`, too.")
        let foreign = "\(receipt.prefix { $0 != "." }).0123456789abcdef"
        let refused = try await phone.send("GET", "/sync/pull?limit=1", headers: ["Vitals-Receipt": foreign])
        expect(
            refused.status == 409,
            """
            A pull that brings the receipt of another history must be answered with 409, not \(refused). \
            `rows.checkedHead(_:)` compares it: pass it the receipt that `pull` was given.
            """)
    }

    @Test("each response carries the receipt of the last log row, and a receipt of another history is refused")
    func receipts() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let pushed = try await phone.push([ServerRecords.weight(1)])
        let receipt = try #require(
            pushed.headers["vitals-receipt"], "A push that was accepted must be answered with a Vitals-Receipt.")
        let pulled = try await phone.pull(limit: 10)
        expect(
            pulled.headers["vitals-receipt"] == receipt,
            """
            A pull that ends with the record just pushed must carry its receipt, \(receipt); it carries \
            \(pulled.headers["vitals-receipt"] ?? "none").
            """)
        let again = try await phone.send("GET", "/sync/pull?limit=1", headers: ["Vitals-Receipt": receipt])
        expect(again.status == 200, "The server must know its own receipt; it answered \(again).")

        let foreign = "\(receipt.prefix { $0 != "." }).0123456789abcdef"
        for (method, path) in [("POST", "/sync/push"), ("GET", "/sync/pull?limit=1")] {
            let refused = try await phone.send(
                method, path, headers: ["Vitals-Receipt": foreign], body: method == "POST" ? #"{"records":[]}"# : nil)
            expect(
                refused.status == 409 && refused.json?["code"]?.string == "history_lost",
                "\(method) \(path) with the receipt of another history must be answered with 409 history_lost, not \(refused)."
            )
        }
    }
}
