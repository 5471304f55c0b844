import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing

@Suite("A phone in trouble says so in one line, and keeps its data")
struct DeviceFailureTests {
    let directory: TemporaryFolder
    var path: String { directory.path("phone") }
    var store: String { path + "/vitals.sqlite" }

    init() throws { directory = try TemporaryFolder() }

    private func expectOneLine(_ run: Run, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        expect(run.status, equals: 1, sourceLocation: sourceLocation)
        expect(run.output.isEmpty, sourceLocation: sourceLocation)
        expect(run.errorLines.count, equals: 1, "\(run.errors)", sourceLocation: sourceLocation)
        for word in words { expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation) }
    }

    @Test("No server there: what to do, and the record is still here")
    func unreachable() throws {
        let phone = Phone(path)
        try phone.run("add", "weight", "72.3", "kg")
        // Port 9 (discard) of loopback: nobody listens there.
        try expect(phone.run("login", "--server", "http://127.0.0.1:9", input: "dev-token\n").status, equals: 0)
        expectOneLine(try phone.run("sync"), "can't be reached", "sync again")
        try expect(phone.run("list").output.contains("not synced yet"))
    }

    @Test("A wrong token: log in again")
    func wrongToken() throws {
        let server = try LiveServer(directory: directory.url.path)
        let phone = Phone(path)
        try phone.run("login", "--server", server.url, input: "no-such-token\n")
        expectOneLine(try phone.run("sync"), "Log in again")
    }

    @Test("Not logged in: which command to run")
    func notLoggedIn() throws {
        expectOneLine(try Phone(path).run("sync"), "login --server")
    }

    @Test("Another program's database is refused and not touched, not even its journal mode")
    func foreign() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            let queue = try DatabaseQueue(path: store)
            try queue.write { try $0.execute(sql: "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('mine')") }
        }
        let before = try Data(contentsOf: URL(filePath: store))
        expectOneLine(try Phone(path).run("list"), "another program", "another data directory")
        try expect(Data(contentsOf: URL(filePath: store)), equals: before)
        try expect(FileManager.default.contentsOfDirectory(atPath: path), equals: ["vitals.sqlite"])
    }

    @Test("A file that is no database, and a store with a damaged page: keep a copy, start elsewhere")
    func corrupt() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let noise = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
        try noise.write(to: URL(filePath: store))
        expectOneLine(try Phone(path).run("list"), "damaged", "copy")
        try expect(Data(contentsOf: URL(filePath: store)), equals: noise)

        let other = Phone(directory.path("other"))
        try other.run("add", "weight", "72.3", "kg")
        var bytes = try Data(contentsOf: URL(filePath: other.directory + "/vitals.sqlite"))
        for index in 4096..<bytes.count { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: other.directory + "/vitals.sqlite"))
        expectOneLine(try other.run("list"), "damaged", "copy")
    }

    @Test("A store of a newer Vitals: update this one")
    func newer() throws {
        let phone = Phone(path)
        try phone.run("add", "weight", "72.3", "kg")
        do {
            let queue = try DatabaseQueue(path: store)
            try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        }
        expectOneLine(try phone.run("list"), "newer Vitals", "Update")
    }

    @Test("A full disk: nothing is written, what was there stays", .enabled(if: Mount.isAllowed))
    func fullDisk() throws {
        let mount = try Mount(sizeBytes: 1 << 20, at: directory.path("small"))
        let phone = Phone(mount.path + "/phone")
        try expect(phone.run("add", "weight", "72.3", "kg").status, equals: 0)
        mount.fill()
        expectOneLine(
            try phone.run("import", PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path), "disk is full",
            "Free some space")
        mount.unfill()
        try expect(phone.run("list").lines.count, equals: 2)
        try expect(phone.run("add", "weight", "72.4", "kg").status, equals: 0)
    }

    @Test("A disk that may only be read: which permissions to check", .enabled(if: Mount.isAllowed))
    func readOnly() throws {
        let mount = try Mount(sizeBytes: 1 << 20, at: directory.path("frozen"))
        let phone = Phone(mount.path + "/phone")
        try phone.run("add", "weight", "72.3", "kg")
        mount.remountReadOnly()
        expectOneLine(try phone.run("add", "weight", "72.4", "kg"), "Check")
    }

    @Test("Wrong usage exits with 2 and shows how it goes")
    func usage() throws {
        let phone = Phone(path)
        for arguments in [
            ["add", "weight", "nan", "kg"], ["add", "mood", "3"], ["list", "--limit", "0"], ["list", "--limit", "-1"],
            ["frobnicate"],
        ] {
            let run = try phone.start(arguments).finish()
            expect(run.status, equals: 2, "\(arguments): \(run.errors)")
            expect(run.errors.contains("Usage:"), "\(run.errors)")
        }
    }

    @Test("The token is never shown and lies in no file")
    func tokenIsSecret() throws {
        let phone = Phone(path)
        let run = try phone.run("login", "--server", "http://127.0.0.1:9", input: "very-secret-token\n")
        expect(!run.output.contains("very-secret") && !run.errors.contains("very-secret"))
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let data = try Data(contentsOf: URL(filePath: path + "/" + name))
            expect(data.range(of: Data("very-secret".utf8)) == nil, "\(name) holds the token")
        }
    }

    @Test("The store is its owner's alone, also in a directory that others may read")
    func privateFile() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try Phone(path).run("add", "weight", "72.3", "kg")
        let attributes = try FileManager.default.attributesOfItem(atPath: store)
        expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A token that cannot be opened is this machine's trouble, not the server's")
    func lostKey() throws {
        let phone = Phone(path)
        try phone.run("login", "--server", "http://127.0.0.1:9", input: "dev-token\n")
        try FileManager.default.removeItem(atPath: path + "/token.key")
        expectOneLine(try phone.run("sync"), "key", "Log in again")
    }

    @Test("A mistyped address that nobody answered at can be replaced by the right one")
    func mistypedServer() throws {
        let phone = Phone(path)
        try phone.run("add", "weight", "72.3", "kg")
        try phone.run("login", "--server", "http://127.0.0.1:9", input: "dev-token\n")
        let server = try LiveServer(directory: directory.url.path)
        try expect(phone.run("login", "--server", server.url, input: "dev-token\n").status, equals: 0)
        try expect(phone.run("sync").status, equals: 0)
        try expect(phone.run("list").output.contains("synced"))
    }
}
