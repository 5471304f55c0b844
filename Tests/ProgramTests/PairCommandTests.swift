import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of a phone in the terminal at a server at home: one that was started with `--first-user`.
@Suite("vitals-device at a server at home", .timeLimit(.minutes(5)))
struct PairCommandTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func code(_ server: LiveServer) async throws -> String {
        let settings = ["DATABASE_URL": "sqlite:\(directory.path("server.sqlite"))", "PATH": "/nowhere"]
        let port = "\(server.port)"
        let printed = try await blocking {
            try RunningProgram("vitals-server", ["pair", "--port", port], environment: settings)
                .finish(withinSeconds: 30)
        }
        return String(try #require(printed.output.firstMatch(of: /code  (\S+)/)?.1))
    }

    private func start() throws -> LiveServer {
        try LiveServer(databaseURL: "sqlite:\(directory.path("server.sqlite"))", arguments: ["--first-user"])
    }

    @Test("A phone is paired with the printed address, or with the code and the server, and is one of the devices")
    func pairs() async throws {
        let server = try start()
        let (first, second) = (Phone(directory.path("a")), Phone(directory.path("b")))
        try await first.run("add", "weight", "72.3", "kg")
        let address = "\(server.url)/#/pair/" + (try await code(server)).replacing("-", with: "")
        let paired = try await first.run("pair", address)
        expect(paired.status == 0 && paired.output.contains("is paired with \(server.url)"), "\(paired)")
        try await expect(first.run("sync").status, equals: 0)

        // The code was used.
        let used = try await second.run("pair", address)
        expect(used.status == 1 && used.errors.contains("This code isn't valid"), "\(used)")

        let code = try await code(server)
        let json = try await second.run(
            "pair", code.lowercased(), "--server", server.url, "--name", "Kitchen", "--json")
        try expect(JSONValue(parsing: json.output)["server"]?.string, equals: server.url, "\(json)")
        try await expect(second.run("sync").status, equals: 0)
        try await expect(second.run("list").output.contains("72.3 kg"))
        let devices = try await first.run("devices")
        expect(devices.output.contains("Terminal") && devices.output.contains("Kitchen"), "\(devices)")
    }

    @Test("What can't be paired with is told before anything is sent")
    func usage() async throws {
        let phone = Phone(directory.path("a"))
        let alone = try await phone.run("pair", "7K3M-9QXZ")
        expect(alone.status == 2 && alone.errors.contains("Which server?"), "\(alone)")
        let both = try await phone.run("pair", "http://127.0.0.1:9/#/pair/7K3M9QXZ", "--server", "http://127.0.0.1:9")
        expect(both.status == 2 && both.errors.contains("Leave out --server"), "\(both)")
        let page = try await phone.run("pair", "http://127.0.0.1:9/")
        expect(page.status == 1 && page.errors.contains("isn't a pairing link"), "\(page)")
        let away = try await phone.run("pair", "http://127.0.0.1:9/#/pair/7K3M9QXZ")
        expect(away.status == 1 && away.errors.contains("can't be reached"), "\(away)")
        try await expect(phone.run("status").output.contains("none yet"))
    }

    @Test("Each kind takes its own unit, as a person writes it")
    func units() async throws {
        let phone = Phone(directory.path("a"))
        try await expect(phone.run("add", "height", "180", "cm").output.contains("height 180 cm"))
        try await expect(phone.run("add", "body-fat", "18", "%").output.contains("body-fat 18 percent"))
        try await expect(phone.run("add", "body-fat", "18", "percent").status, equals: 0)
        let wrong = try await phone.run("add", "weight", "72", "stone")
        expect(wrong.status == 2 && wrong.errors.contains("- cm"), "\(wrong)")
        let late = try await phone.run("add", "weight", "72", "--at", "yesterday")
        expect(late.status == 2 && late.errors.contains("such as 2026-06-20T07:30:00+02:00"), "\(late)")
    }

    @Test("A symptom that the server doesn't take is told as that, without advice that can't help")
    func symptom() async throws {
        let server = try start()
        let phone = Phone(directory.path("a"))
        try await phone.run("add", "symptom", "4", "--label", "dizzy")
        try await expect(phone.run("pair", try await code(server), "--server", server.url).status, equals: 0)
        let sync = try await phone.run("sync")
        expect(sync.output.contains("Refused by the server: 1"), "\(sync)")
        let rejected = try await phone.run("rejected").output
        expect(rejected.contains("Your server doesn't take this kind yet."), "\(rejected)")
        expect(rejected.contains("stays on this phone") && !rejected.contains("Fix one with"), "\(rejected)")
    }
}
