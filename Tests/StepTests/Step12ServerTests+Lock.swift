import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of the lock of the user's row: how long a push holds it, and for what it waits.
extension Step12ServerTests {
    @Test("a push holds its user's row until it commits")
    func holdsRowUntilCommit() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let (_, (rows, bens), answer) = try await unlessBusy { user in
            let phone = fixture.phone(of: user)
            _ = try await phone.push([ServerRecords.weight(1)])
            // Stops the next push in its middle, where it writes the record, and leaves the user's row alone.
            let other = try await HeldTransaction.begin(
                "SELECT id FROM measurements WHERE user_id = '\(user.id)' FOR UPDATE", on: fixture.database)
            async let pushed = phone.push([ServerRecords.weight(1, 71, version: 2)])
            for _ in 0..<200 {
                if try await other.waitingSessions() > 0 { break }
            }
            let rows = try await fixture.query(
                "SELECT id FROM users WHERE id = '\(user.id)' FOR NO KEY UPDATE SKIP LOCKED")
            var ben = fixture.phone(of: fixture.newUser())
            ben.timeoutSeconds = 4
            let bens = try? await ben.push([ServerRecords.weight(1)])
            try await other.commit()
            return (user, (rows, bens), try await pushed)
        }
        try #require(answer.status == 200, "The push must go on once it can write its record; it got \(answer).")
        expect(
            rows.isEmpty,
            """
            A push of Ann's was writing a record, and meanwhile another transaction could lock the row that the push should \
            hold. On a second server, that's another push of hers: the two commit in any order, and a phone that pulls in \
            between skips one of them. A guess: the row is locked in a transaction of its own, which has ended. Lock it \
            in the closure that you pass to `write`.
            """)
        expect(
            bens?.status == 200,
            """
            While a push of Ann's was writing a record, Ben's push got \(bens?.description ?? "no response in 4 seconds"). A \
            guess: the push locks more than its user's row, such as the log.
            """)
    }

    @Test("a push doesn't wait for a transaction that inserts a row referring to its user")
    func besideReferences() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        let (_, waited, answer) = try await unlessBusy { user in
            // The lock that a foreign key takes.
            let other = try await HeldTransaction.begin(
                "SELECT id FROM users WHERE id = '\(user.id)' FOR KEY SHARE", on: fixture.database)
            async let pushed = fixture.phone(of: user).push([ServerRecords.weight(1)])
            let waited = try await wait(until: other, blocks: 1, of: user)
            try await other.commit()
            return (user, waited, try await pushed)
        }
        try #require(answer.status == 200, "A push of one good record must be answered with 200, not \(answer).")
        expect(
            !waited,
            """
            A push waited for a transaction that only refers to its user: it held the row FOR KEY SHARE, as every INSERT \
            with a foreign key does. A guess: the push takes the row FOR UPDATE. FOR NO KEY UPDATE keeps other pushes out \
            as well, and lets such a transaction be.
            """)
    }

    /// Pushes once, so that a test ends here, and doesn't wait for a lock, while a body is still to be written.
    ///
    /// - Throws: `StillToDo` where the response is a 501.
    func requirePush() async throws {
        let fixture = try ServerFixture.shared()
        _ = try await fixture.phone(of: fixture.newUser()).push([ServerRecords.weight(1)])
    }

    /// Plays a story with a new user, and once more with another user if the push got a 503: on an overloaded machine
    /// it may wait longer than a server waits for a row.
    func unlessBusy<Seen: Sendable>(
        _ story: (ServerFixture.User) async throws -> (ServerFixture.User, Seen, ServerAnswer)
    ) async throws -> (ServerFixture.User, Seen, ServerAnswer) {
        let fixture = try ServerFixture.shared()
        for _ in 0..<3 {
            let outcome = try await story(fixture.newUser())
            if outcome.2.status != 503 { return outcome }
        }
        return try await story(fixture.newUser())
    }

    /// Returns when a push of the record waits for the other transaction, or has ended without waiting.
    ///
    /// - Returns: true if it waits.
    @discardableResult
    func wait(until other: HeldTransaction, blocks number: Int, of user: ServerFixture.User) async throws -> Bool {
        let fixture = try ServerFixture.shared()
        for _ in 0..<100 {
            if try await other.waitingSessions() > 0 { return true }
            if try await fixture.numbers(of: user)[ServerRecords.text(number)] != nil { return false }
        }
        return false
    }
}
