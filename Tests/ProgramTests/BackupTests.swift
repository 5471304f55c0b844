import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

/// `vitals-server backup` and `restore`, with real servers and phones.
@Suite("A backup of a SQLite file", .timeLimit(.minutes(3)))
struct BackupTests {
    let directory: TemporaryFolder
    /// The server's port: a phone knows the server by its address.
    let port: ReservedPort
    var store: String { directory.path("server.sqlite") }
    var backup: String { directory.path("backup.sqlite") }

    init() throws {
        directory = try TemporaryFolder()
        port = try ReservedPort()
    }

    private func server() throws -> LiveServer { try LiveServer(directory: directory.url.path, port: port.number) }

    @discardableResult
    private func run(_ words: String..., store: String? = nil) async throws -> Run {
        let environment = ["DATABASE_URL": "sqlite:\(store ?? self.store)"]
        return try await blocking {
            try RunningProgram("vitals-server", words, environment: environment).finish(withinSeconds: 60)
        }
    }

    private func phone(_ name: String, _ server: LiveServer) throws -> Device {
        let device = try Device(directory: directory.path(name), features: .all)
        try device.login(to: ServerOrigin(server.url), token: "dev-token")
        return device
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
            .filter { $0.hasPrefix("server.sqlite") || $0.hasPrefix("backup.sqlite") }.sorted()
    }

    @Test("It's made while phones push, is one whole file for its owner alone, and a server opens it")
    func online() async throws {
        let server = try server()
        let phone = try phone("a", server)
        for number in 0..<300 { try phone.add(.weight, 50 + Double(number) / 100) }
        try await phone.sync()
        for number in 0..<3_000 { try phone.add(.weight, 60 + Double(number) / 100) }
        async let syncing = phone.sync()
        let made = try await run("backup", backup)
        expect(made.status, equals: 0, "\(made.errors)")
        expect(made.output.hasPrefix("saved "), "\(made.output)")
        _ = try await syncing
        try expect(FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int, equals: 0o600)
        try expect(files().filter { $0.hasPrefix("backup") }, equals: ["backup.sqlite"], "it needs none beside it")
        let held = try await JSONValue(parsing: run("user", "list", "--json", store: backup).output)
        let count = try #require(held.array?.first?["recordCount"])
        expect(
            made.output.contains("\(CanonicalJSON.text(count)) record"), "\(made.output), \(CanonicalJSON.text(count))")

        let again = try await run("backup", backup)
        expect(again.status == 1 && again.errors.contains("exists") && again.errors.contains("--overwrite"), "\(again)")
        let json = try await run("backup", backup, "--overwrite", "--json")
        try expect(JSONValue(parsing: json.output)["records"], equals: .number(3_300), "\(json)")
    }

    @Test("The phones send a restored server what it lacks: records, edits, entities, samples")
    func restore() async throws {
        var server = try server()
        let (a, b) = (try phone("a", server), try phone("b", server))
        // The fixture's samples are older than a phone keeps by default, and what it has pruned it can't send again.
        try a.samples.setRetention(nil)
        let old = try a.add(.weight, 70).id
        try a.entities.create("tag", ["name": .string("Morning")])
        for device in [a, b] { try await device.sync() }
        try await expect(run("backup", backup).status, equals: 0)

        // After the backup: a record, an edit, an entity, and an export with samples and a workout.
        try a.add(.weight, 71)
        try a.edit(old, value: 72)
        try a.entities.create("note", ["title": .string("Ran")])
        _ = try a.importHealthExport(.file(HealthExport.fixture))
        for device in [a, b, a] { try await device.sync() }
        let records = try a.list().map { "\($0.measurement)" }.sorted()
        let whole = try await contents()
        expect(whole["samples"] != .number(0) && whole["entities"] != .number(1), "\(whole)")

        let inUse = try await run("restore", backup, "--overwrite")
        expect(inUse.status == 1 && inUse.errors.contains("stop it first"), "\(inUse)")
        _ = try await server.stop(SIGTERM)
        let refused = try await run("restore", backup)
        expect(refused.status, equals: 1)
        for part in ["1 changed record", "sample", "Its last change is of 20", "--overwrite"] {
            expect(refused.errors.contains(part), "\(part): \(refused.errors)")
        }
        let done = try await run("restore", backup, "--overwrite", "--json")
        expect(done.status, equals: 0, "\(done.errors)")
        let kept = try #require(try JSONValue(parsing: done.output)["replaced"]?.string)
        try await expect(contents(of: kept), equals: whole, "what it replaced is beside it")
        try await expect(contents()["samples"], equals: .number(0))

        server = try self.server()
        for device in [a, b, a] { try await device.sync() }
        let after = try await contents()
        expect(after, equals: whole)
        for device in [a, b] {
            try expect(device.list().map { "\($0.measurement)" }.sorted(), equals: records)
            try expect(device.entities.conflicts().count + device.entities.deadLetters().count, equals: 0)
        }
        let fresh = try phone("fresh", server)
        try await fresh.sync()
        try expect(fresh.list().map { "\($0.measurement)" }.sorted(), equals: records)
        try expect(fresh.entities.list("note").map { $0.text("title") }, equals: ["Ran"])
    }

