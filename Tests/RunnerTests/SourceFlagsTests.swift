import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading

/// Tests of the flags for lines that an instructor should look at.
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
            "open(\"/dev/fd/3\", 0)",
            "let near: @convention(c) (Int32) -> Int32 = abs", "unsafeBitCast(near, to: Int.self) + 5_584",
            "setenv(\"LD_PRELOAD\", \"x\", 1)", "let path = \"--event-stream-output-path\"",
        ])
    func found(line: String) {
        let found = flags("// one\n    \(line)\n")
        expect(found.map(\.line), equals: [2], "\(found)")
        expect(found.first?.text, equals: line)
    }

    @Test(
        "a word inside another one is none",
        arguments: [
            "let my_exit = 1", "isnt_exit()", "redlsym(1)", "onexit(1)",
        ])
    func partOfAName(line: String) {
        expect(flags(line), equals: [])
    }

    @Test(
        "words in a line that is a comment and nothing else are no flag",
        arguments: [
            "    /// an early exit", "// Process the rest\nlet a = 1",
        ])
    func wordsAlone(text: String) {
        expect(flags(text), equals: [])
    }

    @Test(
        "a line that only looks like a comment is looked at",
        arguments: [
            "/*\n// */ exit(0)", "let s = \"\"\"\n// \\(exit(0))\n\"\"\"", "let s = \"\"\"\n// \"\"\"; exit(0)",
            "let r = #/\n// /#; exit(0)", "// a\rexit(0)",
        ])
    func commentLookalikes(text: String) {
        expect(!flags(text).isEmpty)
    }

    @Test(
        "what ends the process or starts another one is told however it is named",
        arguments: [
            "let leave = exit", "let leave: (Int32) -> Never = Foundation.exit", "exit (0)", "exit\n(0)", "`exit`(0)",
            "run(exit)", "let p = Process()", "let p = Process .init()", "let p: Foundation.Process", "kill(1, 9)",
            "abort ()",
            "daemon(0, 0)", "verrx(0, \"\", list)", "import ArgumentParser\nlet end = Command.main([\"--help\"])",
            "@c(main) func f() {}", "@c func f() {}", "@_cdecl(\"x\") func f() {}", "@ _cdecl(\"x\") func f() {}",
            "@_extern(c) func f()", "syscall(60, 0)", "let words = CanaryTest.self", "_Exit(0)",
        ])
    func leaving(line: String) {
        expect(!flags(line).isEmpty)
    }

    @Test(
        "the process's arguments are told however they are reached and wherever their lines break",
        arguments: [
            "CommandLine\n.arguments", "CommandLine .arguments", "typealias Words = CommandLine",
            "ProcessInfo\n.processInfo\n.arguments", "let p = ProcessInfo.processInfo\nlet words = p.arguments",
            "let p = ProcessInfo.processInfo\nlet words = p\n    ./* a */arguments",
            "let s = \"\"\"\n/pro\\\n  c/self\n\"\"\"",
            "let s = \"/proc\" + \"/self\"", "let s = \"\"\"\n  event-\\\n  stream\n  \"\"\"",
        ])
    func argumentsOfProcess(text: String) {
        expect(!flags(text).isEmpty)
        expect(
            flags(text, path: "Sources/vitals-device/A.swift").isEmpty, equals: !text.contains("\""),
            "programs have some")
    }

    @Test("arguments of records, and the environment, are no flag", arguments: ["record.arguments", "ProcessInfo()"])
    func otherArguments(line: String) {
        expect(flags(line), equals: [])
    }

    @Test(
        "what gets between the tests and their stream by its descriptor is told",
        arguments: [
            "fcntl(3, F_DUPFD, 100)", "let copy = fcntl", "dup(3)", "pipe(&ends)", "pipe2(&ends, 0)",
            "fstat(3, &status)",
            "socketpair(AF_UNIX, 1, 0, &ends)", "FileHandle(fileDescriptor: 3)", "execve(path, nil, nil)",
            "XCTMain([])",
        ])
    func descriptors(line: String) {
        expect(flags(line).count, equals: 1)
    }

    @Test("a learner's test that reads files is told, for it may know the reference by its library")
    func files() {
        let line = "let data = FileManager.default.contents(atPath: path)"
        expect(flags(line, path: "Tests/ConvergenceTests/A.swift").map(\.means), equals: ["FileManager"])
        expect(flags("open(path, 0)", path: "Tests/IntegrationTests/A.swift").map(\.means), equals: ["open"])
        expect(flags(line), equals: [], "a library may")
    }

    @Test("what the course's own file at a path does is no flag there, and anywhere else it is")
    func usual() {
        let text = "let process = Process()\n"
        let official = ["Sources/Vitals/Unzip.swift": TreeFile(text)]
        func found(_ path: String, _ more: String = "") -> [String] {
            SourceFlags.flags(in: [path: TreeFile(text + more)], besides: official) { _, _ in false }.map(\.means)
        }
        expect(found("Sources/Vitals/Unzip.swift"), equals: [])
        expect(found("Sources/Vitals/Unzip.swift", "exit(0)\n"), equals: ["exit"])
        expect(found("Sources/Vitals/Own.swift"), equals: ["Process"])
    }

    @Test("a byte that is no UTF-8 hides nothing")
    func damaged() {
        let file = TreeFile(Data([0x2F, 0x2F, 0xFF, 0x0A]) + Data("_exit(0)\n".utf8))
        expect(SourceFlags.flags(in: ["Sources/Vitals/Own.swift": file]) { _, _ in false }.map(\.line), equals: [2])
    }

    @Test("headers in C are looked at; programs may exit")
    func kinds() {
        expect(flags("__attribute__((constructor)) void f(void) {}", path: "Sources/CSQLite/shim.h").count, equals: 1)
        expect(flags("exit(1)", path: "Sources/vitals-device/main.swift"), equals: [])
    }

    @Test(
        "a file of nested or endless comments keeps nobody busy",
        .timeLimit(.minutes(5)), arguments: ["import /*", "import // \"\n", "func /*/**/", "extension /* a */ a."])
    func comments(unit: String) {
        let text = String(repeating: unit, count: 20_000)
        expect(flags("_exit(0)\n" + text).map(\.means), equals: ["_exit"])
    }

    @Test(
        "twice the text takes no more than three times as long, whatever it is",
        .timeLimit(.minutes(5)), arguments: LinearTime.texts)
    func linear(text: LinearTime) {
        expect(text.ratio { _ = flags($0) } < 3, "\(text)")
        expect(text.ratio { _ = flags($0 + "_exit(0)\n") } < 3, "\(text), with a flag")
    }

    @Test("what stands after comments is found, however they are nested")
    func afterComments() {
        expect(flags("exit /* a /* b */ */ // \"\n /**/ (0)").map(\.means), equals: ["exit"])
        expect(flags("fork /* a /* b */ */ // \"\n /**/ (0)").map(\.means), equals: ["fork"])
        expect(flags("fork /* (0) */ + 1"), equals: [])
    }

    @Test("a string that backslashes join is found in the line where it begins, and so is what stands after it")
    func joined() {
        let text = "let a = \"\"\"\n  /pr\\\n\toc/self\n  \"\"\"\n// \\\n// and\nlet b = \"/proc/\"\n"
        expect(flags(text).map(\.line), equals: [2, 7])
        let long = String(repeating: "\\\n", count: 30)
        expect(flags("\"\"\"\n/dev\\\n" + long + "/fd\n\"\"\"").map(\.line), equals: [2])
    }

    @Test("one that stands whole after one that does not is found")
    func second() {
        expect(flags("my_exit(); _exit(0)").count, equals: 1)
    }

    @Test("nothing in the course's own solution is flagged")
    func solution() throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        let last = try #require(projector.course.writtenSteps.last).number
        let tree = try projector.tree(after: last)
        // As if each file had been touched.
        let found = SourceFlags.flags(in: tree, besides: tree) { path, _ in projector.isRunnerOwned(path, at: 2) }
        expect(found, equals: [])
    }

    @Test("what is official is not looked at, and a file is not listed for ever")
    func bounds() {
        let tree = ["Tests/StepTests/A.swift": TreeFile("_exit(0)")]
        expect(SourceFlags.flags(in: tree) { path, _ in path.hasPrefix("Tests/") }, equals: [])
        expect(flags(String(repeating: "_exit(0)\n", count: 1_000)).count, equals: 50)
    }
}
