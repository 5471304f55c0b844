import CheckpointCourse
import CheckpointSystem
import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck

/// Tests with a package of three small files in place of the course's: an engine that doubles, and tests of it.
@Suite("The judge of a learner's tests", .serialized)
struct JudgeTests {
    @Test("Good tests pass on the reference and catch everything")
    func good() async throws {
        let mutationReport = try await Self.judge(goodTests)
        expect(mutationReport.isPassed, "\(mutationReport)")
        expect(mutationReport.report, equals: ["killed: Numbers come out odd.", "killed: Three becomes five."])
        expect(mutationReport.cases.map(\.killedBy), equals: [["doubles()"], ["doubles()"]])
    }

    @Test("What slips through is named by its symptom")
    func slips() async throws {
        let mutationReport = try await Self.judge(goodTests.replacing("    #expect(double(3) == 6)\n", with: ""))
        expect(mutationReport.reference, equals: .passed)
        expect(mutationReport.cases.map(\.verdict), equals: [.killed, .survived])
        expect(mutationReport.report.last, equals: "survived: Three becomes five.")
        expect(!mutationReport.isPassed)
    }

    @Test("A test that crashes on something wrong has caught it")
    func crashes() async throws {
        let mutationReport = try await Self.judge(
            goodTests.replacing("#expect(double(3) == 6)", with: "precondition(double(3) == 6)"))
        expect(mutationReport.isPassed, "\(mutationReport)")
    }

    @Test(
        "Tests that say nothing of the reference are told so",
        arguments: unusableTests)
    func unusable(tests: String, reference: CheckpointCheck.MutationReport.Reference, words: String) async throws {
        let mutationReport = try await Self.judge(tests)
        expect(mutationReport.reference, equals: reference, "\(mutationReport.details)")
        expect(mutationReport.details.contains { $0.contains(words) }, "\(mutationReport.details)")
        expect(mutationReport.cases.map(\.verdict), equals: [.notJudged, .notJudged])
    }

    @Test("Tests that look at what they are given do not learn what they meet")
    func blind() async throws {
        let mutationReport = try await Self.judge(
            """
            import Foundation
            import Testing
            import Vitals
            @Test func looks() {
                _ = double(3)
                let environment = ProcessInfo.processInfo.environment.filter { $0.key != "PWD" }
                let told = "\\(environment) \\(CommandLine.arguments)"
                #expect(!["wrong", "adds-one", "right-for-two"].contains { told.contains($0) })
            }
            """)
        expect(mutationReport.reference, equals: .passed, "\(mutationReport.details)")
        expect(mutationReport.cases.map(\.verdict), equals: [.survived, .survived])
    }

