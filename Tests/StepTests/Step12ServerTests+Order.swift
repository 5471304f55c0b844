import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of two pushes at once: the order in which log numbers become visible.
extension Step12ServerTests {
    @Test("a phone that pulls between two pushes of its user skips neither")
    func noRecordIsSkipped() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let (user, first, answer) = try await unlessBusy { user in
            // Another server has drawn a number for a record of this user, and has not committed it.
            let other = try await HeldTransaction.begin(
                "\(ServerRecords.lock(user)); \(ServerRecords.statement(writing: 1, for: user))", on: fixture.database)
            async let pushed = fixture.phone(of: user).push([ServerRecords.weight(2)])
            try await wait(until: other, blocks: 2, of: user)
            let first = try await fixture.phone(of: user).pull(limit: 10)
            try await other.commit()
            return (user, first, try await pushed)
        }
        expect(answer.status == 200, "The push must go on once the other one has committed; it got \(answer).")
        let second = try await fixture.phone(of: user).pull(cursor: first.nextCursor ?? 0, limit: 10)
        let (inBetween, afterwards) = try (first.records(), second.records())
        let seen = Set((inBetween + afterwards).map(\.id))
        expect(
            seen == [ServerRecords.id(1), ServerRecords.id(2)],
            """
            Two of Ann's pushes ran at once, and the one that drew number 1 committed after the one that drew number 2. A \
            phone that pulled in between saw 2 and then asked for what comes after it. It has skipped the record at 1 for \
            ever and has \(seen.count) of 2 records. The second push must wait for the first: take the user's row.
                push of 1         push of 2         phone
                draws 1
                                  draws 2, commits
                                                    pulls \(inBetween.count), cursor is 2
                commits 1
                                                    pulls \(afterwards.count) after 2
            """)
    }

    @Test("a push has its user's row to itself")
    func rowIsTakenAlone() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let (user, _, answer) = try await unlessBusy { user in
            // Another server's push that locks the row in shared mode can run beside others, and it draws its number
            // last.
            let other = try await HeldTransaction.begin(
                "SELECT id FROM users WHERE id = '\(user.id)' FOR SHARE",
                last: ServerRecords.statement(writing: 1, for: user), on: fixture.database)
            async let pushed = fixture.phone(of: user).push([ServerRecords.weight(2)])
            try await wait(until: other, blocks: 2, of: user)
            try await other.commit()
            return (user, (), try await pushed)
        }
        try #require(answer.status == 200, "The push must go on once the other one has committed; it got \(answer).")
        let numbers = try await fixture.numbers(of: user)
        let (theirs, ours) = (numbers[ServerRecords.text(1)] ?? 0, numbers[ServerRecords.text(2)] ?? 0)
        expect(
            theirs < ours,
            """
            A push went ahead while another push of the same user held the row. It drew \(ours), and the other one then \
            drew \(theirs). Two such pushes commit in any order. Take the row with a lock that only one can hold, \
            FOR NO KEY UPDATE, in the first statement of the transaction.
            """)
    }

    @Test("a user whose pushes wait doesn't hold up other users")
    func othersGoOn() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        // Wide enough that the pulls of one user have more than one permit, which a push mustn't take.
        let server = try await fixture.startServer(["POOL_SIZE": "8"])
        let (ann, ben) = (fixture.newUser(), fixture.newUser())
        let other = try await HeldTransaction.begin(ServerRecords.lock(ann), on: fixture.database)
        let waiting = (1...3).map { number in
            Task { try await ServerClient(server, token: ann.token).push([ServerRecords.weight(number)]) }
        }
        var (rounds, holding) = (0, 0)
        while holding < 2, rounds < 6 {
            holding = try await other.waitingSessions()
            rounds += 1
        }
        expect(
            holding < 2,
            """
            Three of Ann's pushes wait for her row, and \(holding) of them hold a connection to the database meanwhile. \
            With a few more phones she would take every connection, and no other user would be served. Let one user's \
            pushes queue for a permit, `pushPermits`, before they take a connection.
            """)

        var phone = ServerClient(server, token: ben.token)
        phone.timeoutSeconds = 4
        let answer = try? await phone.push([ServerRecords.weight(1)])
        let seen = answer?.description ?? "no response in 4 seconds"
        var own = ServerClient(server, token: ann.token)
        own.timeoutSeconds = 4
        let page = try? await own.pull(limit: 1)
        try await other.commit()
        for push in waiting { _ = try? await push.value }
        expect(
            answer?.status == 200,
            """
            While Ann's pushes waited for her row, Ben's push got \(seen). Different users must never wait for each \
            other: lock the caller's row and no other, and queue at the caller.
            """)
        expect(
            page?.status == 200,
            """
            While Ann's pushes waited for her row, her pull got \(page?.description ?? "no response in 4 seconds"). Pulls have \
            permits of their own, so a push must take one of `pushPermits` and no other.
            """)
    }

    @Test("a push that brings the receipt of another history is refused")
    func comparesReceipt() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let user = fixture.newUser()
        _ = try await fixture.phone(of: user).push([ServerRecords.weight(1)])
        let number = try await fixture.numbers(of: user).values.max() ?? 0
        let push = { (receipt: String) in
            try await fixture.phone(of: user).send(
                "POST", "/sync/push", headers: ["Vitals-Receipt": receipt],
                body: #"{"records":[\#(ServerRecords.weight(2).json)]}"#)
        }
        // A route that leaves the header out takes this one as well, and `receipts` is about that.
        guard try await push("no receipt").status == 400 else { return }
        let refused = try await push("\(number).0123456789abcdef")
        expect(
            refused.status == 409 && refused.json?["code"]?.string == "history_lost",
            """
            A phone pushed with the receipt \(number).0123456789abcdef, and this log's row \(number) has another tag: the phone \
            has seen another history. Its push must be answered with 409 history_lost, not \(refused). `write` compares the \
            receipt, so hand it the one that `push` was given.
            """)
    }

    @Test("a push of a user who was deleted meanwhile gets a 401, and nothing is written")
    func deletedUser() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let (user, _, answer) = try await unlessBusy { user in
            let other = try await HeldTransaction.begin(
                "SELECT id FROM users WHERE id = '\(user.id)' FOR UPDATE",
                last: "DELETE FROM users WHERE id = '\(user.id)'", on: fixture.database)
            async let pushed = fixture.phone(of: user).push([ServerRecords.weight(1)])
            try await wait(until: other, blocks: 1, of: user)
            try await other.commit()
            return (user, (), try await pushed)
        }
        expect(answer.status == 401, "The user of this push is gone; it must be answered with 401, not \(answer).")
        expect(try await fixture.logCount(of: user) == 0, "A push of a user who is gone has left a row in the log.")

        let ann = fixture.newUser()
        let first = try await HeldTransaction.begin(ServerRecords.lock(ann), on: fixture.database)
        async let pushed = fixture.phone(of: ann).push([ServerRecords.weight(1)])
        try await wait(until: first, blocks: 1, of: ann)
        try await first.cancelWaitingSessions()
        let failed = try await pushed
        try await first.commit()
        expect(
            failed.status >= 500,
            """
            The database ended a push's wait for its user's row, and the push got \(failed). The user is still there, so a 401 \
            makes the app ask for a new login for nothing. An error of the database must be passed on.
            """)
    }
}
