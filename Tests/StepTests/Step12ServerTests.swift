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

    @Test("a pull begins at the request's cursor, with a limit and without")
    func wholeSetAfterACursor() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        _ = try await phone.push((1...3).map { ServerRecords.weight($0) })
        let cursor = try await phone.pull(limit: 1).nextCursor ?? 0
        for limit in [nil, 10] {
            let rest = try await phone.pull(cursor: cursor, limit: limit).records().count
            expect(
                rest == 2,
                """
                A phone pulled one of 3 records, and then GET /sync/pull?cursor=\(cursor)\(limit.map { "&limit=\($0)" } ?? ""). \
                The response must begin after it, with the other 2 records, and it has \(rest).
                """)
        }
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

    @Test("a record of the wrong shape gets a 400 that says where, and nothing of the push is written")
    func wrongShape() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let good = ServerRecords.weight(1).json
        let bad = ServerRecords.weight(2).json.replacing("2026-06-20T07:20:00.125Z", with: "yesterday")
        for (body, path) in [
            ("{\"records\":[\(good),\(bad)]}", "records[1].updatedAt"), ("{\"items\":[]}", "records"), ("{", nil),
            ("", nil),
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
        let user = fixture.newUser()
        let most = #"{"records":["# + String(repeating: " ", count: ServerFixture.maximumBodyBytes - 14) + "]}"
        let answer = try await fixture.phone(of: user).push(body: most + " ")
        expect(
            answer.status == 413,
            """
            MAX_BODY_BYTES of this server is \(ServerFixture.maximumBodyBytes); a larger body must be answered with 413, not \
            \(answer). The limit is in the service's limits.
            """)
        let taken = try await fixture.phone(of: user).push(body: most)
        expect(
            taken.status == 200,
            "A body of exactly MAX_BODY_BYTES must be taken, and it was answered with \(taken).")
        // In chunks, so that no header tells its size.
        let chunked = try await RawConnection.exchange(
            port: fixture.server.port,
            Array(
                """
                POST /sync/push HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(user.token)\r\n\
                Transfer-Encoding: chunked\r\n\r\n\(String(most.utf8.count + 1, radix: 16))\r\n\(most) \r\n0\r\n\r\n
                """.utf8))
        expect(
            chunked.status == 413,
            """
            A body came in chunks, without a `Content-Length`, and is larger than MAX_BODY_BYTES. It must be answered with 413, \
            not \(chunked.status) \(chunked.text). `collectBytes(limitBytes:)` counts what arrives.
            """)
    }

    @Test(
        "a cursor or a limit that isn't valid gets a 400 that names it", .serialized,
        arguments: [
            "cursor=-1", "cursor=abc", "cursor=1.5", "limit=0", "limit=10001", "limit=ten", "cursor=abc&limit=5",
            "limit=ten&cursor=0",
        ])
    func badParameters(_ parameter: String) async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let answer = try await fixture.phone(of: user).send("GET", "/sync/pull?" + parameter)
        expect(answer.status == 400, "GET /sync/pull?\(parameter) must be answered with 400, not \(answer).")
        expect(
            answer.json?["path"]?.string == String(parameter.prefix { $0 != "=" }),
            "The problem must name the parameter in `path`: \(answer)")
    }

    @Test("a push's response carries the receipt of the last log row, and a receipt of another history is refused")
    func receipts() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        let pushed = try await phone.push([ServerRecords.weight(1)])
        let receipt = try #require(
            pushed.headers["vitals-receipt"], "A push that was accepted must be answered with a Vitals-Receipt.")
        let foreign = "\(receipt.prefix { $0 != "." }).0123456789abcdef"
        let again = try await phone.send(
            "POST", "/sync/push", headers: ["Vitals-Receipt": receipt], body: #"{"records":[]}"#)
        expect(again.status == 200, "The server must know its own receipt; it answered \(again).")
        let carried = again.headers["vitals-receipt"]
        expect(
            carried == receipt,
            """
            A push of no records, right after one that was accepted, must be answered with the same receipt, \(receipt). It \
            carries \(carried ?? "none").
            """)
        let mistaken = try await phone.send(
            "POST", "/sync/push", headers: ["Vitals-Account": "somebody-else"], body: #"{"records":[]}"#)
        expect(
            mistaken.status == 409 && mistaken.json?["code"]?.string == "wrong_account",
            "A push that names another account must be answered with 409 wrong_account, not \(mistaken).")
        let refused = try await phone.send(
            "POST", "/sync/push", headers: ["Vitals-Receipt": foreign], body: #"{"records":[]}"#)
        expect(
            refused.status == 409 && refused.json?["code"]?.string == "history_lost",
            """
            POST /sync/push with the receipt of another history must be answered with 409 history_lost, not \(refused). A \
            guess: the caller that the service gets has no receipt. `caller(of:_:)` reads it.
            """)
    }

    @Test("a pull's response carries the receipt of the last log row, and a receipt of another history is refused")
    func receiptsOfPulls() async throws {
        let fixture = try ServerFixture.shared()
        let phone = fixture.phone(of: fixture.newUser())
        let receipt = try await phone.push([ServerRecords.weight(1)]).headers["vitals-receipt"] ?? ""
        let foreign = "\(receipt.prefix { $0 != "." }).0123456789abcdef"
        for path in ["/sync/pull?limit=1", "/sync/pull"] {
            let pulled = try await phone.send("GET", path)
            expect(
                pulled.headers["vitals-receipt"] == receipt,
                """
                GET \(path) ends with the record just pushed, so it must carry its receipt, \(receipt); it carries \
                \(pulled.headers["vitals-receipt"] ?? "none").
                """)
            let mistaken = try await phone.send("GET", path, headers: ["Vitals-Account": "somebody-else"])
            expect(
                mistaken.status == 409 && mistaken.json?["code"]?.string == "wrong_account",
                "GET \(path) that names another account must be answered with 409 wrong_account, not \(mistaken).")
            let refused = try await phone.send("GET", path, headers: ["Vitals-Receipt": foreign])
            expect(
                refused.status == 409 && refused.json?["code"]?.string == "history_lost",
                """
                GET \(path) with the receipt of another history must be answered with 409 history_lost, not \(refused). A \
                guess: the caller that the service gets has no receipt. `caller(of:_:)` reads it.
                """)
        }
    }
}