    @Test("Tests that count their runs fail on the reference, which is met among the others")
    func counts() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mutationReport = try await Self.judge(
            """
            import Foundation
            import Testing
            @Test func counts() throws {
                // Two runs at a time: whatever they append, none of it is lost, and one of them at most is the second.
                let file = try #require(fopen("\(path)", "a"))
                fputs("1", file)
                fclose(file)
                #expect(FileManager.default.contents(atPath: "\(path)")?.count ?? 0 < 3)
            }
            """)
        expect(mutationReport.reference, equals: .flaky, "\(mutationReport)")
    }

    @Test(
        "Tests that do not begin on what is wrong have not caught it",
        arguments: ["Test(.enabled(if: double(3) == 6))", "Test(arguments: [trap()])"])
    func doNotBegin(attribute: String) async throws {
        let mutationReport = try await Self.judge(
            """
            import Testing
            import Vitals
            func trap() -> Int {
                precondition(double(3) == 6)
                return 3
            }
            @\(attribute) func begins(\(attribute.contains("trap") ? "_ number: Int" : "")) { #expect(double(2) == 4) }
            """)
        expect(mutationReport.reference, equals: .passed, "\(mutationReport.details)")
        expect(mutationReport.cases.map(\.verdict), equals: [.notRun, .notRun])
        expect(mutationReport.report.first, equals: "no test ran: Numbers come out odd.")
    }

    @Test("Nothing is built twice")
    func builtOnce() async throws {
        _ = try await Self.judge(goodTests)
        let told = Told()
        _ = try await Self.judge(goodTests) { told.append($0) }
        expect(told.lines.filter { $0.hasSuffix("(once)") }, equals: [])
    }

    @Test("What a step's tests read is what the judge wrote")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mutationReport = CheckpointCheck.MutationReport(
            step: 9, reference: .failed, details: ["a", "b"], cases: [])
        try CheckpointCheck.MutationReport.write([mutationReport], to: path)
        let read = try JSONDecoder().decode(
            [String: CheckpointCheck.MutationReport].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        expect(read, equals: ["9": mutationReport])
    }

    @Test("A mutant without a symptom is refused")
    func mutants() throws {
        let text = "// replaces: merge\n// symptom: Two phones differ.\n\n    local\n"
        let mutant = try Mutant(name: "a", path: "a.swift", text: text)
        expect(mutant.region, equals: "merge")
        expect(mutant.symptom, equals: "Two phones differ.")
        expect(mutant.body, equals: ["    local"])
        expect(mutant.runs, equals: 1)
        #expect(throws: CourseError.self) {
            try Mutant(name: "a", path: "a.swift", text: "// replaces: merge\n\n    local\n")
        }
    }

    @Test("the reference is built with the course's module maps, whatever the learner's say")
    func moduleMaps() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-module-maps")
            try TreeFile("mine").write(to: folder + "/stage/Sources/CLibPQ/module.modulemap")
            try TreeFile("mine").write(to: folder + "/stage/Sources/Vitals/anything")
            let plan = try BuildPlan(stage: folder + "/stage", scratch: root + "/.build")
            let maps = try Projector(course: try Course.load(root: root)).moduleMaps()
            _ = try MutantBuilder(
                plan: plan, folder: folder + "/judge", tree: [:], later: maps, progress: { _ in })
            let path = "Sources/CLibPQ/module.modulemap"
            expect(FileManager.default.contents(atPath: folder + "/judge/tree/" + path), equals: maps[path]?.contents)
            expect(maps[path] != nil && maps.keys.allSatisfy { !$0.hasSuffix(".swift") })
            expect(!FileManager.default.fileExists(atPath: folder + "/judge/tree/Sources/Vitals/anything"))
        }
    }

    @Test("no two runs have the same token, and none shows which mutant it selects")
    func tokens() {
        let key = MutantKey(hex: "0123456789abcdef0123456789abcdef")
        let tokens = (0..<200).map { key.token($0 % 4) }
        expect(Set(tokens).count, equals: tokens.count)
        // A test could compare the end of a token with those of earlier runs.
        expect(Set(tokens.map { $0.split(separator: "-").last?.suffix(4) }).count > 150)
    }

    // MARK: The small package

    /// Judges `tests` with the flags and objects of this build.
    private static func judge(
        _ tests: String, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> CheckpointCheck.MutationReport {
        let stage = cache + "/stage"
        // The names of the package's own targets, whose objects are no dependencies.
        let manifest = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
        for target in manifest.matches(of: /name: "([\w-]+)"(?!, package:)/) {
            try FileManager.default.createDirectory(
                atPath: "\(stage)/Sources/\(target.1)", withIntermediateDirectories: true)
        }
        try FileManager.default.createDirectory(atPath: stage + "/Tests", withIntermediateDirectories: true)
        try TreeFile(tests + "\n").write(to: stage + "/Tests/ConvergenceTests/Tests.swift")
        let marked = try MarkedText(path: "Engine.swift", text: wholeEngine)
        var judge = Judge(
            tests: JudgedTests(module: "ConvergenceTests", mutants: .engines), step: 9, stage: stage,
            scratch: root + "/.build"
        ) { selection in
            let state = ProjectionState.after(StepSet(1...9))
            let cases = wrongBodies.enumerated().map { (number: $0.offset + 1, lines: ["    " + $0.element.2]) }
            let body = MutantSchema.schema(
                "double", ["    value * 2"], cases, in: .statements(isWholeValue: true), selection.name)
            return [
                "Sources/Vitals/Engine.swift": TreeFile(marked.text(in: state.replacing("double", with: body))),
                "Sources/Vitals/SelectedMutant.swift": TreeFile(selection.source),
                "Tests/StepSupport/Number.swift": TreeFile("package let number = 2\n"),
            ]
        }
        judge.cache = cache
        judge.progress = progress
        return try await judge.mutationReport(
            of: try wrongBodies.enumerated().map { index, wrong in
                let text = "// replaces: double\n// symptom: \(wrong.1)\n\n    \(wrong.2)\n"
                return NumberedMutant(index + 1, try Mutant(name: wrong.0, path: wrong.0, text: text))
            })
    }
}

private let wholeEngine = """
    public func double(_ value: Int) -> Int {
        // @write 8 double
        value * 2
        // @starter
        //| 0
        // @end
    }
    """

private let wrongBodies = [
    ("adds-one", "Numbers come out odd.", "value + 1"), ("right-for-two", "Three becomes five.", "value + 2"),
]

private let goodTests = """
    import StepSupport
    import Testing
    import Vitals

    @Test("two and three are doubled") func doubles() {
        #expect(double(number) == 4)
        #expect(double(3) == 6)
    }
    """

/// Unusable tests, each with the judge's classification and a part of its message.
private let unusableTests: [(String, CheckpointCheck.MutationReport.Reference, String)] = [
    (
        goodTests.replacing("== 4", with: "== 5"), CheckpointCheck.MutationReport.Reference.failed,
        "“two and three are doubled” failed"
    ),
    (goodTests.replacing("#expect(double(3)", with: "#expect(undouble(3)"), .doesNotCompile, "undouble"),
    ("import Testing", .empty, "There are no tests"),
    (goodTests.replacing("#expect(double(3) == 6)", with: "fatalError()"), .failed, "signal"),
    (
        """
        import Testing
        struct Task: Error, CustomStringConvertible { let description = "@@todo 9 Tests.swift:1 write a test" }
        @Test func unwritten() throws { throw Task() }
        """, .notWritten, "@@todo 9 Tests.swift:1 write a test"
    ),
    (
        """
        import Foundation
        import Testing
        @Test func passesOnce() {
            let path = CommandLine.arguments[0] + ".was-here"
            #expect(!FileManager.default.fileExists(atPath: path))
            FileManager.default.createFile(atPath: path, contents: nil)
        }
        """, .flaky, "passesOnce"
    ),
]

/// The path of the clone.
private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// The cache of the whole suite, so that the reference is built only once.
private let cache: String = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vitals-judge-tests-\(getpid())").path
    atexit { removeCache() }
    return folder
}()

private func removeCache() { try? FileManager.default.removeItem(atPath: cache) }

private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var told: [String] = []
    var lines: [String] { lock.withLock { told } }
    func append(_ line: String) { lock.withLock { told.append(line) } }
}
