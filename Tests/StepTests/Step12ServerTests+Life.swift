import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of the process, from its start to its end.
extension Step12ServerTests {
    @Test("the server prints one line, its address, once it can be reached")
    func announcesAddress() async throws {
        let fixture = try ServerFixture.shared()
        let answer = try await ServerClient(fixture.server, token: nil).send("GET", "/readyz")
        expect(answer.status == 200, "The server printed its address, but GET /readyz there gets \(answer).")
        expect(
            fixture.server.program.outputSoFar == "vitals-server listening on \(fixture.server.url)\n",
            """
            Standard output must be `vitals-server listening on http://HOST:PORT` and nothing else, with the port that \
            the server got if PORT is 0; it is: \(fixture.server.program.outputSoFar)
            """)
        let named = try await fixture.startServer(["HOST": "localhost"])
        expect(
            !named.url.contains("localhost"),
            """
            `localhost` is the name of two addresses, 127.0.0.1 and ::1, and a server with HOST=localhost listens on one of \
            them. It must print that one, which its closure is called with, and it printed \(named.url).
            """)
    }

    @Test("a server whose port is taken ends with status 1 and one line that says so")
    func portTaken() async throws {
        let fixture = try ServerFixture.shared()
        let second = try await fixture.runServer(["PORT": "\(fixture.server.port)", "LOG_LEVEL": "critical"])
        try #require(
            second.status == 1 && second.errorLines.count == 1,
            """
            The port \(fixture.server.port) was taken. The server must end with status 1 and one line of text; it ended with \
            status \(second.status) and said: \(second.errors)
            """)
        expect(
            second.output.isEmpty,
            "The server never listened, but it printed an address, which a script takes for its own: \(second.output)")
        expect(
            second.errors.contains("127.0.0.1:\(fixture.server.port)"),
            """
            The port was taken, and the line that says so must name the address, 127.0.0.1:\(fixture.server.port). It's: \
            \(second.errors)
            """)
    }

    @Test(
        "a request in flight at SIGTERM or SIGINT is finished: it gets its response, the record is kept, the status is 0",
        .serialized, arguments: [SIGTERM, SIGINT])
    func finishesWhatIsInFlight(_ signal: Int32) async throws {
        let name = signal == SIGTERM ? "SIGTERM" : "SIGINT"
        let fixture = try ServerFixture.shared()
        let server = try await fixture.startServer()
        let user = fixture.newUser()
        let body = #"{"records":[\#(ServerRecords.weight(1).json)]}"#
        let half = body.prefix(40)
        let (answer, run) = try await blocking {
            let connection = try RawConnection(port: server.port)
            // Sent in one piece with a request before it: once that request is answered, the server has read half of
            // the second.
            connection.send(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /sync/push HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(user.token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + half)
            _ = try connection.receiveSome()
            kill(server.processID, signal)
            let deadline = Date(timeIntervalSinceNow: 3)
            while (try? RawConnection(port: server.port)) != nil, Date() < deadline { usleep(2_000) }
            // A phone on a slow network. The server gives it 30 seconds.
            usleep(signal == SIGTERM ? 1_500_000 : 300_000)
            connection.send(String(body.dropFirst(half.count)))
            let answer = try? RawResponse(parsing: connection.receiveAll())
            return (answer, try server.program.finish(withinSeconds: 5))
        }
        expect(
            answer?.status == 200,
            """
            \(name) came while the body of a push was on its way. The request must be finished and answered with 200; it \
            got \(answer.map { "\($0.status) \($0.text)" } ?? "no response: the connection was cut").
            """)
        expect(try await fixture.numbers(of: user).count == 1, "The push that was in flight at \(name) must be kept.")
        expect(
            run.status == 0,
            "After \(name) the server must end with status 0 once it is done; it ended with \(run.status). \(run.errors)"
        )
    }

    @Test("a request that never ends doesn't keep the server from stopping")
    func givesUpInTime() async throws {
        let fixture = try ServerFixture.shared()
        let server = try await fixture.startServer(["SHUTDOWN_TIMEOUT_SECONDS": "0.3"])
        let token = fixture.newUser().token
        let connection = try await blocking {
            try Self.beginPush(to: server, token)
        }
        let begin = ContinuousClock.now
        let run = try await server.stop(SIGTERM)
        let waited = ContinuousClock.now - begin
        withExtendedLifetime(connection) {}
        expect(
            run.status == 0,
            """
            A phone sent the head of a push but never its body. With SHUTDOWN_TIMEOUT_SECONDS=0.3 the server must give \
            up on it and end with status 0; it \(run.status == 137 ? "still ran after 5 seconds" : "ended with \(run.status)"). \
            \(run.errors)
            """)
        expect(
            waited >= .seconds(0.3),
            """
            A push was under way at SIGTERM. With SHUTDOWN_TIMEOUT_SECONDS=0.3 it has that long to end, and the server ended \
            after \(waited). Parts of a second count.
            """)
    }

    @Test("how long a stop may take is what SHUTDOWN_TIMEOUT_SECONDS says")
    func givesUpWhenConfigured() async throws {
        let fixture = try ServerFixture.shared()
        let (hasty, patient) = (
            try await fixture.startServer(["SHUTDOWN_TIMEOUT_SECONDS": "0.3"]),
            try await fixture.startServer(["SHUTDOWN_TIMEOUT_SECONDS": "60"])
        )
        let token = fixture.newUser().token
        let hasWaited = try await blocking {
            let connections = try [patient, hasty].map { try Self.beginPush(to: $0, token) }
            for server in [patient, hasty] { kill(server.processID, SIGTERM) }
            _ = try hasty.program.finish(withinSeconds: 10)
            // With one limit for both, this one has ended by now, or is about to.
            usleep(1_000_000)
            defer { withExtendedLifetime(connections) {} }
            return patient.program.isRunning
        }
        patient.stop()
        expect(
            hasWaited,
            """
            Two servers got SIGTERM at the same moment, while each had a push whose body was still on its way. With \
            SHUTDOWN_TIMEOUT_SECONDS=0.3 and 60 the first must give up at once and the second wait on, but the second \
            gave up together with the first. Pass the configuration's `shutdownTimeoutSeconds`.
            """)
    }

    @Test("SIGTERM and SIGINT end an idle server at once, with status 0", .serialized, arguments: [SIGTERM, SIGINT])
    func stopsAtOnce(_ signal: Int32) async throws {
        let fixture = try ServerFixture.shared()
        let server = try await fixture.startServer()
        _ = try await ServerClient(server, token: fixture.newUser().token).pull()
        let run = try await server.stop(signal)
        expect(
            run.status == 0,
            """
            \(signal == SIGTERM ? "SIGTERM" : "SIGINT") must end a server without requests with status 0, within moments; \
            it ended with \(run.status)\(run.status == 137 ? " (by force, after 5 seconds)" : ""). \(run.errors)
            """)
    }

    /// Sends the head of a push and one byte of its body. The response to a first request shows that the server reads.
    private static func beginPush(to server: LiveServer, _ token: String) throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        connection.send(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /sync/push HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(token)\r\nContent-Length: 100\r\n\r\n{")
        _ = try connection.receiveSome()
        return connection
    }
}
