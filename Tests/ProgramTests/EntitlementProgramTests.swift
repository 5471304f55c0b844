import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures

/// `vitals-server entitlement`, and a phone at a server that asks for premium access: all real programs.
@Suite("Premium access, in the terminal and on a phone") struct EntitlementProgramTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private static let user = "00000000-0000-0000-0000-000000000001"

    private func run(_ url: String, _ arguments: String...) async throws -> Run {
        try await blocking {
            try RunningProgram("vitals-server", arguments + ["--database-url", url]).finish(withinSeconds: 30)
        }
    }

    /// A database's URL, and what keeps it.
    private func database(_ kind: String) async throws -> (url: String, TestDatabase?) {
        guard kind == "postgres" else {
            let url = "sqlite:\(directory.path("server.sqlite"))"
            try await expect(run(url, "user", "list").status, equals: 0)
            return (url, nil)
        }
        let database = try await SchemaFile.server.database()
        let migrated = try await run(database.url, "migrate")
        try #require(migrated.status == 0, "\(migrated.errors)")
        return (database.url, database)
    }

    @Test("A grant is listed, exported, changed and revoked", arguments: EntityProgramTests.databases)
    func commands(_ kind: String) async throws {
        let (url, database) = try await database(kind)
        defer { withExtendedLifetime(database) {} }
        let granted = try await run(url, "entitlement", "grant", Self.user)
        expect(granted.output, equals: "granted premium access to \(Self.user), without an end\n")
        let changed = try await run(url, "entitlement", "grant", Self.user, "--until", "2099-01-01", "--json")
        let line = try JSONValue(parsing: changed.output)
        expect(line["user"]?.string == Self.user && line["until"]?.string == "2099-01-01T00:00:00Z", "\(changed)")
        let listed = try await run(url, "entitlement", "list")
        expect(listed.output.contains("\(Self.user)  20") && listed.output.contains("  2099-01-01  premium_access\n"))
        let json = try JSONValue(parsing: try await run(url, "entitlement", "list", "--json").output)
        expect(json.array?.count == 1 && json.array?.first?["name"]?.string == "premium_access", "\(json)")
        let exported = try JSONValue(parsing: try await run(url, "user", "export", Self.user).output)
        let given = exported["entitlements"]?.array
        expect(given?.count == 1 && given?.first?["until"]?.string == "2099-01-01T00:00:00Z", "\(exported)")
        let revoked = try await run(url, "entitlement", "revoke", Self.user)
        expect(revoked.output, equals: "revoked premium access of \(Self.user)\n")
        try await expect(
            JSONValue(parsing: run(url, "entitlement", "list", "--json").output), equals: .array([]))
        try await expect(JSONValue(parsing: run(url, "user", "export", Self.user).output)["entitlements"] == nil)
    }

    @Test("`user delete` takes the grants along", arguments: EntityProgramTests.databases)
    func deleted(_ kind: String) async throws {
        let (url, database) = try await database(kind)
        defer { withExtendedLifetime(database) {} }
        try await expect(run(url, "entitlement", "grant", Self.user).status, equals: 0)
        try await expect(run(url, "user", "delete", Self.user).status, equals: 0)
        try await expect(
            JSONValue(parsing: run(url, "entitlement", "list", "--json").output), equals: .array([]))
    }

    @Test("What can't be is one line that says what to do")
    func refused() async throws {
        let (url, _) = try await database("sqlite")
        let unknown = UUID().lowercased
        for (arguments, status, text) in [
            (["grant", unknown], 1, "There is no such user; `vitals-server user list` shows them."),
            (["revoke", Self.user], 1, "has no premium access; `vitals-server entitlement list` shows who has."),
            (["grant", "anna"], 2, "The id must be a UUID."),
            (["revoke", "anna"], 2, "The id must be a UUID."),
            (["grant", Self.user, "--until", "tomorrow"], 2, "--until takes a day, such as 2027-01-01."),
            (["grant", Self.user, "--until", "2027-02-30"], 2, "--until takes a day, such as 2027-01-01."),
            (["grant", Self.user, "--until", "2020-01-01"], 1, "That day has begun. `vitals-server entitlement"),
        ] as [([String], Int32, String)] {
            let run = try await blocking {
                try RunningProgram("vitals-server", ["entitlement"] + arguments + ["--database-url", url])
                    .finish(withinSeconds: 30)
            }
            expect(run.status == status && run.errors.contains(text) && run.output.isEmpty, "\(arguments): \(run)")
        }
        let elsewhere = "sqlite:\(directory.path("elsewhere/server.sqlite"))"
        for arguments in [["list"], ["grant", Self.user], ["revoke", Self.user]] {
            let run = try await blocking {
                try RunningProgram("vitals-server", ["entitlement"] + arguments + ["--database-url", elsewhere])
                    .finish(withinSeconds: 30)
            }
            expect(run.status == 1 && run.errors.contains("There is no store at "), "\(arguments): \(run)")
        }
        expect(!FileManager.default.fileExists(atPath: directory.path("elsewhere")))
        let variable = try await blocking {
            try RunningProgram(
                "vitals-server", ["--port", "0", "--database-url", url],
                environment: ["VITALS_REQUIRE_PREMIUM": "perhaps"]
            ).finish(withinSeconds: 30)
        }
        expect(variable.status == 2 && variable.errors.contains("VITALS_REQUIRE_PREMIUM must be on or off."))
    }

    @Test("The setting holds where the feature `reminders` is off, since entities are there all the same")
    func withoutFeature() async throws {
        let (url, _) = try await database("sqlite")
        let server = try LiveServer(
            databaseURL: url, environment: ["VITALS_REQUIRE_PREMIUM": "on", "VITALS_FEATURES": "entities"])
        defer { server.stop() }
        let device = try Device(directory: directory.path("a"), features: .all)
        try device.login(to: ServerOrigin(server.url), token: "dev-token")
        let group = try device.entities.create("group", ["name": .string("Home")])
        try device.entities.create("reminder", ["title": .string("Pills"), "group": .string(group.lowercased)])
        try await device.sync()
        try expect(device.entities.heldCount() == 1 && device.entities.waitingCount() == 1)
    }

    @Test(
        "Without access a phone's reminders wait, and nothing else does; after the grant they go by themselves",
        arguments: EntityProgramTests.databases)
    func phone(_ kind: String) async throws {
        let (url, database) = try await database(kind)
        defer { withExtendedLifetime(database) {} }
        let server = try LiveServer(databaseURL: url, environment: ["VITALS_REQUIRE_PREMIUM": "on"])
        defer { server.stop() }
        func login(_ name: String) throws -> Device {
            let device = try Device(directory: directory.path(name), features: .all)
            try device.login(to: ServerOrigin(server.url), token: "dev-token")
            return device
        }
        let (a, b) = (try login("a"), try login("b"))
        let group = try a.entities.create("group", ["name": .string("Home")])
        let values = ["title": JSONValue.string("Pills"), "group": .string(group.lowercased)]
        let id = try a.entities.create("reminder", values)
        try a.entities.update(id, ["time": .string("07:30")])
        try a.entities.create("note", ["title": .string("Knee")])
        for device in [a, b, a] { try await device.sync() }
        try expect(b.entities.list("note").count == 1 && b.entities.list("group").count == 1)
        try expect(b.entities.list("reminder").isEmpty)
        try expect(a.entities.list("reminder").map { $0.text("time") }, equals: ["07:30"])
        try expect(a.entities.heldCount() == 2 && a.entities.waitingCount() == 2)
        try expect(a.entities.deadLetters().isEmpty)

        let phone = Phone(directory.path("a"))
        let overview = try await phone.run("entities").output
        expect(overview.contains("2 changes wait for premium access."), "\(overview)")
        let status = try await phone.run("status").output
        expect(status.contains("2 still to be sent (2 wait for premium access)"), "\(status)")
        let json = try JSONValue(parsing: try await phone.run("entities", "--json").output)
        expect(json["held"] == .number(2) && json["waiting"] == .number(2), "\(json)")

        // A running server sees it with the next request.
        try await expect(run(url, "entitlement", "grant", Self.user).status, equals: 0)
        for device in [a, b] { try await device.sync() }
        try expect(a.entities.heldCount() == 0 && a.entities.waitingCount() == 0)
        try expect(b.entities.list("reminder").map { $0.text("time") }, equals: ["07:30"])
    }
}
