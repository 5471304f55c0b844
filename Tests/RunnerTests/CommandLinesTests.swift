import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem

/// Tests that whatever a learner's compiler or program writes can be read.
@Suite("Lines of a program")
struct CommandLinesTests {
    private func lines(_ script: String) async throws -> [String] {
        let lines = Mutex<[String]>([])
        let result = try await Command("/bin/sh", ["-c", script]).lines { line in lines.withLock { $0.append(line) } }
        expect(result.succeeded)
        let found = lines.withLock { $0 }
        let output = found.map { "\($0)\n" }.joined()
        expect(result.output, equals: output)
        return found
    }

    @Test("come one by one, the last one also without a line break")
    func whole() async throws {
        try await expect(lines("printf 'one\\n\\ntwo\\r\\nthree'"), equals: ["one", "", "two", "three"])
        try await expect(lines("true"), equals: [])
        try await expect(lines("echo out; echo err >&2"), equals: ["out", "err"])
    }

    @Test("are cut where one has no end, and what follows is whole")
    func long() async throws {
        let found = try await lines("head -c 400000 /dev/zero | tr '\\0' x; echo; echo next; head -c 300000 /dev/zero")
        expect(found.count == 3 && found[1] == "next")
        expect(found[0], equals: String(repeating: "x", count: LineSplitter.longest) + "…")
        expect(found[2].utf8.count, equals: LineSplitter.longest + 3)
    }

    @Test("may hold bytes that are no text")
    func damaged() async throws {
        try await expect(lines("printf 'a\\377b\\n'"), equals: ["a\u{FFFD}b"])
    }

    @Test("an error with a name of 200 000 letters is an error of the submission, and not the grader's")
    func compiler() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-long-name")
            let name = String(repeating: "a", count: 200_000)
            try "let x = \(name)\n".write(toFile: folder + "/a.swift", atomically: true, encoding: .utf8)
            await #expect(throws: CompilerFailure.self) {
                try await Compiler(path: "swiftc").run(
                    ["-typecheck", folder + "/a.swift"], responseFile: folder + "/a")
            }
        }
    }
}
