import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointDemo
@testable import CheckpointSystem

/// Tests with the real server, the real devices and the real command, on SQLite and on Postgres.
@Suite("The demo")
struct DemoTests {
    private static let hasPostgres = (try? PostgresBinaries.find()) != nil

    @Test("converges on SQLite and says so")
    func sqlite() async throws { try await expectConvergence([]) }

    @Test("converges on a throw-away Postgres and says so", .enabled(if: hasPostgres))
    func postgres() async throws { try await expectConvergence(["--postgres"]) }

    @Test("uses a scratch database where DATABASE_URL names a Postgres", .enabled(if: hasPostgres))
    func scratch() async throws {
        try await Resources.using { resources in
            let postgres = try await ThrowawayPostgres.start(in: resources)
            try await expectConvergence(["--postgres"], databaseURL: postgres.url)
        }
    }

    @Test(
        "every setting that vitals-server names in its help is kept from the demo's",
        arguments: ["serve", "pair", "migrate"])
    func settings(command: String) async throws {
        let help = try await Command(TestPaths.products + "/vitals-server", [command, "--help"]).capture()
        let named = help.standardOutput.matches(of: /\(([A-Z_]+)[;)]/).map { String($0.1) }
        expect(named.contains("DATABASE_URL"), "\(help.standardOutput)")
        expect(Set(named).subtracting(DemoServer.settings), equals: [])
    }

    @Test("is not led astray by the settings of the person's own server")
    func ownServer() async throws {
        try await expectConvergence(Self.hasPostgres ? ["--postgres"] : [], settings: Self.ownSettings)
    }

    @Test("neither is the page of --web")
    func ownServerAndPage() async throws {
        let (page, run) = try await blocking {
            let demo = try DemoProcess(["--web"], environment: Self.ownSettings)
            let page = try? demo.event("page")
            if page != nil { kill(demo.processID, SIGINT) }
            return (page, try demo.finish())
        }
        expect(page != nil, "\(run.output + run.errors)")
    }

    /// Settings each of which makes `vitals-server`, or one of its commands, fail.
    private static let ownSettings = Dictionary(
        DemoServer.settings.filter { $0 != "DATABASE_URL" }.map { ($0, "/nowhere") }
    ) { first, _ in first }

    @Test("prints tables without colour where there is no terminal")
    func tables() async throws {
        let result = try await command(["--plain"]).capture()
        expect(result.succeeded, "\(result.standardError)")
        expect(result.standardOutput.contains("phone A         phone B         server"))
        expect(result.standardOutput.contains("Verdict: the phones and the server converged"))
        expect(!result.standardOutput.contains("\u{1B}"))
    }

    @Test(
        "says at once that the server was killed half-way, exits 1 and leaves nothing", arguments: [SIGKILL, SIGTERM])
    func serverKilled(signal: Int32) async throws {
        let (serverPid, run, leftovers) = try await blocking {
            let demo = try DemoProcess()
            let serverPid = try demo.serverPid()
            _ = try demo.event("act")
            kill(serverPid, signal)
            let run = try demo.finish()
            return (serverPid, run, demo.leftovers())
        }
        expect(run.status, equals: 1)
        expect((run.output + run.errors).contains("vitals-server (process \(serverPid)) exited too early"))
        expect(!run.output.contains("verdict"))
        expect(leftovers.isEmpty)
    }

