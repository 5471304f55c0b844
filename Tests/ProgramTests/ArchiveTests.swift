import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("The archive of a release", .timeLimit(.minutes(5)))
struct ArchiveTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    /// Packs the program that was built with the tests, since a release build takes minutes.
    private func build(_ version: String, into folder: String) async throws -> Run {
        let script = PackageFiles.url("deploy/release/build.sh").path
        return try await blocking {
            try RunningProgram(path: script, [version, folder, "--program", PackageFiles.product("vitals-server")])
                .finish(withinSeconds: 120)
        }
    }

    @Test(
        "In a bare folder, with an empty home, it serves the app and makes the tables it needs", .enabled(if: isLinux))
    func bareFolder() async throws {
        let built = try await build("1.2.3", into: directory.path("out"))
        try #require(built.status == 0, "\(built.errors)")
        let archive = built.output.trimmingCharacters(in: .whitespacesAndNewlines)
        expect(archive.contains("/vitals-server-1.2.3-linux-"))
        let bare = directory.path("bare")
        let home = directory.path("home")
        let unpack = """
            mkdir "$2" "$3" && tar -xzf "$1" -C "$2" --strip-components=1
            cd "$(dirname "$1")" && sha256sum --check --quiet ./*.sha256
            find "$2" -type f -printf '%P\\n' | sort
            """
        let unpacked = try await blocking { [directory] in
            _ = directory
            return try RunningProgram(path: "/usr/bin/env", ["bash", "-ec", unpack, "bash", archive, bare, home])
                .finish(withinSeconds: 60)
        }
        expect(unpacked.status, equals: 0, "\(unpacked.errors)")
        let names = Set(unpacked.output.split(separator: "\n").map(String.init))
        for name in [
            "bin/vitals-server", "share/vitals/web/index.html", "share/vitals/db/schema.sql",
            "share/doc/vitals/LICENSE",
            "share/vitals/db/migrations/0002-pairing.sql", "lib/systemd/system/vitals-server.service",
        ] { expect(names.contains(name), "\(name)") }
        expect(names.contains { $0.hasPrefix("share/vitals/prompts/") })

        try await serve(bare, home, database: nil)
        guard TestDatabase.isAvailable else { return }
        let database = try await TestDatabase.make()
        try await serve(bare, home, database: database.url)
        try await expect(database.query("SELECT count(*) > 5 FROM applied_migrations"), equals: [["t"]])
    }

    private func serve(_ bare: String, _ home: String, database: String?) async throws {
        var words = ["-i", "-C", bare, "HOME=\(home)", "PATH=/usr/bin:/bin", "PORT=0"]
        if let database { words.append("DATABASE_URL=\(database)") }
        let arguments = words + ["bin/vitals-server"]
        let program = try RunningProgram(path: "/usr/bin/env", arguments)
        defer { program.kill() }
        for _ in 0..<3_000 where program.isRunning && !program.outputSoFar.contains("\n") {
            try await Task.sleep(for: .milliseconds(10))
        }
        let line = program.outputSoFar.split(separator: "\n").first ?? ""
        guard let url = line.split(separator: " ").last.map(String.init), url.hasPrefix("http") else {
            program.kill()
            let run = try program.finish()
            return expect(Bool(false), "it didn't start: \(run)")
        }
        let client = ServerClient(url: url, token: nil)
        try await expect(client.send("GET", "/readyz").status, equals: 200)
        let page = try await client.send("GET", "/")
        expect(page.status == 200 && page.text.contains("<title>"), "\(page)")
    }

    @Test("The same files make the same archive, and a version that's none is wrong usage", .enabled(if: isLinux))
    func reproducible() async throws {
        for folder in ["a", "b"] { try await expect(build("1.2.3", into: directory.path(folder)).status, equals: 0) }
        let sums = try ["a", "b"].map { folder in
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path(folder)).sorted()
            expect(names.count, equals: 2, "\(names)")
            return try String(contentsOfFile: directory.path(folder) + "/" + names[1], encoding: .utf8)
        }
        expect(sums[0], equals: sums[1])
        for version in ["v1.2.3", "1.2", "../1.2.3", ""] {
            let run = try await build(version, into: directory.path("c"))
            expect(run.status, equals: 2, "\(version): \(run)")
        }
        expect(!FileManager.default.fileExists(atPath: directory.path("c")))
    }

    private static let isLinux: Bool = {
        #if os(Linux)
        true
        #else
        false
        #endif
    }()
}
