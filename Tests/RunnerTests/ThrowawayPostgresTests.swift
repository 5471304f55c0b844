import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("The throw-away Postgres", .enabled(if: (try? PostgresBinaries.find()) != nil))
struct ThrowawayPostgresTests {
    @Test("takes connections on a socket, orders text unlike C, and is gone afterwards")
    func startsAndGoes() async throws {
        let (folder, processID) = try await Resources.using { resources in
            let postgres = try await ThrowawayPostgres.start(in: resources)
            let folder = URL(fileURLWithPath: postgres.process.logPath).deletingLastPathComponent().path
            expect(folder.utf8.count + "/.s.PGSQL.5432".utf8.count < 104, "the path of its socket is too long")
            let answer = try await query("SELECT 'a' < 'B', inet_server_addr() IS NULL", at: postgres.url)
            expect(answer, equals: "t|t\n", "by bytes, as in the C collation, 'B' comes before 'a'")
            return (folder, postgres.process.processID)
        }
        expect(!FileManager.default.fileExists(atPath: folder))
        expect(kill(processID, 0), equals: -1)
    }

    @Test(
        "works in a sandbox, which refuses it most of the shared memory that it could ask for",
        .enabled(if: Sandbox.path() != nil))
    func sandboxed() async throws {
        try await Resources.using { resources in
            let postgres = try await ThrowawayPostgres.start(
                in: resources, sandbox: Sandbox(program: Sandbox.path() ?? ""))
            try await expect(query("SHOW shared_memory_type", at: postgres.url), equals: "mmap\n")
            // Not what `initdb` found best, which may be System V memory.
            try await expect(
                query(
                    "SHOW dynamic_shared_memory_type; SELECT source FROM pg_settings WHERE name = 'dynamic_shared_memory_type'",
                    at: postgres.url),
                equals: "posix\ncommand line\n")
        }
    }

    @Test("lends a scratch database beside the one that a URL names, and drops it")
    func scratchDatabase() async throws {
        try await Resources.using { cluster in
            let postgres = try await ThrowawayPostgres.start(in: cluster)
            let databases = "SELECT count(*) FROM pg_database WHERE datname LIKE 'vitals_scratch%'"
            try await Resources.using { resources in
                let scratch = try await ScratchDatabase.make(besides: postgres.url, in: resources)
                try await expect(
                    query("SELECT current_database() LIKE 'vitals_scratch%'", at: scratch.url), equals: "t\n")
                try await expect(query(databases, at: postgres.url), equals: "1\n")
            }
            try await expect(query(databases, at: postgres.url), equals: "0\n")
        }
    }

    @Test("databases that tests left behind go by the beginning of their names, and no other does")
    func leftBehind() async throws {
        try await Resources.using { resources in
            let postgres = try await ThrowawayPostgres.start(in: resources)
            for name in ["vitals_step_1a_x", "vitals_step_1a_y", "vitals_step_1b_x", "mine"] {
                _ = try await query("CREATE DATABASE \(name)", at: postgres.url)
            }
            try await ScratchDatabase.drop(namesBeginningWith: "vitals_step_1a_", besides: postgres.url)
            let left = "SELECT datname FROM pg_database WHERE datname ~ '^(vitals|mine)' ORDER BY 1"
            try await expect(query(left, at: postgres.url), equals: "mine\nvitals_step_1b_x\n")
        }
    }

    private func query(_ statement: String, at url: String) async throws -> String {
        try await Command(try PostgresBinaries.psql(), ["-X", "-A", "-t", "-c", statement, url]).capture()
            .standardOutput
    }
}
