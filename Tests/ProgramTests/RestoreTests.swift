import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@Suite(
    "A server that is set back to a backup",
    .enabled(if: TestDatabase.isAvailable && Runbook.hasPrograms, "\(TestDatabase.hint) pg_dump must be there too."))
struct RestoreTests {
    let directory: TemporaryFolder
    /// The server's port. A restore takes long enough for somebody else to take it.
    let port: ReservedPort

    init() throws {
        directory = try TemporaryFolder()
        port = try ReservedPort()
    }

    private func phone(_ name: String, _ server: LiveServer) throws -> Phone {
        let phone = Phone(directory.path(name))
        try #require(try phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
        return phone
    }

    private func store(_ phone: Phone) throws -> MeasurementStore {
        try MeasurementStore(path: phone.directory + "/vitals.sqlite", features: .all)
    }

    /// Returns all records of a phone as exact text.
    private func records(_ phone: Phone) throws -> [String] {
        let json = try JSONValue(parsing: try phone.run("list", "--json").output)
        return (json.array ?? []).map(CanonicalJSON.text).sorted()
    }

    private func sync(_ phone: Phone) throws -> JSONValue {
        let run = try phone.run("sync", "--json")
        try #require(run.status == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    @Test("Phones notice by their receipts, send what is missing, and all have every record again")
    func restore() throws {
        let database = try SchemaFile.server.database()
        let runbook = try Runbook(serverURL: database.url)
        let names = try ScratchName(database)
        let backup = directory.path("vitals.dump")

        var server = try LiveServer(databaseURL: database.url, port: port.number)
        let (a, b) = (try phone("a", server), try phone("b", server))
        let (onA, onB) = (try store(a), try store(b))
        let old = try (0..<300).map { try onA.add(kind: .weight, value: 50 + Double($0) / 100, unit: .kilograms).id }
        for phone in [a, b] { _ = try sync(phone) }

        // The backup is taken while the server works.
        for number in 0..<2_000 { try onA.add(kind: .weight, value: 60 + Double(number) / 100, unit: .kilograms) }
        let syncing = try a.start(["sync"])
        let saved = try runbook.run("backup", ["DATABASE": names.source, "BACKUP": backup])
        expect(saved.status, equals: 0, "\(saved.errors)")
        try expect(syncing.finish().status, equals: 0)

        // What happens after it: an edit of what is in it, an edit of an edit, new records, all of it exchanged.
        for id in old[0..<50] { try onA.edit(id, value: 81) }
        for phone in [a, b] { _ = try sync(phone) }
        for id in old[25..<75] { try onB.edit(id, value: 82) }
        for number in 0..<40 { try onB.add(kind: .heartRate, value: 60 + Double(number), unit: .beatsPerMinute) }
        for phone in [b, a, b] { _ = try sync(phone) }
        let before = try records(a)
        try expect(records(b) == before && before.count == 2_340)
        // And what nobody has exchanged yet.
        try onB.edit(old[290], value: 83)

        server.stop()
        let restored = try runbook.run("restore", ["RESTORED": names.restored, "BACKUP": backup])
        expect(restored.status, equals: 0, "\(restored.errors)")
        let held = try names.count("SELECT count(*) FROM measurements")
        expect((300..<2_340).contains(held), "the backup is of before: it holds \(held) records")
        server = try LiveServer(databaseURL: names.restoredURL, port: port.number)

        // A phone without receipts would push its one dirty row. This one noticed, and sent all that it holds.
        let first = try sync(b)
        expect(first["pushed"], equals: .number(2_340), "\(CanonicalJSON.text(first))")
        let reports = try [first] + [a, b, a].map(sync)
        for report in reports {
            for member in ["rejected", "unreadable", "dirty"] {
                expect(report[member], equals: .number(0), "\(member): \(CanonicalJSON.text(report))")
            }
        }
        let after = try records(a)
        try expect(records(b), equals: after)
        expect(after.count, equals: before.count)
        expect(
            Set(after).symmetricDifference(before).count, equals: 2, "one record changed: the edit that was on its way")
        try expect(onA.byId(old[290])?.value, equals: 83)
        try expect(onA.byId(old[30])?.value, equals: 82)
        // What nobody had exchanged may be shown once too often, as guarantees.md says, and nothing else.
        for phone in [a, b] {
            let shown = try JSONValue(parsing: try phone.run("conflicts", "--json").output).array ?? []
            for conflict in shown {
                expect(conflict["loser"]?["id"]?.string, equals: old[290].uuidString.lowercased(), "\(conflict)")
            }
        }

        // The server has all of it too: a phone that knew nothing gets the same.
        let fresh = try phone("c", server)
        _ = try sync(fresh)
        try expect(records(fresh), equals: after)
        try expect(names.count("SELECT count(*) FROM measurements"), equals: after.count)
    }

    @Test("A token that was revoked since the backup works again, and is revoked anew; no record goes with it")
    func revokedToken() async throws {
        let database = try await SchemaFile.server.database()
        let (runbook, names, backup) = (
            try Runbook(serverURL: database.url), try ScratchName(database), directory.path("vitals.dump")
        )
        try #require(try administer(["migrate"], database.url).status == 0)
        var server = try LiveServer(databaseURL: database.url, port: port.number)
        let lost = try await pair("Lost", server, database.url)
        let phone = Phone(directory.path("phone"))
        try #require(try await phone.run("login", "--server", server.url, input: lost + "\n").status == 0)
        try #require(try await phone.run("add", "weight", "72.3", "kg").status == 0)
        _ = try sync(phone)
        try #require(try runbook.run("backup", ["DATABASE": names.source, "BACKUP": backup]).status == 0)

        // Since the backup: the device was lost, and a new one paired, which takes an edit.
        let id = try tokenID("Lost", database.url)
        try #require(try administer(["token", "revoke", id], database.url).status == 0)
        try await expect(ServerClient(server, token: lost).pull().status, equals: 401)
        let new = try await pair("New", server, database.url)
        try #require(try await phone.run("login", "--server", server.url, input: new + "\n").status == 0)
        _ = try sync(phone)

        server.stop()
        try #require(try runbook.run("restore", ["RESTORED": names.restored, "BACKUP": backup]).status == 0)
        server = try LiveServer(databaseURL: names.restoredURL, port: port.number)
        try await expect(
            ServerClient(server, token: lost).pull().status, equals: 200, "what the page warns of is not so")
        try await expect(ServerClient(server, token: new).pull().status, equals: 401)
        try expect(tokenID("Lost", names.restoredURL), equals: id)
        try #require(try administer(["token", "revoke", id], names.restoredURL).status == 0)
        try await expect(ServerClient(server, token: lost).pull().status, equals: 401)
        try expect(names.count("SELECT count(*) FROM measurements"), equals: 1)

        // The phone that was paired since pairs again: the same account, so nothing has to move.
        try #require(try await phone.run("edit", try recordID(phone), "72.9").status == 0)
        let again = try await pair("New", server, names.restoredURL)
        try await expect(phone.run("login", "--server", server.url, input: again + "\n").status, equals: 0)
        try expect(sync(phone)["pushed"], equals: .number(1))
        try expect(names.count("SELECT count(*) FROM measurements WHERE value = 72.9"), equals: 1)
    }

    /// Runs a command of `vitals-server` on a database.
    private func administer(_ arguments: [String], _ databaseURL: String) throws -> Run {
        try RunningProgram("vitals-server", arguments, environment: ["DATABASE_URL": databaseURL])
            .finish(withinSeconds: 30)
    }

    /// Creates a code, exchanges it, and returns the token.
    private func pair(_ name: String, _ server: LiveServer, _ databaseURL: String) async throws -> String {
        let invitation = try JSONValue(parsing: try administer(["pair", "--json"], databaseURL).output)
        let code = try #require(invitation["code"]?.string)
        let answer = try await ServerClient(server, token: nil)
            .send("POST", "/pair", body: #"{"code":"\#(code)","name":"\#(name)"}"#)
        return try #require(try JSONValue(parsing: Array(answer.text.utf8))["token"]?.string, "\(answer)")
    }

    private func tokenID(_ name: String, _ databaseURL: String) throws -> String {
        let list = try JSONValue(parsing: try administer(["token", "list", "--json"], databaseURL).output)
        return try #require(list.array?.first { $0["name"]?.string == name }?["id"]?.string)
    }

    private func recordID(_ phone: Phone) throws -> String {
        let list = try JSONValue(parsing: try phone.run("list", "--json").output)
        return try #require(list.array?.first?["id"]?.string)
    }

    @Test("A restore over a database that is there already fails, and changes nothing in it")
    func taken() throws {
        let database = try SchemaFile.server.database()
        let runbook = try Runbook(serverURL: database.url)
        let source = try ScratchName(database).source
        let backup = directory.path("vitals.dump")
        try expect(runbook.run("backup", ["DATABASE": source, "BACKUP": backup]).status, equals: 0)
        try database.query("INSERT INTO users (token) VALUES ('since the backup')")
        let run = try runbook.run("restore", ["RESTORED": source, "BACKUP": backup])
        expect(run.status != 0)
        expect(run.errors.contains("already exists"), "\(run.errors)")
        try expect(database.query("SELECT count(*) FROM users"), equals: [["2"]])
    }

    @Test("A backup that fails leaves the one before it alone")
    func failedBackup() throws {
        let database = try SchemaFile.server.database()
        let runbook = try Runbook(serverURL: database.url)
        let backup = directory.path("vitals.dump")
        try Data("the one before".utf8).write(to: URL(filePath: backup))
        try expect(runbook.run("backup", ["DATABASE": "no_such_database", "BACKUP": backup]).status != 0)
        try expect(String(contentsOfFile: backup, encoding: .utf8), equals: "the one before")
    }
}

/// A name for a database that the runbook creates; the database is dropped together with its owner.
private final class ScratchName {
    let source: String
    let restored = "vitals_restored_" + UUID().uuidString.lowercased().replacing("-", with: "")
    let restoredURL: String
    private let database: TestDatabase

    init(_ database: TestDatabase) throws {
        guard var parts = URLComponents(string: database.url) else { throw ProgramError("no URL of a database") }
        self.database = database
        source = String(parts.path.dropFirst())
        parts.path = "/" + restored
        restoredURL = parts.string ?? ""
    }

    func count(_ sql: String) throws -> Int { Int(try Psql.run(sql, at: restoredURL).lines.first ?? "") ?? -1 }

    deinit { _ = try? Psql.run("DROP DATABASE IF EXISTS \(restored) WITH (FORCE)", at: database.url) }
}
