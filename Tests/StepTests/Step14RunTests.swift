import Foundation
import StepSupport
import Testing
import Vitals
import VitalsFeatures

@Suite("Step 14: two phones and a server", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct Step14RunTests {
    @Test("each phone keeps its records in its own directory, from one run to the next")
    func directoryOfItsOwn() async throws {
        let shelf = try PhoneFixture()
        let (a, b) = (shelf.phone("a"), shelf.phone("b"))
        let added = try await a.run("add", "weight", "72.3", "kg")
        expect(added.status == 0, "`vitals-device add weight 72.3 kg` failed: \(added.errors)")
        let kept = try await a.list()
        expect(
            kept.map(\.value) == [72.3],
            "One run of vitals-device recorded 72.3 kg, and the next run on the same directory lists \(kept).")
        let others = try await b.list()
        expect(
            others.isEmpty,
            "A phone with a directory of its own lists \(others), which another phone recorded and never synced.")
        let written = FileManager.default.enumerator(atPath: shelf.home)?.allObjects ?? []
        expect(written.isEmpty, "The phone was given --data, but it still wrote to its user's home: \(written).")
    }

    @Test("the device uses the features, the clock and the secure store that it was given")
    func featuresOfTheStore() throws {
        let shelf = try PhoneFixture()
        let now = Timestamp(rfc3339: "2026-06-20T07:30:00Z")!
        let notes = Feature(name: "notes") {
            $0.migrations = [StoreMigration(name: "notes", sql: "CREATE TABLE note (id TEXT PRIMARY KEY);")]
        }
        let device = try Device(
            directory: shelf.folder.path("phone"), secureStore: InMemorySecureStore(token: "of-the-keychain"),
            clock: { now }, features: FeatureList([notes]))
        let names = device.store.features.features.map(\.name)
        expect(
            names == ["notes"],
            "The device was given the feature `notes`, and its store has \(names). Later chapters join by that list.")
        let time = device.store.clock()
        expect(
            time == now, "The device was given a clock that says \(now.rfc3339), and its store's says \(time.rfc3339).")
        let token = try device.tokens.token()
        expect(
            token == "of-the-keychain",
            """
            The device was given a secure store with a token in it, as an iPhone's app gives it the Keychain. Its own \
            `tokens` \(token == nil ? "have none" : "have another one"), so they're something else.
            """)
    }

    @Test("two phones that edited one record offline have the same record after syncing, whichever syncs first")
    func converge() async throws {
        let fixture = try await WiredPhoneFixture()
        let (a, b) = (try await fixture.phone("a"), try await fixture.phone("b"))
        try await a.run("add", "weight", "72.3", "kg")
        try await a.sync()
        try await b.sync()
        guard let record = try await b.list().first else {
            Issue.record("Phone A recorded a weight and synced, then phone B synced; B lists nothing.")
            return
        }
        // First B wins by its version, although A syncs last; then A wins a tie of versions by its later edit.
        let orders = [
            (order: [a, b, a], edits: [(a, "71.9"), (b, "73.0"), (b, "73.4")], winner: 73.4),
            (order: [b, a, b], edits: [(b, "70.8"), (a, "72.9")], winner: 72.9),
        ]
        for (order, edits, winner) in orders {
            for (phone, value) in edits { try await phone.edit(record.id, value) }
            let (before, beforeOnB) = (try await a.list(), try await b.list())
            expect(before != beforeOnB, "Neither phone has synced since the edits, but both list \(before).")
            for phone in order { try await phone.sync() }
            let (onA, onB) = (try await a.list(), try await b.list())
            expect(onA == onB, "After the phones have synced in turn, A has \(onA) and B has \(onB).")
            expect(
                onA.map(\.value) == [winner] && onA.allSatisfy { !$0.dirty },
                "The edit to \(winner) should have won and be synced; A has \(onA).")
            let onServer = try await fixture.stored()
            expect(
                onServer.map { Double($0[0]) } == [winner], "The server has \(onServer); it should have \(winner).")
        }
    }

    @Test("the token is kept in the secure store and nowhere else")
    func tokenIsSecret() async throws {
        let fixture = try await WiredPhoneFixture()
        let phone = fixture.shelf.phone("phone")
        try await phone.run("add", "weight", "72.3", "kg")
        let runs = [
            try await phone.run("login", "--server", fixture.server.url, input: WiredPhoneFixture.token + "\n"),
            try await phone.run("sync"), try await phone.run("status"), try await phone.run("status", "--json"),
        ]
        for run in runs {
            expect(run.status == 0, "A command failed: \(run.errors)\(run.output)")
            expect(
                !(run.output + run.errors).contains(WiredPhoneFixture.token),
                "vitals-device printed the token, so others can see it on a screen or in a log: \(run.output)\(run.errors)"
            )
        }
        let files = try phone.files(holding: WiredPhoneFixture.token)
        expect(files.isEmpty, "The token can be read as plain text in \(files). Leave it to the secure store.")
        let kept = try SealedFileSecureStore(directory: phone.directory).token()
        expect(
            kept == WiredPhoneFixture.token,
            "After login, the SealedFileSecureStore of the phone's directory should hold the token; it holds \(kept == nil ? "none" : "another")."
        )

        try SealedFileSecureStore(directory: phone.directory).removeToken()
        let without = try await phone.run("sync")
        expect(
            without.status == 1,
            "The token was removed from the secure store, but sync ended with status \(without.status): it has a token from somewhere else."
        )
    }

    @Test("a sync that can't reach the server says so in one line and keeps the records; the next one sends them")
    func serverAway() async throws {
        let fixture = try await WiredPhoneFixture()
        let phone = try await fixture.phone("phone")
        try await phone.run("add", "weight", "72.3", "kg")
        let port = fixture.server.port
        fixture.server.stop()

        let run = try await phone.run("sync")
        expect(
            run.status == 1, "The server was stopped, but `sync` ended with status \(run.status): a script would go on."
        )
        expect(
            run.output.isEmpty && run.errorLines.count == 1,
            """
            The error belongs on standard error, in one line for a person. On standard output: \
            \(run.output.isEmpty ? "nothing" : run.output); on standard error: \(run.errors)
            """)
        let kept = try await phone.list()
        expect(
            kept.map(\.value) == [72.3] && kept.allSatisfy(\.dirty),
            "After a failed sync the record should still be here, waiting to be sent; the phone lists \(kept).")

        let again = try await blocking { [database = fixture.database] in
            try LiveServer(databaseURL: database.url, port: port)
        }
        defer { again.stop() }
        try await phone.sync()
        let onServer = try await fixture.stored()
        expect(
            onServer.map { $0[0] } == ["72.3"],
            "The server is back and `sync` succeeded, but the server has \(onServer.isEmpty ? "nothing" : "\(onServer)")."
        )
    }

    @Test("before the login, sync says which command to run first")
    func loginFirst() async throws {
        let run = try await PhoneFixture().phone("phone").run("sync")
        expect(
            run.status == 1 && run.errorLines.count == 1 && run.errors.contains("login"),
            "The phone isn't logged in, so `sync` should say in one line to run `vitals-device login`; it said: \(run.errors)\(run.output)"
        )
    }

    @Test("a login to another server is refused, and the first server's token stays in place")
    func loginElsewhere() async throws {
        let fixture = try await WiredPhoneFixture()
        let phone = try await fixture.phone("phone")
        try await phone.run("add", "weight", "72.3", "kg")
        try await phone.sync()
        // Port 9 of loopback, discard: no server listens there.
        let run = try await phone.run("login", "--server", "http://127.0.0.1:9", input: "token-of-another-server\n")
        expect(
            run.status == 1,
            "The records belong to \(fixture.server.url); a login to another server should be refused without --rebind."
        )
        let kept = try SealedFileSecureStore(directory: phone.directory).token()
        expect(
            kept == WiredPhoneFixture.token,
            """
            The login to another server was refused, but its token was kept anyway. The next sync would send it to \
            \(fixture.server.url). Bind first, then keep the token.
            """)
        let moved = try await phone.run(
            "login", "--server", "http://127.0.0.1:9", "--rebind", input: "token-of-another-server\n")
        expect(moved.status == 0, "With --rebind the person has decided, but login still refuses: \(moved.errors)")
        let toSend = try await phone.list()
        expect(
            toSend.map(\.dirty) == [true],
            "After --rebind every record should be waiting to be sent to the new server; here: \(toSend)")
    }

    @Test(
        "a login that can't keep its token doesn't leave another server's token in its place", .serialized,
        arguments: [false, true])
    func failedLogin(rebind: Bool) async throws {
        let phone = try PhoneFixture().phone("phone")
        let server = try LoopbackServer(
            .response(headers: ["Vitals-Account: account-1"], json: #"{"records":[],"nextCursor":0}"#))
        let (first, second) = (server.url, "http://127.0.0.1:10")
        let login = try await phone.run("login", "--server", first, input: "token-of-the-first\n")
        try #require(login.status == 0, "`vitals-device login --server \(first)` failed: \(login.errors)")
        // A store that a server has answered moves only with --rebind; until then it moves without. How the sync ends doesn't
        // matter: this server has just one response.
        if rebind { _ = try await phone.run("sync") }
        // A folder in the place of the key file makes it impossible to store a new token.
        let (key, away) = (phone.directory + "/token.key", phone.directory + "/away")
        try FileManager.default.moveItem(atPath: key, toPath: away)
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        let words = ["login", "--server", second] + (rebind ? ["--rebind"] : [])
        _ = try await blocking { try phone.start(words, input: "token-of-the-second\n").finish(withinSeconds: 30) }
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.moveItem(atPath: away, toPath: key)
        let (bound, token) = (try await phone.server(), try SealedFileSecureStore(directory: phone.directory).token())
        expect(
            bound != second || token != "token-of-the-first",
            """
            The phone was logged in to \(first), and `\(words.joined(separator: " "))` failed half-way because its token \
            couldn't be kept. Now the phone has the token of \(first) with the server \(second), and the next sync sends \
            it there. If the store may be bound to another server (\
            \(rebind ? "--rebind" : "no server has answered it yet")), remove the old token before it is.
            """)
    }

    @Test("a login during a sync is refused, and changes neither the server nor the token")
    func loginDuringSync() async throws {
        let phone = try PhoneFixture().phone("phone")
        let (first, second) = ("http://127.0.0.1:9", "http://127.0.0.1:10")
        let login = try await phone.run("login", "--server", first, input: "token-of-the-first\n")
        try #require(login.status == 0, "`vitals-device login --server \(first)` failed: \(login.errors)")
        // Work inside `withSyncLock` blocks a sync in the same way as another sync does.
        let run = try await blocking {
            try MeasurementStore(path: phone.directory + "/vitals.sqlite", features: .all).withSyncLock {
                try phone.start(["login", "--server", second], input: "token-of-the-second\n")
                    .finish(withinSeconds: 10)
            }
        }
        let (server, token) = (try await phone.server(), try SealedFileSecureStore(directory: phone.directory).token())
        expect(
            run.status == 1 && server == first && token == "token-of-the-first",
            """
            A sync with \(first) was under way in another process, and a login to \(second) ended with status \
            \(run.status); the phone now syncs with \(server ?? "none"). The sync that is under way reads the token again \
            for each request, so it would send the token of \(second) to \(first). Bind and keep the token within \
            `withSyncLock`.
            """)
    }

    @Test("a damaged token isn't reported as the server's refusal")
    func damagedToken() async throws {
        let phone = try PhoneFixture().phone("phone")
        // No server listens there, so none can have refused anything.
        let login = try await phone.run("login", "--server", "http://127.0.0.1:9", input: "dev-token\n")
        try #require(login.status == 0, "`vitals-device login` failed: \(login.errors)")
        let sealed = URL(filePath: phone.directory + "/token.sealed")
        var bytes = try Data(contentsOf: sealed)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: sealed)
        let run = try await phone.run("sync")
        expect(
            run.status == 1 && run.errorLines.count == 1 && !run.errors.contains("server doesn't know"),
            """
            One bit of token.sealed was changed, and no server was asked anything. `sync` ended with status \(run.status) \
            and said: \(run.errors)The client treats a token that can't be read as if there were none. Read it in \
            `makeSyncer()` first, and let the secure store's error through.
            """)
    }

    @Test("a token that wasn't copied completely is refused at the login")
    func brokenToken() async throws {
        let shelf = try PhoneFixture()
        for token in ["", "dev token", "dev-tok\u{00E9}n"] {
            let run = try await shelf.phone("phone").run("login", "--server", "http://127.0.0.1:9", input: token + "\n")
            expect(
                run.status == 1 && run.errorLines.count == 1,
                "The token \"\(token)\" can't be a header's value, but login ended with status \(run.status): \(run.errors)"
            )
        }
    }
}
