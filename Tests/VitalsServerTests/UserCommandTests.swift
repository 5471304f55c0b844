import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("vitals-server user")
struct UserCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String..., input: String = "") async throws -> Run {
        try await blocking { [folder] in
            try RunningProgram("vitals-server", ["user"] + arguments + ["--data", folder.url.path], input: input)
                .finish(withinSeconds: 30)
        }
    }

    private func withStore<Value>(_ body: (SQLiteSyncStore) async throws -> Value) async throws -> Value {
        let store = try SQLiteSyncStore(
            path: folder.path("vitals-server.sqlite"), migrations: .all)
        let value = try await body(store)
        try await store.close()
        return value
    }

    @Test("A token from a file or from standard input works, and is not printed")
    func tokenFile() async throws {
        let tokens = ["a-token-of-a-file", "a-token-of-standard-input"]
        try Data((tokens[0] + "\n").utf8).write(to: URL(filePath: folder.path("token")))
        let runs = [
            try await run("add", "--token-file", folder.path("token")),
            try await run("add", "--json", "--token-file", "-", input: tokens[1]),
        ]
        let ids = try await withStore { store in
            [try await store.user(token: tokens[0]), try await store.user(token: tokens[1])]
        }
        expect(runs[0].output, equals: "user  \(try #require(ids[0]).lowercased)\n")
        try expect(JSONValue(parsing: runs[1].output)["id"]?.string, equals: ids[1]?.lowercased)
        for (run, token) in zip(runs, tokens) {
            expect(run.status, equals: 0, "\(run.errors)")
            expect(!(run.output + run.errors).contains(token))
        }
    }

    @Test(
        "A file that holds no token is a failure of one line, which does not show what was in it",
        arguments: [
            "", "\n", "secret1", "secret of three words", "secret-one\nsecret-two\n", "secr\u{E9}t-token",
            "secret-token\n\n",
        ])
    func noToken(text: String) async throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path("token")))
        for run in [
            try await run("add", "--token-file", folder.path("token")),
            try await run("add", "--token-file", "-", input: text),
        ] {
            expect(run.status, equals: 1)
            expect(run.errorLines.count == 1 && !run.errors.contains("secr"), "\(run.errors)")
        }
        try await expect(withStore { try await $0.users().count }, equals: 1)
    }

    @Test("A file that is not there is a failure that names it")
    func noFile() async throws {
        let run = try await run("add", "--token-file", folder.path("elsewhere"))
        expect(run.status, equals: 1)
        expect(run.errors.contains(folder.path("elsewhere")), "\(run.errors)")
    }

    @Test("--if-empty deletes nobody who has records, and a user who is gone is as good as deleted")
    func ifEmpty() async throws {
        let (full, empty) = try await withStore { store in
            let full = try await store.addUser(token: "of-the-full-one")
            _ = try await store.push([record()], user: full, receipt: nil)
            return (full.lowercased, try await store.addUser(token: "of-the-empty-one").lowercased)
        }
        let refused = try await run("delete", "--if-empty", full)
        expect(refused.status, equals: 1)
        expect(refused.errors.contains("has records, so nothing was deleted"), "\(refused.errors)")
        try await expect(run("delete", "--if-empty", empty).output, equals: "deleted \(empty)\n")
        let again = try await run("delete", "--if-empty", empty)
        expect(again.status == 0 && again.output == "no user \(empty)\n")
        try await expect(withStore { try await $0.users().map(\.id.lowercased) }.contains(full))
        try await expect(run("delete", full).status, equals: 0)
    }
}
