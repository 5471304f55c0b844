import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of the user that a request belongs to.
extension Step12ServerTests {
    @Test(
        "a request without a token that the server knows gets a 401 that asks for one", .serialized,
        arguments: [
            nil, "Bearer", "Bearer ", "Bearer nobody", "Basic ANNS-TOKEN", "ANNS-TOKEN", "Bearer ANNS-TOKEN x",
            "Bearer LOUD-TOKEN",
        ])
    func unauthorized(_ header: String?) async throws {
        let fixture = try ServerFixture.shared()
        let stranger = ServerClient(fixture.server, token: nil)
        let token = fixture.newUser().token
        let value = header?.replacing("ANNS-TOKEN", with: token).replacing("LOUD-TOKEN", with: token.uppercased())
        let headers = value.map { ["Authorization": $0] } ?? [:]
        for (method, path) in [
            ("POST", "/sync/push"), ("GET", "/sync/pull?cursor=0&token=\(token)&access_token=\(token)"),
        ] {
            let answer = try await stranger.send(
                method, path, headers: headers, body: method == "POST" ? #"{"records":[]}"# : nil)
            let sent = header.map { "the header `Authorization: \($0)`" } ?? "no Authorization header"
            expect(answer.status == 401, "\(method) \(path) with \(sent) must be answered with 401, not \(answer).")
            expect(
                answer.headers["www-authenticate"] == "Bearer",
                "A 401 must carry `WWW-Authenticate: Bearer`; it carries \(answer.headers["www-authenticate"] ?? "none")."
            )
        }
    }

    @Test("the scheme before a token may be in upper or lower case")
    func schemeInAnyCase() async throws {
        let fixture = try ServerFixture.shared()
        let answer = try await ServerClient(fixture.server, token: nil).send(
            "GET", "/sync/pull?cursor=0", headers: ["Authorization": "bearer \(fixture.newUser().token)"])
        expect(answer.status == 200, "HTTP compares `bearer` without regard to case; the response was \(answer).")
    }

    @Test("two users with the same record id don't see or change each other's record")
    func isolation() async throws {
        let fixture = try ServerFixture.shared()
        let (ann, ben) = (fixture.phone(of: fixture.newUser()), fixture.phone(of: fixture.newUser()))
        let (anns, bens) = (ServerRecords.weight(1, 61, version: 3), ServerRecords.weight(1, 82))
        _ = try await ann.push([anns, ServerRecords.weight(2)])
        let pushed = try await ben.push([bens])
        expect(
            pushed.texts("acceptedIds") == [ServerRecords.text(1)] && pushed.json?["stale"] == nil,
            "Ben's first record has an id that Ann's has too; it must be accepted as his own. The response was \(pushed)."
        )
        for (name, client, records) in [("Ann", ann, [anns, ServerRecords.weight(2)]), ("Ben", ben, [bens])] {
            let paged = try await client.pull(limit: 10)
            expect(
                try Set(paged.records()) == Set(records),
                "\(name) must pull what \(name) pushed and nothing else; the response was \(paged).")
        }
    }

    @Test("whichever user a request names, the token alone says whose it is")
    func tokenAloneDecides() async throws {
        let fixture = try ServerFixture.shared()
        let (ann, ben) = (fixture.newUser(), fixture.newUser())
        let record = ServerRecords.weight(1).json
        let body = """
            {"userId":"\(ann.id)","user_id":"\(ann.id)","user":"\(ann.id)","records":[\
            \(record.dropLast()),"userId":"\(ann.id)","user_id":"\(ann.id)"}]}
            """
        let pushed = try await fixture.phone(of: ben).push(body: body)
        expect(
            pushed.status == 200, "Members that the protocol doesn't know aren't an error; the response was \(pushed).")
        let (anns, bens) = (try await fixture.numbers(of: ann), try await fixture.numbers(of: ben))
        expect(
            anns.isEmpty && bens.count == 1,
            "Ben named Ann's id in the body of a push, and his record was stored as hers; the user comes from the token."
        )
        let query = "&userId=\(ben.id)&user_id=\(ben.id)&user=\(ben.id)"
        let pulled = try await fixture.phone(of: ann).send(
            "GET", "/sync/pull?cursor=0&limit=9" + query,
            headers: ["X-User-Id": ben.id, "User-Id": ben.id, "Vitals-User": ben.id])
        expect(try pulled.records().isEmpty, "Ann named Ben's id in a pull, and got his records: \(pulled)")
    }

    @Test("no token and no health value is ever in the log")
    func logKeepsSecrets() async throws {
        let fixture = try ServerFixture.shared()
        let server = try await fixture.startServer(["LOG_LEVEL": "trace"])
        let user = fixture.newUser()
        let phone = ServerClient(server, token: user.token)
        _ = try await phone.push([ServerRecords.weight(1, 61.0625)])
        _ = try await phone.pull()
        _ = try await ServerClient(server, token: "a-token-of-nobody").pull()
        let run = try await server.stop(SIGTERM)
        let log = run.output + run.errors
        expect(log.contains("/sync/push"), "The server must log its requests on standard error; it logged: \(log)")
        for secret in [String(user.token.prefix(12)), user.token, "a-token-of-nobody", "61.0625"] {
            let line = log.split(separator: "\n").first { $0.contains(secret) }
            expect(
                line == nil, "Anyone who reads the log must not learn \(secret), but this line has it: \(line ?? "")")
        }
    }

    @Test("a server that other machines can reach doesn't start with the public token; on loopback it works")
    func developmentToken() async throws {
        let fixture = try ServerFixture.shared()
        for host in ["0.0.0.0", "192.0.2.1"] {
            let refused = try await fixture.runServer(["HOST": host, "PORT": "0"])
            try #require(
                refused.status == 1 && refused.errors.contains("--allow-dev-token"),
                """
                The schema seeds a user whose token everyone knows. On \(host) the server must refuse to start and say how \
                to go on; it ended with status \(refused.status) and said: \(refused.errors)
                """)
        }
        do {
            let named = try await fixture.startServer(["HOST": "localhost"])
            withExtendedLifetime(named) {}
        } catch let error as ProgramError {
            Issue.record(
                """
                Only this machine reaches `localhost`, so the server must start there with the public token, as on 127.0.0.1. \
                \(error)
                """)
        }
        let near = try await ServerClient(fixture.server, token: "dev-token").pull()
        expect(
            near.status == 200,
            "Other machines can't reach the loopback address, so dev-token works there for trying things out; the response was \(near)."
        )
    }

