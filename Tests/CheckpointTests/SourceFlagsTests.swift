import StepSupport
import Testing

@testable import Checkpoint

/// Lines for an instructor to look at.
@Suite("Flags in sources")
struct SourceFlagsTests {
    private func flags(_ text: String, path: String = "Sources/Vitals/Own.swift") -> [SourceFlag] {
        SourceFlags.flags(in: [path: TreeFile(text)]) { _, _ in false }
    }

    @Test(
        "what reaches for the process, the loader or the stream is told with its line",
        arguments: [
            "_exit(0)", "Glibc._exit(0)", "quick_exit(0)", "atexit { }", "@_silgen_name(\"x\")", "dlsym(nil, \"x\")",
            "@section(\".init_array\") let x = 1", "CommandLine.arguments", "open(\"/proc/self/fd/3\", 0)",
            "dup2(1, 2)",
            "exit(0)", "ProcessInfo.processInfo.arguments", "execv(path, nil)", "fork()", "posix_spawn(nil)",
            "open(\"/dev/fd/3\", 0)", "import Testing", "package import Testing", "public macro expect(_ it: Bool) =",
            "func == (a: Int, b: Int) -> Bool { true }", "func == <T: Equatable>(a: T, b: T) -> Bool { true }",
            "public enum Testing {",
            "setenv(\"LD_PRELOAD\", \"x\", 1)", "let path = \"--event-stream-output-path\"",
        ])
    func found(line: String) {
        let found = flags("// one\n    \(line)\n")
        #expect(found.map(\.line) == [2], "\(found)")
        #expect(found.first?.text == line)
    }

    @Test(
        "a word inside another one is none",
        arguments: [
            "let my_exit = 1", "isnt_exit()", "redlsym(1)", "onexit(1)", "import TestingGround",
            "static func == (a: Reading, b: Reading) -> Bool {", "static func < (a: Self, b: Self) -> Bool {",
            "// a macro (of C) would do",
        ])
    func partOfAName(line: String) {
        #expect(flags(line) == [])
    }

    @Test("an operator on a type that is not the learner's is told, also where its lines do not name it")
    func operators() {
        let text = """
            extension Reading {
                static func == (a: Self, b: Self) -> Bool { true }
            }
            extension Swift.Int {
                static func == (a: Self, b: Self) -> Bool { true }
            }
            """
        #expect(flags(text).map(\.line) == [5])
        #expect(flags(text).map(\.means) == ["func =="])
    }

    @Test("headers in C are looked at; tests may import Testing, and programs may exit")
    func kinds() {
        #expect(flags("__attribute__((constructor)) void f(void) {}", path: "Sources/CSQLite/shim.h").count == 1)
        #expect(flags("import Testing", path: "Tests/ConvergenceTests/A.swift") == [])
        #expect(flags("exit(1)", path: "Sources/vitals-device/main.swift") == [])
    }

    @Test("one that stands whole after one that does not is found")
    func second() {
        #expect(flags("my_exit(); _exit(0)").count == 1)
    }

    @Test("nothing in the course's own solution is flagged")
    func solution() throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        let last = try #require(projector.course.writtenSteps.last).number
        let found = SourceFlags.flags(in: try projector.tree(after: last)) { path, _ in
            projector.isRunnerOwned(path, at: 2)
        }
        #expect(found == [])
    }

    @Test("what is official is not looked at, and a file is not listed for ever")
    func bounds() {
        let tree = ["Tests/StepTests/A.swift": TreeFile("_exit(0)")]
        #expect(SourceFlags.flags(in: tree) { path, _ in path.hasPrefix("Tests/") } == [])
        #expect(flags(String(repeating: "_exit(0)\n", count: 1_000)).count == 50)
    }
}