    /// How many records, entities and samples a file holds, by a backup of it.
    private func contents(of file: String? = nil) async throws -> [String: JSONValue] {
        let run = try await run("backup", directory.path("look.sqlite"), "--overwrite", "--json", store: file)
        let json = try JSONValue(parsing: run.output)
        return ["records", "entities", "samples"].reduce(into: [:]) { $0[$1] = json[$1] }
    }

    @Test("A file that isn't a whole backup of ours is refused, and the store stays as it is")
    func badFiles() async throws {
        let server = try server()
        let phone = try phone("a", server)
        for number in 0..<2_000 { try phone.add(.weight, 50 + Double(number) / 100) }
        try await phone.sync()
        try await expect(run("backup", backup).status, equals: 0)
        _ = try await server.stop(SIGTERM)
        let before = try Data(contentsOf: URL(filePath: store))
        let whole = try Data(contentsOf: URL(filePath: backup))

        var torn = whole
        torn.replaceSubrange(40_000..<60_000, with: Data(repeating: 0x5A, count: 20_000))
        let foreign = directory.path("foreign.sqlite")
        _ = try await ShellScript.run(
            "python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(\"CREATE TABLE t (n)\")' \"$1\"",
            [foreign])
        let cases: [(name: String, bytes: Data?, text: String)] = [
            ("torn", torn, "is damaged"), ("half", whole.prefix(whole.count / 2), "is damaged"),
            ("text", Data("not a database, but long enough to be looked at".utf8), "isn't a backup"),
            ("empty", Data(), "isn't a backup"), ("foreign.sqlite", nil, "isn't a backup"),
            ("none", nil, "There is no file"),
        ]
        for (name, bytes, text) in cases {
            let file = directory.path(name)
            try bytes?.write(to: URL(filePath: file))
            let run = try await run("restore", file, "--overwrite")
            expect(run.status == 1 && run.errors.contains(text), "\(name): \(run)")
            try expect(Data(contentsOf: URL(filePath: store)) == before, "\(name)")
        }
        for (words, text) in [
            (["restore", store], "is the store itself"), (["restore", directory.url.path], "is a folder"),
            (["backup", store, "--overwrite"], "is the store itself"), (["backup", directory.url.path], "is a folder"),
            (["backup", directory.path("none/b")], "can't be written"),
        ] {
            let run = try await blocking {
                try RunningProgram("vitals-server", words, environment: ["DATABASE_URL": "sqlite:\(store)"])
                    .finish(withinSeconds: 60)
            }
            expect(run.status == 1 && run.errors.contains(text), "\(words): \(run)")
        }
        // SQLite may leave an empty log.
        let left = try files().filter { !["server.sqlite-wal", "server.sqlite-shm"].contains($0) }
        expect(left, equals: ["backup.sqlite", "server.sqlite"])
    }