    @Test("the public token doesn't work on a server that other machines can reach, even if it's added later")
    func publicTokenAddedLater() async throws {
        // A separate database, because other tests of this suite need the public token.
        let fixture = try await blocking { try ServerFixture() }
        try await fixture.query("DELETE FROM users WHERE token = 'dev-token'")
        let server = try await fixture.startServer(["HOST": "0.0.0.0"])
        try await fixture.query("INSERT INTO users (token) VALUES ('dev-token'), ('dev-token-of-ann')")
        let answer = try await ServerClient(server, token: "dev-token").pull()
        expect(
            answer.status == 401,
            """
            On 0.0.0.0 the token dev-token must be answered with 401, not \(answer). A guess: `authenticate` doesn't refuse \
            it where `refusesDevelopmentToken` is set.
            """)
        let near = try await ServerClient(fixture.server, token: "dev-token").pull()
        expect(
            near.status == 200,
            """
            On loopback the public token must work like any other, because no other machine can send it there; the response \
            was \(near).
            """)
        let own = try await ServerClient(server, token: "dev-token-of-ann").pull()
        expect(
            own.status == 200,
            "On 0.0.0.0 only the public token is refused; a user's own token was answered with \(own).")
    }

    @Test("a server that other machines can reach serves them, even if the public token is added later")
    func servesOtherMachines() async throws {
        // A separate database, because other tests of this suite need the public token.
        let fixture = try await blocking { try ServerFixture() }
        try await fixture.query("DELETE FROM users WHERE token = 'dev-token'")
        let server = try await fixture.startServer(["HOST": "0.0.0.0"])
        try await fixture.query("INSERT INTO users (token) VALUES ('dev-token')")
        let phone = ServerClient(server, token: fixture.newUser().token)
        // A request that a proxy passed on comes from another machine.
        let answer = try await phone.send("GET", "/sync/pull?limit=1", headers: ["Via": "1.1 proxy"])
        expect(
            answer.status == 200,
            """
            On 0.0.0.0, a request from another machine, with a token of its own, got \(answer). The server takes itself for \
            one that only its own machine reaches, because the public token may work there. A guess: `serve` doesn't set \
            `configuration.refusesDevelopmentToken`.
            """)
    }

