import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests that a path which `String` and the file system see differently can't get a file past a check of paths.
@Suite("Paths are compared by bytes")
struct PathBytesTests {
    private static let projector = Result { Projector(course: try Course.load(root: PackageFiles.root)) }

    /// Names whose first character joins the slash before it, in the view of `String`.
    static let joining = [
        "\u{301}Evil.swift", "\u{200D}Evil.swift", "\u{FE0F}Evil.swift", "\u{903}Evil.swift", "\u{338}.swift",
    ]
    /// Pairs of paths that differ in bytes but are equal for `String`.
    static let equivalent = [
        ["Sources/Vitals/\u{E9}.swift", "Sources/Vitals/e\u{301}.swift"],
        ["Sources/Vitals/\u{1E69}.swift", "Sources/Vitals/s\u{307}\u{323}.swift"],
    ]

    @Test("a beginning, an end and a whole path are compared by bytes, also in a part of a string, and when empty")
    func comparisons() {
        let whole = "a long folder/s\u{307}\u{323}.swift"
        for path in [Substring(whole), "x\(whole)x".dropFirst().dropLast()] {
            expect(
                path.pathBegins(with: "a long folder/s") && path.pathBegins(with: "") && path.pathBegins(with: whole))
            expect(!path.pathBegins(with: "a long folder/\u{1E69}") && !path.pathBegins(with: whole + "x"))
            expect(path.pathEnds(with: "\u{323}.swift") && path.pathEnds(with: "") && path.pathEnds(with: whole))
            expect(!path.pathEnds(with: "\u{1E69}.swift") && !path.pathEnds(with: "x" + whole))
            expect(path.isPath(whole) && !path.isPath("a long folder/\u{1E69}.swift") && !path.isPath(""))
        }
        expect("".isPath("") && "".pathBegins(with: "") && "".pathEnds(with: "") && !"".pathBegins(with: "a"))
    }

    @Test(
        "bytes are found wherever they stand",
        arguments: [
            ("abc", "", true), ("", "a", false), ("aaab", "aab", true), ("abc", "c", true), ("abc", "cd", false),
        ])
    func bytes(text: String, part: String, isThere: Bool) {
        expect(Data(text.utf8).contains(bytesOf: part), equals: isThere)
    }

    @Test("a file in a folder of the runner's is the runner's, however its name begins", arguments: joining)
    func runnerFolder(name: String) throws {
        let projector = try Self.projector.get()
        expect(projector.isRunnerOwned("Tests/StepTests/" + name, at: 3))
        expect(projector.isRunnerOwned("Tests/StepSupport/deep/" + name, at: 3))
        expect(!projector.isRunnerOwned("Sources/Vitals/" + name, at: 3))
    }

    @Test(
        "a name that joins the slash before it is refused, in a folder, a repository, a tar and a zip",
        arguments: joining)
    func refused(name: String) async throws {
        try await SubmissionFixture.with { fixture in
            let path = "Tests/StepTests/" + name
            try Self.write("x", at: fixture.folder + "/ada/" + path)
            try await fixture.run("tar", "-cf", "ada.tar", "ada")
            let zip = ZipBuilder([.init("ada/Package.swift", "x"), .init("ada/" + path, "x")])
            try zip.archive.write(to: URL(fileURLWithPath: fixture.folder + "/ada.zip"))
            var problems = [try await fixture.read("ada").problem]
            for archive in ["ada.tar", "ada.zip"] { problems.append(try await fixture.read(archive).problem) }
            try await fixture.makeRepository()
            problems.append(try await fixture.read("ada").problem)
            for problem in problems {
                expect(problem?.contains("starts with a combining mark") == true, "\(problems)")
            }
        }
    }

    /// Names that a compiler would read as more than one argument, or as an option, in the file of its arguments.
    static let options = [
        "x.swift\n-driver-use-frontend-path\n/bin/sh;-c;exit\n-Iy.swift", "x.swift\r-Iy.swift", "x\u{2028}y.swift",
        "x\u{2029}y.swift", "x\u{85}y.swift", "x\ty.swift", "x\u{1B}[2Jy.swift", "x\u{7F}.swift", "it's.swift",
        "say \"hi\".swift", "x\\y.swift", "-Xlinker.swift", "@arguments", "-dir/x.swift", "it's/x.swift",
        "@dir/x.swift",
        "a\nb/x.swift",
    ]