    @Test("cleans up when it is interrupted", arguments: [SIGINT, SIGQUIT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let (run, leftovers, isServerThere) = try await blocking {
            let demo = try DemoProcess()
            let serverPid = try demo.serverPid()
            kill(demo.processID, signal)
            let run = try demo.finish()
            return (run, demo.leftovers(), kill(serverPid, 0) == 0)
        }
        expect(run.status, equals: 128 + signal)
        expect(!isServerThere)
        expect(leftovers.isEmpty)
    }

    @Test("leaves nothing behind even when it is killed outright")
    func killed() async throws {
        let leftovers = try await blocking {
            let demo = try DemoProcess()
            _ = try demo.serverPid()
            kill(demo.processID, SIGKILL)
            _ = try demo.finish()
            return demo.leftoversInTheEnd()
        }
        expect(leftovers, equals: [], "the watchdog did not remove them")
    }

    @Test("with --keep leaves a server that answers, and says how to end it")
    func keeps() async throws {
        let result = try await command(["--keep", "--json"]).capture()
        expect(result.succeeded, "\(result.standardError)")
        let kept = try #require(DemoProcess.events(in: result.standardOutput).last { $0.event == "kept" })
        let (serverPid, url) = (try #require(kept.serverPid), try #require(kept.serverURL))
        expect(kill(serverPid, 0), equals: 0)
        let pull = try await Command(
            "curl", ["-sS", "-H", "Authorization: Bearer dev-token", url + "/sync/pull?cursor=0"]
        )
        .capture()
        expect(pull.standardOutput.contains("nextCursor"))
        for line in try #require(kept.stop) { _ = try await Command("/bin/sh", ["-c", line]).capture() }
        expect(!FileManager.default.fileExists(atPath: try #require(kept.directory)))
    }

    @Test("refuses --keep with --web, whose page ends with the command")
    func keepsNoPage() async throws {
        let result = try await command(["--web", "--keep"]).capture()
        expect(result.ending, equals: "exit status 2")
        expect(result.standardError.contains("until Ctrl-C"), "\(result.standardError)")
    }

    @Test("lists its stories, plays the one that is named, and suggests one for a name that none has")
    func stories() async throws {
        let list = try await command(["--list"]).capture()
        expect(list.succeeded)
        let rows = Stories.all.map { "\($0.name.padded(to: width))  \($0.summary)\n" }
        expect(list.standardOutput, equals: rows.joined())
        try await expect(
            command(["--list", "--json"]).capture().standardOutput.contains("\"name\":\"convergence\""))
        expect(Set(Stories.all.map(\.name)).count, equals: Stories.all.count)
        try await expectConvergence(["convergence"])
        let unknown = try await command(["convergance"]).capture()
        expect(unknown.ending == "exit status 2" && unknown.standardOutput.isEmpty)
        expect(unknown.standardError.contains("Did you mean \"convergence\"?"), "\(unknown.standardError)")
        let page = try await command(["deletes", "--web"]).capture()
        expect(page.ending == "exit status 2" && page.standardError.contains("--web tells the story convergence"))
    }

    @Test(
        "the story of a chapter holds, in both kinds of database",
        arguments: [
            ("deletes", 7, 11), ("log", 5, 10), ("insights", 4, 9), ("live", 3, 8), ("outbox", 7, 22),
            ("relations", 5, 20), ("reminders", Browser.isThere ? 7 : 6, Browser.isThere ? 19 : 15),
            ("workouts", 6, 11),
        ],
        hasPostgres ? [[], ["--postgres"]] : [[]])
    func chapters(story: (name: String, actCount: Int, leastCheckCount: Int), options: [String]) async throws {
        let result = try await command([story.name, "--json"] + options).capture()
        let events = DemoProcess.events(in: result.standardOutput)
        expect(result.succeeded, "\(result.standardOutput)\(result.standardError)")
        expect(events.filter { $0.event == "act" }.count, equals: story.actCount)
        let checks = events.filter { $0.event == "check" }
        expect(checks.count >= story.leastCheckCount && checks.allSatisfy { $0.holds == true })
        expect(events.last?.event == "verdict" && events.last?.holds == true)
    }

    @Test("a machine without a browser leaves out the act that needs one, says so, and the story holds")
    func withoutBrowser() async throws {
        let result = try await command(["reminders", "--json"], settings: ["PATH": "/nowhere"]).capture()
        expect(result.succeeded, "\(result.standardOutput)\(result.standardError)")
        let events = DemoProcess.events(in: result.standardOutput)
        expect(events.filter { $0.event == "act" }.count, equals: 6)
        expect(events.first { $0.event == "left-out" }?.message?.contains("chromium-driver") == true)
    }

    private var width: Int { Stories.all.map(\.name.count).max() ?? 0 }

    private func command(
        _ arguments: [String], databaseURL: String? = nil, settings: [String: String] = [:]
    ) -> Command {
        var command = Command(TestPaths.course, ["demo", "--binaries", TestPaths.products] + arguments)
        for (name, value) in settings { command.environment[name] = value }
        command.environment["VITALS_COURSE_ROOT"] = TestPaths.root
        command.environment["DATABASE_URL"] = .some(databaseURL)
        command.timeoutSeconds = 180
        return command
    }

    private func expectConvergence(
        _ arguments: [String], databaseURL: String? = nil, settings: [String: String] = [:]
    ) async throws {
        let result = try await command(arguments + ["--json"], databaseURL: databaseURL, settings: settings).capture()
        expect(result.succeeded, "\(result.standardError)")
        let events = DemoProcess.events(in: result.standardOutput)
        expect(events.filter { $0.event == "act" }.count, equals: 8)
        expect(events.filter { $0.event == "check" }.count >= 8)
        expect(events.filter { $0.event == "check" && $0.holds != true }.isEmpty)
        expect(events.last?.event, equals: "verdict")
        expect(events.last?.holds == true)
    }
}