    @Test("with --allow-dev-token, the public token works on a server that other machines can reach")
    func allowedDevelopmentToken() async throws {
        let fixture = try ServerFixture.shared()
        let server: LiveServer
        do {
            server = try await blocking {
                try LiveServer(
                    databaseURL: fixture.database.url, arguments: ["--allow-dev-token"],
                    environment: ["HOST": "0.0.0.0"])
            }
        } catch let error as ProgramError {
            Issue.record("With --allow-dev-token the server must start on 0.0.0.0 with the public token. \(error)")
            return
        }
        let answer = try await ServerClient(url: "http://127.0.0.1:\(server.port)", token: "dev-token").pull(limit: 1)
        expect(
            answer.status == 200,
            "With --allow-dev-token, dev-token must work on 0.0.0.0 as any other token does; the response was \(answer)."
        )
    }

    @Test("a response names the account of its user")
    func accountIsNamed() async throws {
        let fixture = try ServerFixture.shared()
        let (ann, ben) = (fixture.phone(of: fixture.newUser()), fixture.phone(of: fixture.newUser()))
        let pushed = try await ann.push([ServerRecords.weight(1)])
        let account = try #require(
            pushed.headers["vitals-account"],
            """
            A response must carry Vitals-Account, by which a phone notices another user's token; a push got none. Return \
            the response through `identify(_:as:)`.
            """)
        let (own, other) = (try await ann.pull(limit: 1), try await ben.pull(limit: 1))
        expect(
            own.headers["vitals-account"] == account && other.headers["vitals-account"] ?? account != account,
            """
            Vitals-Account must be the same in all responses to one user, and another for another user. A push of Ann's \
            got \(account), her pull \(own.headers["vitals-account"] ?? "none"), and Ben's pull \
            \(other.headers["vitals-account"] ?? "none").
            """)
        for (limit, named, status) in [(0, account, 400), (1, "somebody-else", 409)] {
            let refused = try await ann.send("GET", "/sync/pull?limit=\(limit)", headers: ["Vitals-Account": named])
            expect(
                refused.status == status && refused.headers["vitals-account"] == account,
                """
                Ann's pull with limit=\(limit) and Vitals-Account: \(named) must get a \(status) that names her account too, \
                \(account). It got a \(refused.status) with \(refused.headers["vitals-account"] ?? "none"). \
                `identify(_:as:)` gets each response of `next`, whatever its status.
                """)
        }
    }

    @Test("while the database can't say whose token it is, a request doesn't get a 401")
    func outageIsNo401() async throws {
        // A separate database, because no other test could use this one.
        let fixture = try await blocking { try ServerFixture() }
        let phone = fixture.phone(of: fixture.newUser())
        _ = try await phone.pull(limit: 1)
        try await fixture.query("ALTER TABLE users RENAME TO users_of_yesterday")
        let answer = try await phone.pull(limit: 1)
        expect(
            answer.status >= 500,
            """
            The database couldn't be asked for the token, and the request got \(answer). A 401 makes the app ask for a \
            new login while the token is still good. An error of the store must be passed on: it becomes a 5xx, and the \
            phone tries again.
            """)
    }
}