    @Test("A plain copy with its log beside it comes back whole, and so does a damaged store")
    func logs() async throws {
        let server = try server()
        let phone = try phone("a", server)
        for number in 0..<50 { try phone.add(.weight, 50 + Double(number) / 100) }
        try await phone.sync()
        // Killed at once, a server leaves its last pushes in the log.
        for number in 0..<50 { try phone.add(.weight, 60 + Double(number) / 100) }
        try await phone.sync()
        server.stop()
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: store + ending) {
            try FileManager.default.copyItem(atPath: store + ending, toPath: backup + ending)
        }
        // The store is damaged, and so is its log.
        for ending in ["", "-wal"] {
            try Data(repeating: 0x5A, count: 9_000).write(to: URL(filePath: store + ending))
        }
        let refused = try await run("restore", backup)
        expect(refused.status == 1 && refused.errors.contains("can't be read"), "\(refused)")
        let done = try await run("restore", backup, "--overwrite")
        expect(done.status, equals: 0, "\(done.errors)")
        expect(done.output.contains("restored 100 records"), "\(done.output)")
        try expect(
            files().filter { $0.hasPrefix("server.sqlite-") }, equals: [], "the old log must not meet the new file")
        try await expect(contents()["records"], equals: .number(100))
    }

    @Test("A new machine has no store yet, and needs no --overwrite")
    func newMachine() async throws {
        let server = try server()
        try phone("a", server).add(.weight, 70)
        try await expect(run("backup", backup).status, equals: 0)
        _ = try await server.stop(SIGTERM)
        let elsewhere = directory.path("new/folder/server.sqlite")
        let done = try await run("restore", backup, store: elsewhere)
        expect(done.status, equals: 0, "\(done.errors)")
        try await expect(run("user", "list", store: elsewhere).status, equals: 0)
        // And over a store that has nothing that the backup lacks.
        let again = try await run("restore", backup)
        expect(again.status == 0 && again.output.contains("is kept as"), "\(again)")
    }

    @Test(
        "On a full disk nothing half is left, by backup and by restore",
        .enabled(if: Mount.isAllowed, "A small file system needs Linux, and root."))
    func fullDisk() async throws {
        let server = try server()
        let phone = try phone("a", server)
        for number in 0..<4_000 { try phone.add(.weight, 50 + Double(number) / 100) }
        try await phone.sync()
        let mount = try await blocking { try Mount(sizeBytes: 512 << 10, at: directory.path("small")) }
        let failed = try await run("backup", mount.path + "/backup.sqlite")
        expect(failed.status == 1 && failed.errors.contains("full; free some space"), "\(failed)")
        try expect(FileManager.default.contentsOfDirectory(atPath: mount.path), equals: [])

        try await expect(run("backup", backup).status, equals: 0)
        let small = mount.path + "/server.sqlite"
        let restored = try await run("restore", backup, store: small)
        expect(restored.status == 1 && restored.errors.contains("disk is full"), "\(restored)")
        try expect(FileManager.default.contentsOfDirectory(atPath: mount.path), equals: [])
    }

    @Test("A clean stop leaves everything in the one file")
    func cleanStop() async throws {
        let server = try server()
        let phone = try phone("a", server)
        for number in 0..<200 { try phone.add(.weight, 50 + Double(number) / 100) }
        try await phone.sync()
        try await expect(server.stop(SIGTERM).status, equals: 0)
        for ending in ["-wal", "-journal"] {
            let size = try? FileManager.default.attributesOfItem(atPath: store + ending)[.size] as? Int
            expect((size ?? 0) == 0, "\(ending)")
        }
        // A copy of that one file has all of it.
        try FileManager.default.copyItem(atPath: store, toPath: directory.path("alone.sqlite"))
        try await expect(contents(of: directory.path("alone.sqlite"))["records"], equals: .number(200))
    }

    @Test("A database on Postgres is told its own programs")
    func postgres() async throws {
        for words in [["backup", backup], ["restore", backup]] {
            let run = try await blocking {
                try RunningProgram("vitals-server", words, environment: ["DATABASE_URL": "postgres://u:secret@h/d"])
                    .finish(withinSeconds: 30)
            }
            expect(run.status == 1 && run.errors.contains("pg_") && !run.errors.contains("secret"), "\(run)")
        }
    }
}
