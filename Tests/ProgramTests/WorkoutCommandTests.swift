import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of `vitals-device workouts` and `ingest`, by running them without a Vitals server.
@Suite("Workouts in the terminal", .timeLimit(.minutes(5))) struct WorkoutCommandTests {
    private let folder: TemporaryFolder
    private let phone: Phone

    init() throws {
        folder = try TemporaryFolder()
        phone = Phone(folder.path("phone"), environment: ["TZ": "Europe/Berlin"])
    }

    private func run(_ words: [String]) async throws -> Run {
        try await blocking { try phone.start(words).finish(withinSeconds: 30) }
    }

    private func json(_ words: String...) async throws -> JSONValue {
        let run = try await run(words + ["--json"])
        expect(run.status == 0, "\(words): \(run)")
        return try JSONValue(parsing: run.output)
    }

    private func importFixture() async throws {
        let path = PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path
        let run = try await run(["import", path])
        expect(
            run.status == 0 && run.output.contains("Workouts: 1 new, 0 here already.")
                && run.output.contains("Samples: 2 new, 0 here already."), "\(run)")
    }

    @Test("are added, shown, edited and deleted")
    func offline() async throws {
        expect(try await run(["workouts"]).output.hasPrefix("No workouts yet. Add one with:"))
        let added = try await run([
            "workouts", "add", "run", "--minutes", "35", "--at", "2026-05-06T07:30:00+02:00", "--distance", "6.254",
            "--heart-rate", "151", "--note", "Fast\u{1B}[2J",
        ])
        expect(added.output.hasPrefix("Added Run as ") && added.output.contains("2026-05-06 07:30, 35 min"), "\(added)")
        let id = try #require(try await json("workouts", "list").array?.first?["id"]?.string)
        let list = try await run(["workouts"])
        expect(list.output.contains("Run") && list.output.contains("6.25 km"), "\(list)")
        let shown = try await run(["workouts", "show", String(id.prefix(6))])
        for part in ["2026-05-06 08:05", "151 on average", "Fast\u{FFFD}[2J", "not synced yet"] {
            expect(shown.output.contains(part), "\(part) in \(shown.output)")
        }
        expect(!shown.output.contains("\u{1B}"))
        let edited = try await json(
            "workouts", "edit", id, "--activity", "walk", "--distance", "0", "--heart-rate", "0", "--minutes", "45.5",
            "--note", "")
        let fields = edited["fields"]
        expect(
            fields?["activity"] == .string("walk") && fields?["minutes"] == .number(45.5) && fields?["distance"] == nil
                && fields?["heartRate"] == nil && fields?["note"] == nil, "\(edited)")
        expect(try await json("status")["workouts"] == .number(1))
        expect(
            try await run(["workouts", "list", "--from", "2026-05-06", "--to", "2026-05-07"]).output.contains("Walk"))
        expect(try await run(["workouts", "list", "--activity", "run"]).output == "No such workouts.\n")
        expect(try await run(["workouts", "delete", id]).output, equals: "Deleted Walk of 2026-05-06 07:30.\n")
        expect(try await json("workouts").array?.isEmpty == true)
    }

    @Test("come from an export with their heart rate, once, and not again after they were deleted")
    func imported() async throws {
        try await importFixture()
        let workout = try #require(try await json("workouts").array?.first)
        let id = try #require(workout["id"]?.string)
        expect(workout["fields"]?["energy"] == .number(46.8) && workout["fields"]?["device"] == .string("Watch6,7"))
        // Typed in the middle of the walk.
        for (rate, time) in [("98", "17:03:00"), ("126", "17:05:00")] {
            expect(try await run(["add", "heart-rate", rate, "--at", "2024-02-26T\(time)Z"]).status == 0)
        }
        let shown = try await run(["workouts", "show", id])
        expect(
            shown.output.contains("98 to 126 a minute, 112 on average") && shown.output.contains("80–99"),
            "\(shown.output)")
        let band = try await json("workouts", "show", id)["heartRate"]
        expect(band?["buckets"]?.array?.first?["seconds"] == .number(120), "\(String(describing: band))")
        expect(try await run(["workouts", "delete", id]).status == 0)
        let again = try await json("import", PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path)
        expect(
            again["workouts"]?["added"] == .number(0) && again["workouts"]?["present"] == .number(1)
                && again["samples"]?["added"] == .number(0) && again["added"] == .number(0), "\(again)")
        expect(try await json("workouts").array?.isEmpty == true)
    }

    @Test("samples are counted by type, and a phone keeps as many as it's told to")
    func ingest() async throws {
        expect(try await run(["ingest"]).output.hasPrefix("No samples yet."))
        try await importFixture()
        let table = try await run(["ingest"])
        for part in ["CYCLING_DISTANCE", "RESTING_HEART_RATE", "Still to be sent: 2", "last 24 months"] {
            expect(table.output.contains(part), "\(part) in \(table.output)")
        }
        let status = try await json("ingest", "status")
        expect(status["total"] == .number(2) && status["pending"] == .number(2), "\(status)")
        expect(status["types"]?.array?.first?["sources"]?.array?.first?["count"] == .number(1), "\(status)")
        expect(try await json("ingest", "keep", "6")["keepMonths"] == .number(6))
        expect(try await json("ingest")["keepMonths"] == .number(6))
        expect(try await run(["ingest", "keep", "all"]).output, equals: "This phone keeps all samples.\n")
        expect(try await json("ingest")["keepMonths"] == .null)
        expect(try await json("ingest", "retry")["retried"] == .number(0))
        expect(try await run(["ingest", "discard"]).output, equals: "Nothing was refused.\n")
        expect(try await json("status")["samples"]?["total"] == .number(2))
    }

    @Test("say what is wrong, and store nothing")
    func wrongInput() async throws {
        let add = ["workouts", "add", "run", "--minutes"]
        let cases: [(words: [String], status: Int32, text: String)] = [
            (["workouts", "add", "yoga", "--minutes", "5"], 2, "invalid"),
            (["workouts", "add", "run"], 2, "--minutes 35"),
            (add + ["0"], 1, "more than 0 minutes"),
            (add + ["-5"], 1, "more than 0 minutes"),
            (add + ["1441"], 1, "at most 24 hours"),
            (add + ["nan"], 2, "invalid"),
            (add + ["5", "--at", "yesterday"], 2, "invalid"),
            (add + ["5", "--at", "1800-01-01T00:00:00Z"], 1, "between the year 1900"),
            (add + ["5", "--distance", "-1"], 1, "from 0 to 50,000"),
            (add + ["5", "--energy", "1e9"], 1, "from 0 to 100,000"),
            (add + ["5", "--heart-rate", "7"], 1, "from 20 to 300"),
            (["workouts", "edit", "ffffffff"], 2, "Say what to change"),
            (["workouts", "edit", "ffffffff", "--note", "x"], 1, "No workout's id starts with"),
            (["workouts", "show", ""], 1, "The id is empty"),
            (["workouts", "list", "--limit", "0"], 2, "1 or more"),
            (["workouts", "list", "--from", "2026-13-01"], 2, "invalid"),
            (["workouts", "send", "https://coach.example.com"], 2, "--code CODE"),
            (["workouts", "send", "coach", "--dry-run"], 1, "isn't a server address"),
            (["workouts", "send", "http://127.0.0.1:1", "--token-file", "/nowhere/x"], 1, "There is no file"),
            (["workouts", "send", "http://127.0.0.1:1", "--code", "1"], 1, "can't be reached"),
            (["ingest", "keep", "0"], 2, "from 1 to 1200"),
            (["ingest", "keep", "some"], 2, "from 1 to 1200"),
            (["ingest", "older", "a b", "--from", "2024-01-01", "--to", "2024-02-01"], 2, "such as basal-energy"),
            (["ingest", "older", "x", "--from", "2024-02-01", "--to", "2024-02-01"], 2, "--from is before"),
            (["ingest", "older", "x", "--from", "2024-01-01", "--to", "2024-02-01"], 1, "connected to a server"),
        ]
        for (words, status, text) in cases {
            let run = try await run(words)
            expect(run.status == status && run.errors.contains(text) && run.output.isEmpty, "\(words): \(run)")
        }
        expect(try await json("workouts").array?.isEmpty == true)
    }

    @Test("have an example in each help")
    func help() async throws {
        let names = ["list", "show", "add", "edit", "delete", "send"].map { ["workouts", $0] }
        for words in names + ["status", "keep", "older", "retry", "discard"].map({ ["ingest", $0] }) {
            let help = try await run(words + ["--help"])
            expect(
                help.status == 0 && help.output.contains("EXAMPLE\n  vitals-device \(words.joined(separator: " "))"),
                "\(help.output)")
        }
    }

    // MARK: A coach's server

    @Test("go to a coach's server by a code, and then by the token of a private file")
    func send() async throws {
        try await importFixture()
        let server = try LoopbackServer { request in
            switch request.target {
            case "/api/v1/pair": .response(json: #"{"client_id":"c-1","token":"secret"}"#)
            case "/api/v1/client": .response(json: #"{"client_id":"c-1"}"#)
            case "/api/v1/workouts/query", "/api/v1/profile-metrics/query": .response(404)
            default:
                .response(
                    json:
                        #"{"received":1,"inserted":1,"errors":[],"warnings":[{"index":0,"field":"x","message":"Odd\u001b[2J"}]}"#
                )
            }
        }
        let token = folder.path("coach.token")
        let dry = try await run(["workouts", "send", server.url, "--dry-run"])
        expect(dry.output.hasPrefix("Workouts: 1 to send.\n") && server.requests.isEmpty, "\(dry)")
        let first = try await run(["workouts", "send", server.url, "--code", "4711", "--token-file", token])
        expect(first.status == 0 && first.output.contains("Workouts: sent 1, 1 new"), "\(first)")
        expect(first.output.contains("entry 1, x, Odd\u{FFFD}[2J") && !first.output.contains("secret"), "\(first)")
        let mode = try FileManager.default.attributesOfItem(atPath: token)[.posixPermissions] as? Int
        expect(mode == 0o600)
        let sent = try #require(server.requests.first { $0.target == "/api/v1/workouts" })
        expect(sent.headers["authorization"] == "Bearer secret")
        let body = try JSONValue(parsing: sent.body)
        expect(body.array?.first?["client_id"] == .string("c-1"), "\(body)")
        let again = try await json("workouts", "send", server.url, "--token-file", token)
        expect(again["workouts"]?["sent"] == .number(1), "\(again)")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token)
        expect(try await run(["workouts", "send", server.url, "--token-file", token]).status == 1)
    }

    @Test("what a coach's server refuses is shown, and the exit status says so")
    func refused() async throws {
        try await importFixture()
        let server = try LoopbackServer { request in
            switch request.target {
            case "/api/v1/pair": .response(json: #"{"client_id":"c-1","token":"secret"}"#)
            case "/api/v1/workouts":
                .response(json: #"{"received":1,"errors":[{"index":0,"field":"end_time","message":"Too long"}]}"#)
            default: .response(json: "{}")
            }
        }
        let run = try await run(["workouts", "send", server.url, "--code", "4711"])
        expect(run.status == 1 && run.output.contains("Refused: 1.\n    entry 1, end_time, Too long"), "\(run)")
        let none = try LoopbackServer(.response(404, json: "{}"))
        let error = try await self.run(["workouts", "send", none.url, "--code", "4711"])
        expect(error.status == 1 && error.errors.contains("takes no workouts from a phone"), "\(error)")
    }
}
