import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures

/// Two phones and a real server process, on both of its databases.
@Suite("Entities between two phones and a server")
struct EntityProgramTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    /// The databases that this machine has: a SQLite file always, Postgres where it's installed.
    static let databases = TestDatabase.isAvailable ? ["sqlite", "postgres"] : ["sqlite"]

    private final class Fixture {
        let server: LiveServer
        let database: TestDatabase?
        let url: String

        init(_ kind: String, _ directory: TemporaryFolder) throws {
            database = kind == "postgres" ? try SchemaFile.server.database() : nil
            url = database?.url ?? "sqlite:\(directory.path("server.sqlite"))"
            if database != nil {
                let migrated = try RunningProgram(
                    "vitals-server", ["migrate"], environment: ["DATABASE_URL": url]
                ).finish(withinSeconds: 30)
                try #require(migrated.status == 0, "\(migrated.errors)")
            }
            server = try LiveServer(databaseURL: url)
        }
    }

    private func phone(_ name: String, _ server: LiveServer) throws -> Device {
        let device = try Device(directory: directory.path(name), features: .all)
        try device.login(to: ServerOrigin(server.url), token: "dev-token")
        return device
    }

    private func names(_ device: Device, _ type: String) throws -> [String] {
        try device.entities.list(type).map { $0.text(type == "note" ? "title" : "name") }
    }

    @Test("Morning made twice offline is one tag, and every link leads to it", arguments: databases)
    func joins(_ kind: String) async throws {
        let fixture = try Fixture(kind, directory)
        let (a, b) = (try phone("a", fixture.server), try phone("b", fixture.server))
        let onA = try a.entities.create("tag", ["name": .string("Morning")])
        try a.entities.create("note", ["title": .string("Ran"), "tags": .set([onA.lowercased])])
        let onB = try b.entities.create("tag", ["name": .string("MORNING "), "colour": .string("red")])
        try b.entities.create("note", ["title": .string("Slept"), "tags": .set([onB.lowercased])])
        for device in [a, b, a] { try await device.sync() }

        for device in [a, b] {
            let tags = try device.entities.list("tag")
            expect(tags.map { $0.text("name") }, equals: ["Morning"])
            expect(tags.first?.text("colour"), equals: "red")
            let notes = try device.entities.list("note")
            expect(notes.map { $0.text("title") }, equals: ["Ran", "Slept"])
            for note in notes { expect(note.fields["tags"]?.texts ?? [], equals: tags.map(\.id.lowercased)) }
            try expect(device.entities.waitingCount(), equals: 0)
        }
        try expect(b.entities.entity(onB)?.id == a.entities.list("tag").first?.id)
    }

    @Test(
        "Two edits of one field: the first stays, the other is kept under needs you, and can be restored",
        arguments: databases)
    func conflicts(_ kind: String) async throws {
        let fixture = try Fixture(kind, directory)
        let (a, b) = (try phone("a", fixture.server), try phone("b", fixture.server))
        let note = try a.entities.create("note", ["title": .string("Knee"), "body": .string("hurts")])
        for device in [a, b] { try await device.sync() }
        try a.entities.update(note, ["body": .string("better")])
        try b.entities.update(note, ["body": .string("worse"), "title": .string("Left knee")])
        for device in [a, b, a] { try await device.sync() }

        for device in [a, b] {
            try expect(device.entities.entity(note)?.text("body"), equals: "better")
            try expect(device.entities.entity(note)?.text("title"), equals: "Left knee")
        }
        let conflict = try #require(try b.entities.conflicts().first)
        expect(conflict.code == "changed" && conflict.fields == ["body": .string("worse")])
        try b.entities.restore(conflict: conflict.id)
        for device in [b, a] { try await device.sync() }
        try expect(a.entities.entity(note)?.text("body"), equals: "worse")
        try expect(a.entities.conflicts().isEmpty && b.entities.conflicts().isEmpty)
    }

    @Test(
        "A note edited here and deleted there is deleted, and can be made anew with all its fields",
        arguments: databases)
    func deleted(_ kind: String) async throws {
        let fixture = try Fixture(kind, directory)
        let (a, b) = (try phone("a", fixture.server), try phone("b", fixture.server))
        let note = try a.entities.create("note", ["title": .string("Knee"), "body": .string("hurts")])
        for device in [a, b] { try await device.sync() }
        try a.entities.delete(note)
        try b.entities.update(note, ["body": .string("worse")])
        for device in [a, b] { try await device.sync() }

        try expect(b.entities.list("note").isEmpty)
        let conflict = try #require(try b.entities.conflicts().first)
        expect(conflict.fields == ["title": .string("Knee"), "body": .string("worse")], "\(conflict)")
        try b.entities.restore(conflict: conflict.id)
        for device in [b, a] { try await device.sync() }
        try expect(names(a, "note"), equals: ["Knee"])
    }

    @Test("A server that forgets: phones restate what they know, and measurements notice nothing")
    func restored() async throws {
        let path = directory.path("server.sqlite")
        var server = try LiveServer(databaseURL: "sqlite:\(path)")
        let port = server.port
        let (a, b) = (try phone("a", server), try phone("b", server))
        try a.add(.weight, 72, .kilograms)
        let group = try a.entities.create("group", ["name": .string("Morning")])
        for device in [a, b] { try await device.sync() }
        _ = try await server.stop(SIGTERM)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")

        server = try LiveServer(databaseURL: "sqlite:\(path)", port: port)
        try a.entities.create("reminder", ["title": .string("Stretch"), "group": .string(group.lowercased)])
        try b.entities.update(group, ["colour": .string("blue")])
        for device in [a, b, a] { try await device.sync() }
        _ = try await server.stop(SIGTERM)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)

        server = try LiveServer(databaseURL: "sqlite:\(path)", port: port)
        let cursor = try a.syncState().cursor
        for device in [a, b, a] { try await device.sync() }
        for device in [a, b] {
            try expect(device.entities.list("reminder").map { $0.text("title") }, equals: ["Stretch"])
            try expect(device.entities.list("group").map { $0.text("colour") }, equals: ["blue"])
            try expect(device.entities.conflicts().isEmpty && device.entities.deadLetters().isEmpty)
        }
        // The log of measurements lost nothing, so its cursor stays.
        try expect(a.syncState().cursor, equals: cursor)
    }

    @Test("An edit that was made while the server was away is sent by the next sync, without another edit")
    func drains() async throws {
        let server = try LiveServer(databaseURL: "sqlite:\(directory.path("server.sqlite"))")
        let (port, a) = (server.port, try phone("a", server))
        try await a.sync()
        server.stop()
        try a.entities.create("tag", ["name": .string("Run")])
        await #expect(throws: SyncError.self) { try await a.sync() }
        try expect(a.entities.waitingCount(), equals: 1)
        let again = try LiveServer(databaseURL: "sqlite:\(directory.path("server.sqlite"))", port: port)
        defer { again.stop() }
        try await a.sync()
        try expect(a.entities.waitingCount(), equals: 0)
    }

    @Test("A phone that watches sends a note that another window wrote, and a sync says how many changes it sent")
    func watched() async throws {
        let fixture = try Fixture("sqlite", directory)
        let other = try phone("b", fixture.server)
        let phone = Phone(directory.path("a"))
        try await expect(phone.run("login", "--server", fixture.server.url, input: "dev-token\n").status, equals: 0)
        try await phone.run("tags", "add", "Morning")
        try await phone.run("notes", "add", "Ran", "--tag", "Morning")
        let synced = try await phone.run("sync").output
        expect(synced.contains("Changes of notes, reminders, tags or groups: sent 2."), "\(synced)")
        let json = try JSONValue(parsing: try await phone.run("sync", "--json").output)
        expect(json["entities"]?["sent"] == .number(0) && json["entities"]?["waiting"] == .number(0), "\(json)")

        let watching = try await blocking { try phone.start(["watch"]) }
        try await until("the phone is live") { watching.outputSoFar.contains("Live") }
        try await phone.run("notes", "add", "Knee hurts")
        try await until("the note is on the other phone") {
            try await other.sync()
            return try names(other, "note").contains("Knee hurts")
        }
        expect(watching.kill())
    }

    @Test("Short commands on one folder wait for each other")
    func oneFolder() async throws {
        let phone = Phone(directory.path("a"))
        try await phone.run("notes", "add", "Knee")
        let failed = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var errors: [String] = []
                    for _ in 0..<15 { errors.append(try await phone.run("notes", "--json").errors) }
                    return errors.filter { !$0.isEmpty }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        expect(failed, equals: [])
    }
}
