import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests that a build gets no file of a learner's that would change more than what the learner's code does.
@Suite("What a submission brings to a build")
struct LearnersFilesTests {
    private static let projector = Result { Projector(course: try Course.load(root: PackageFiles.root)) }

    /// Fills a stage with the solution of a step and these files.
    ///
    /// - Returns: the contents of the staged files.
    private static func staged(_ files: [String: String], step: Int) async throws -> [String: String] {
        let projector = try projector.get()
        var tree = try projector.tree(after: step)
        for (path, text) in files { tree[path] = TreeFile(text) }
        let finished = Checker.Request(tree: tree, step: step, of: projector.course)
        return try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-files")
            let checker = Checker(stages: try Stages(projector: projector, cache: cache))
            try checker.stageFiles(of: finished)
            let root = try checker.stage(for: finished).root
            return Dictionary(
                uniqueKeysWithValues: SourceFiles.list(root, "").compactMap { path in
                    FileManager.default.contents(atPath: root + path)
                        .map { (String(path.dropFirst()), String(decoding: $0, as: UTF8.self)) }
                })
        }
    }

    @Test(
        "SwiftPM would take this file for the program of all tests, so it's left out",
        arguments: ["Tests/LinuxMain.swift", "Tests/XCTMain.swift", "Sources/main.swift"])
    func ownMain(path: String) async throws {
        try await expect(Self.staged([path: "print()"], step: 2)[path] != "print()")
    }

    @Test("a module map that gives the linker options is replaced by the course's, and so is the header beside it")
    func moduleMap() async throws {
        let files = ["Sources/CCurl/module.modulemap": "link \"curl -Bweb\"", "Sources/CCurl/shim.h": "asm"]
        let staged = try await Self.staged(files, step: 7)
        let course = try Self.projector.get().tree(after: 7)
        for path in files.keys { expect(staged[path] != nil && staged[path] == course[path]?.text, "\(path)") }
    }

    @Test(
        "a file that isn't Swift is left out below Sources and Tests",
        arguments: [
            "Sources/Vitals/x.c", "Sources/Vitals/x.S", "Sources/Vitals/include/module.modulemap", "Tests/More/x.h",
            "Sources/Vitals/x.SWIFT", "Sources/Vitals/x.swift.c",
        ])
    func otherLanguages(path: String) async throws {
        let staged = try await Self.staged([path: "x", "Sources/Vitals/Own.swift": "// mine", "web/x.c": "x"], step: 2)
        expect(staged[path] == nil)
        expect(staged["Sources/Vitals/Own.swift"], equals: "// mine")
        expect(staged["web/x.c"], equals: "x", "no build reads it")
    }
}
