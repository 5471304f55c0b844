import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

/// A person moves to another server: `user export`, `user import` and phones, all real programs but the phones.
@Suite("A person moves to another server", .timeLimit(.minutes(3)))
struct UserImportTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private static let user = "00000000-0000-0000-0000-000000000001"

    private func run(_ url: String, _ arguments: String...) async throws -> Run {
        try await blocking {
            try RunningProgram("vitals-server", arguments + ["--database-url", url]).finish(withinSeconds: 60)
        }
    }

    private func database(_ kind: String, _ name: String) async throws -> (url: String, TestDatabase?) {
        guard kind == "postgres" else { return ("sqlite:\(directory.path(name))", nil) }
        let database = try await SchemaFile.server.database()
        let migrated = try await run(database.url, "migrate")
        try #require(migrated.status == 0, "\(migrated.errors)")
        return (database.url, database)
    }

    private func phone(_ name: String, _ server: LiveServer, _ token: String = "dev-token") throws -> Device {
        let device = try Device(directory: directory.path(name), features: .all)
        try device.login(to: ServerOrigin(server.url), token: token)
        return device
    }

    /// Fills two phones with a bit of everything, also what is replaced and deleted.
    private func live(_ a: Device, _ b: Device) async throws {
        _ = try a.importHealthExport(.file(HealthExport.fixture))
        try a.add(.weight, 72.4, .kilograms)
        let gone = try a.add(.weight, 99, .kilograms)
        let onA = try a.entities.create("tag", ["name": .string("Morning")])
        let onB = try b.entities.create("tag", ["name": .string("morning")])
        try b.entities.create("note", ["title": .string("Ran \u{1F3C3} \"far\""), "tags": .set([onB.lowercased])])
        let note = try a.entities.create("note", ["title": .string("Gone"), "tags": .set([onA.lowercased])])
        for device in [a, b, a] { try await device.sync() }
        try a.delete(gone.id)
        try a.entities.delete(note)
        for device in [a, b] { try await device.sync() }
    }

    @Test("Everything goes along, and phones find nothing new", arguments: EntityProgramTests.databases)
    func moves(_ kind: String) async throws {
        let (old, oldDatabase) = try await database(kind, "old.sqlite")
        let (new, newDatabase) = try await database(kind == "sqlite" ? "postgres" : "sqlite", "new.sqlite")
        defer { withExtendedLifetime((oldDatabase, newDatabase)) {} }
        var server = try LiveServer(databaseURL: old)
        let (a, b) = (try phone("a", server), try phone("b", server))
        try await live(a, b)
        let before = try await run(old, "user", "export", Self.user)
        _ = try await server.stop(SIGTERM)
        let file = directory.path("person.json")
        try before.output.write(toFile: file, atomically: true, encoding: .utf8)

        let imported = try await run(new, "user", "import", file, "--json")
        try #require(imported.status == 0, "\(imported.errors)")
        let line = try JSONValue(parsing: imported.output)
        let (user, token) = (try #require(line["id"]?.string), try #require(line["token"]?.string))
        expect(line["report"]?["refusedCount"]?.wholeNumber == 0, "\(imported.output)")
        let after = try JSONValue(parsing: try await run(new, "user", "export", user).output)
        let first = try JSONValue(parsing: before.output)
        for list in ["records", "entities", "samples", "deletedSamples"] {
            expect(Self.sorted(after[list]), equals: Self.sorted(first[list]), "\(list)")
        }
        expect(!Self.sorted(first["samples"]).isEmpty && !Self.sorted(first["entities"]).isEmpty)
        expect(after["replacedIds"], equals: first["replacedIds"])

        server = try LiveServer(databaseURL: new)
        try a.login(to: ServerOrigin(server.url), token: token, rebind: true)
        let c = try phone("c", server, token)
        for device in [a, c, a] { try await device.sync() }
        for device in [a, c] {
            expect(try device.entities.list("note").map { $0.text("title") }, equals: ["Ran \u{1F3C3} \"far\""])
            expect(try device.entities.list("tag").count, equals: 1)
            expect(try device.entities.conflicts().count + device.entities.deadLetters().count, equals: 0)
            expect(try device.workouts.list().count, equals: 1)
        }
        expect(
            try c.list(kind: .weight).map(\.measurement.value),
            equals: try a.list(kind: .weight).map(\.measurement.value))
    }

    /// The elements of a list by id, without the places in a log, which are the server's own.
    private static func sorted(_ list: JSONValue?) -> [String] {
        (list?.array ?? []).map { element in
            guard case .object(let members) = element else { return CanonicalJSON.text(element) }
            return CanonicalJSON.text(.object(members.filter { $0.name != "seq" }))
        }.sorted()
    }

    @Test("A file that is cut off, or something else, adds no user")
    func bad() async throws {
        let (url, _) = try await database("sqlite", "server.sqlite")
        let export = try await run(url, "user", "export", Self.user).output
        for (name, text, hint) in [
            ("cut", String(export.dropLast(4)), "ends in the middle"), ("empty", "", "isn't what"),
            ("list", "[1,2]", "isn't what"), ("other", #"{"records":[]}"#, "isn't what"),
            ("more", export + "{}", "is damaged"),
        ] {
            let file = directory.path(name)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let run = try await run(url, "user", "import", file)
            expect(run.status == 1 && run.output.isEmpty && run.errors.contains(hint), "\(name): \(run.errors)")
        }
        expect(try await run(url, "user", "list", "--json").output.components(separatedBy: "\"id\"").count, equals: 2)
        let missing = try await run(url, "user", "import", directory.path("none"))
        expect(missing.status == 1 && missing.errors.contains("can't be opened"))
    }

    @Test("A broken element costs only itself, and is named")
    func brokenElements() async throws {
        let (url, _) = try await database("sqlite", "server.sqlite")
        let file = directory.path("person.json")
        let id = "6f1c2a34-0000-4000-8000-000000000001"
        try """
        {"id":"\(id)","records":[
        \(Self.record(1)), {"id":"nonsense"},
        \(Self.record(2, value: "-3")), \(Self.record(3))],
        "replacedIds":{"\(id)":"6f1c2a34-0000-4000-8000-000000000002","6f1c2a34-0000-4000-8000-000000000002":"\(id)"},
        "entities":[7,{"id":"\(id)","type":"tag","version":1,"seq":4,"fields":{"name":"A"},"stamps":{"name":1}}],
        "insights":[{},{}]}
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await run(url, "user", "import", file, "--json")
        try #require(run.status == 0, "\(run.errors)")
        let report = try JSONValue(parsing: run.output)["report"]
        expect(report?["stored"]?["records"]?.wholeNumber, equals: 2)
        expect(report?["stored"]?["entities"]?.wholeNumber, equals: 1)
        expect(report?["refusedCount"]?.wholeNumber, equals: 5, "\(run.output)")
        expect(report?["leftOut"]?["insights"]?.wholeNumber, equals: 2)
    }

    private static func record(_ number: Int, value: String = "71.5") -> String {
        #"{"id":"6f1c2a34-0000-4000-8000-00000000000\#(number)","kind":"WEIGHT","value":\#(value),"unit":"KG","#
            + #""recordedAt":"2026-05-01T07:00:00Z","updatedAt":"2026-05-01T07:00:00Z","version":1}"#
    }
}
