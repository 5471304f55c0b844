import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of REQUEST_TIMEOUT_SECONDS: what it bounds, and that it doesn't bound a slow phone.
extension Step12ServerTests {
    @Test("a phone that sends its body more slowly than the store may respond can push")
    func slowPhone() async throws {
        let fixture = try ServerFixture.shared()
        try await requirePush()
        // A busy machine may need more than the first time limit for the work after the body.
        for seconds in [1.0, 4.0] {
            let server = try await fixture.startServer(["REQUEST_TIMEOUT_SECONDS": "\(seconds)"])
            let user = fixture.newUser()
            let answer = try await blocking {
                let body = #"{"records":[\#(ServerRecords.weight(1).json)]}"#
                let half = body.prefix(40)
                let connection = try RawConnection(port: server.port)
                connection.send(
                    "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Authorization: Bearer \(user.token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + half)
                usleep(UInt32((seconds + 0.5) * 1_000_000))
                connection.send(String(body.dropFirst(half.count)))
                return try RawResponse(parsing: connection.receiveAll())
            }
            if answer.status == 503, seconds < 4 { continue }
            expect(
                answer.status == 200,
                """
                A phone took \(seconds + 0.5) seconds for the body of a push, and REQUEST_TIMEOUT_SECONDS is \(seconds). It \
                got \(answer.status) \(answer.text). A guess: the time was over before the body was complete. That time \
                is for the store: read the body before `withTimeout`, or a slow phone never pushes.
                """)
            return
        }
    }

    @Test("a push that the database doesn't answer in time gets a 503")
    func pushInTime() async throws {
        let fixture = try ServerFixture.shared()
        let server = try await fixture.startServer(["REQUEST_TIMEOUT_SECONDS": "1"])
        let user = fixture.newUser()
        let phone = try await connectedPhone(of: user, at: server)
        let answer = try await whileHeld(by: ServerRecords.lock(user), on: fixture.database) {
            try await phone.push([ServerRecords.weight(1)])
        }
        expect(answer.json?["code"]?.string == "timed_out", late("push", answer))
    }

    @Test("a pull that the database doesn't answer in time gets a 503")
    func pullInTime() async throws {
        // A separate database, because no test can read the table while the other session locks it.
        let fixture = try await blocking { try ServerFixture() }
        let server = try await fixture.startServer(["REQUEST_TIMEOUT_SECONDS": "1"])
        let phone = try await connectedPhone(of: fixture.newUser(), at: server)
        let lock = "LOCK TABLE measurements IN ACCESS EXCLUSIVE MODE"
        let answer = try await whileHeld(by: lock, on: fixture.database) {
            try await phone.pull(limit: 1)
        }
        expect(answer.json?["code"]?.string == "timed_out", late("pull", answer))
    }

    @Test("a request whose token the database doesn't find in time gets a 503")
    func tokenInTime() async throws {
        // A separate database, because no request gets past the lock.
        let fixture = try await blocking { try ServerFixture() }
        let server = try await fixture.startServer(["REQUEST_TIMEOUT_SECONDS": "1"])
        let phone = try await connectedPhone(of: fixture.newUser(), at: server)
        let lock = "LOCK TABLE users IN ACCESS EXCLUSIVE MODE"
        let answer = try await whileHeld(by: lock, on: fixture.database) {
            try await phone.pull(limit: 1)
        }
        expect(
            answer.json?["code"]?.string == "timed_out",
            """
            The database was asked for the token for longer than REQUEST_TIMEOUT_SECONDS, which is 1 here. The request \
            must get a 503 `timed_out`, and it got \(answer). Ask the store within `withTimeout`.
            """)
    }

    /// A phone of a server that has its connection to the database, which takes a while on a busy machine.
    private func connectedPhone(of user: ServerFixture.User, at server: LiveServer) async throws -> ServerClient {
        let phone = ServerClient(server, token: user.token)
        _ = try await phone.pull(limit: 1)
        return phone
    }

    private func late(_ request: String, _ answer: ServerAnswer) -> Comment {
        """
        With REQUEST_TIMEOUT_SECONDS=1, a \(request) waited for the database for longer. It must get a 503 `timed_out`, \
        and it got \(answer). Ask the service within `withTimeout`.
        """
    }

    /// Makes a request while another session holds a lock that it needs, and frees the lock after the server's time.
    private func whileHeld(
        by statement: String, on database: TestDatabase, _ request: @escaping @Sendable () async throws -> ServerAnswer
    ) async throws -> ServerAnswer {
        let other = try await HeldTransaction.begin(statement, on: database)
        async let answer = request()
        for _ in 0..<60 {
            if try await other.waitingSessions() > 0 { break }
        }
        try await Task.sleep(for: .seconds(1.3))
        try await other.commit()
        return try await answer
    }
}