    @Test(
        "a name that a compiler could read as an option is refused, in a folder, a repository, a tar and a zip, with the name",
        arguments: options)
    func optionsInNames(name: String) async throws {
        try await SubmissionFixture.with { fixture in
            let path = "Sources/Vitals/" + name
            try Self.write("x", at: fixture.folder + "/ada/" + path)
            try await fixture.run("tar", "-cf", "ada.tar", "ada")
            let zip = ZipBuilder([.init("ada/Package.swift", "x"), .init("ada/" + path, "x")])
            try zip.archive.write(to: URL(fileURLWithPath: fixture.folder + "/ada.zip"))
            var submissions = [try await fixture.read("ada")]
            for archive in ["ada.tar", "ada.zip"] { submissions.append(try await fixture.read(archive)) }
            try await fixture.makeRepository()
            submissions.append(try await fixture.read("ada"))
            for submission in submissions {
                expect(submission.tree.isEmpty)
                let problem = submission.problem ?? "It was read."
                // In a zip a backslash is first of all one of Windows.
                expect(problem.contains("Sources/Vitals/"), "\(problem)")
                expect(problem.contains("Rename it.") || problem.contains("Pack it again"), "\(problem)")
            }
        }
    }

    @Test("a learner's own check says so too, and prints no control character", arguments: options)
    func optionsInWorkspace(name: String) async throws {
        try await SubmissionFixture.with { fixture in
            try Self.write("x", at: fixture.package + "/Sources/Vitals/" + name)
            let error = #expect(throws: CourseError.self) { try LearnerTree.read(fixture.package) }
            let words = error?.description ?? ""
            expect(words.contains("Rename it.") && words.contains("Sources/Vitals/"), "\(words)")
            expect(!words.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(words)")
        }
    }

    @Test(
        "spaces, brackets, dots, signs within a name and other scripts are fine, and so is any name beside the package",
        arguments: ["My Merge 2.swift", "Ä(b)+[c]{d}-e@f.swift", "größe.swift", "測試.swift", "x\u{A0}y\u{3000}z.swift"])
    func fineNames(name: String) async throws {
        try await SubmissionFixture.with { fixture in
            try Self.write("x", at: fixture.package + "/Sources/Mini/" + name)
            try Self.write("x", at: fixture.package + "/Ada's \"notes\".md")
            try await fixture.run("tar", "-cf", "ada.tar", "ada")
            for submission in [try await fixture.read("ada"), try await fixture.read("ada.tar")] {
                expect(submission.problem == nil)
                expect(submission.tree["Sources/Mini/" + name]?.text, equals: "x")
            }
            try expect(LearnerTree.read(fixture.package)["Sources/Mini/" + name]?.text, equals: "x")
        }
    }

    @Test("an argument with a line break reaches no compiler, wherever it came from")
    func compiler() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-arguments")
            let compiler = Compiler(path: "/bin/true")
            try await compiler.run(["a b.swift"], responseFile: folder + "/a")
            await #expect(throws: CompilerFailure.self) {
                try await compiler.run(["a\nb.swift"], responseFile: folder + "/a")
            }
        }
    }

    @Test("two files that only their bytes tell apart are refused, and never become one", arguments: equivalent)
    func equivalents(paths: [String]) async throws {
        try await SubmissionFixture.with { fixture in
            for path in paths { try Self.write(path, at: fixture.package + "/" + path) }
            try #require(FolderWalk(root: fixture.package).names(in: "Sources/Vitals").count == 2)
            try await expect(fixture.read("ada").problem?.contains("twice") == true)
            #expect(throws: CourseError.self) { try LearnerTree.read(fixture.package) }
            try await fixture.makeRepository()
            try await expect(fixture.read("ada").problem?.contains("twice") == true)
        }
    }

    @Test("a path that only looks like an official one is refused: the Kelvin sign is no K")
    func lookalike() async throws {
        try await SubmissionFixture.with { fixture in
            try Self.write("x", at: fixture.package + "/Sources/Vitals/\u{212A}eychain.swift")
            let submission = try await fixture.read("ada")
            expect(submission.problem?.contains("another way to write") == true)
        }
    }

    @Test("accents as such are welcome, composed and decomposed")
    func accents() async throws {
        try await SubmissionFixture.with { fixture in
            try Self.write("x", at: fixture.package + "/Sources/Mini/e\u{301}tude.swift")
            let submission = try await fixture.read("ada")
            expect(submission.problem == nil)
            expect(submission.tree["Sources/Mini/e\u{301}tude.swift"]?.text, equals: "x")
        }
    }

    @Test("a name that no file can have is its learner's problem, and not the grader's")
    func longName() async throws {
        try await SubmissionFixture.with { fixture in
            var tar = TarBuilder()
            tar.add("Package.swift", "x")
            let long = "Sources/" + String(repeating: "n", count: 256)
            tar.add("x", TarBuilder.record("path", long), kind: "x")
            tar.add("short", "x")
            let submission = try await fixture.read(tar.archive, as: "ada.tar")
            expect(submission.problem?.contains("longer than 255") == true)
        }
    }

    @Test("a file may stand where the last submission's tests had a folder, and the other way round")
    func leftoversOfTests() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-tests-build")
            let build = ModuleBuild(
                name: "T", folder: folder, compiler: Compiler(path: "/bin/true"), flags: [], importFolders: [])
            for path in ["a.swift/b.swift", "a.swift", "a.swift/b.swift"] {
                _ = try await build.compile([path: TreeFile("x")])
                expect(SourceFiles.list(folder, "sources"), equals: ["sources/" + path])
            }
        }
    }

    // MARK: Staging

    private static func stage(_ body: @Sendable (Checker, Stage) throws -> Void) async throws {
        try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-paths")
            let stages = try Stages(projector: try projector.get(), cache: cache)
            try body(Checker(stages: stages), try stages.stage(at: 2))
        }
    }

    @Test(
        "what stood in a stage before goes, also where a file takes the place of a folder or has an accent's other bytes"
    )
    func leftovers() async throws {
        try await Self.stage { _, stage in
            try stage.fill(with: ["Sources/A/b/c.swift": TreeFile("1"), "Sources/e\u{301}.swift": TreeFile("1")])
            try stage.fill(with: ["Sources/A": TreeFile("2"), "Sources/\u{E9}.swift": TreeFile("2")])
            let names = try FileManager.default.contentsOfDirectory(atPath: stage.root + "/Sources").map {
                Array($0.utf8)
            }
            expect(Set(names), equals: [Array("A".utf8), Array("\u{E9}.swift".utf8)], "\(names)")
            try stage.fill(with: ["Sources/A/b/c.swift": TreeFile("3")])
            expect(FileManager.default.fileExists(atPath: stage.root + "/Sources/A/b/c.swift"))
        }
    }

    @Test(
        "a submission's file can't stand in the way of an official one",
        arguments: ["Tests/StepTests", "Tests", "Package.swift/x.swift", "Tests/StepSupport"])
    func obstacles(path: String) async throws {
        try await Self.stage { checker, stage in
            var tree = try Self.projector.get().tree(after: 2).filter { !$0.key.hasPrefix("Tests/") }
            tree["Package.swift"] = nil
            tree[path] = TreeFile("x")
            try checker.stageFiles(of: Checker.Request(tree: tree, step: 2, of: try Self.projector.get().course))
            expect(FileManager.default.fileExists(atPath: stage.root + "/Tests/StepTests/Step02ModelTests.swift"))
            var isFolder: ObjCBool = false
            expect(FileManager.default.fileExists(atPath: stage.root + "/Package.swift", isDirectory: &isFolder))
            expect(!isFolder.boolValue)
        }
    }

    @Test(
        "a folder of the runner's that holds more than the official files is tampered with",
        arguments: [".hidden.swift", "\u{301}Evil.swift", "deep/More.swift"])
    func tampered(name: String) async throws {
        try await Self.stage { checker, stage in
            var request = Checker.Request(
                tree: try Self.projector.get().tree(after: 2), step: 2, of: try Self.projector.get().course)
            request.canary = .random()
            try checker.stageFiles(of: request)
            #expect(throws: Never.self) { try checker.requireOfficialFolders(of: request) }
            try Self.write("x", at: stage.root + "/Tests/StepTests/" + name)
            #expect(throws: BundleRun.Forgery.self) { try checker.requireOfficialFolders(of: request) }
        }
    }

    @Test("a folder of the runner's in which an official file is missing or differs is tampered with")
    func tamperedContents() async throws {
        try await Self.stage { checker, stage in
            var request = Checker.Request(
                tree: try Self.projector.get().tree(after: 2), step: 2, of: try Self.projector.get().course)
            request.canary = .random()
            let path = stage.root + "/Tests/StepTests/Step02ModelTests.swift"
            try checker.stageFiles(of: request)
            try Self.write("x", at: path)
            #expect(throws: BundleRun.Forgery.self) { try checker.requireOfficialFolders(of: request) }
            unlink(path)
            #expect(throws: BundleRun.Forgery.self) { try checker.requireOfficialFolders(of: request) }
            symlink("/etc/passwd", path)
            #expect(throws: BundleRun.Forgery.self) { try checker.requireOfficialFolders(of: request) }
        }
    }

    /// Writes a file at exactly these bytes; Foundation would take `/` and an accent for one character.
    private static func write(_ text: String, at path: String) throws {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        var folder = ""
        for name in names.dropLast() {
            folder += "/" + name
            mkdir(folder, 0o755)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(file >= 0, "\(path): \(String(cString: strerror(errno)))")
        _ = Array(text.utf8).withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}
