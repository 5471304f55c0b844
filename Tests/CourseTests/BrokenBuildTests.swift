import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("A build that is broken off", .timeLimit(.minutes(3)))
struct BrokenBuildTests {
    @Test("has built what it has built: the next one goes on from there")
    func goesOn() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-broken")
            // Whoever reads it waits until somebody writes.
            let pipe = folder + "/pipe.h"
            expect(mkfifo(pipe, 0o600), equals: 0)
            let stage = try Stage(folder: folder + "/stage")
            try stage.fill(with: [
                "Package.swift": TreeFile(Self.manifest),
                "Sources/First/first.c": TreeFile("int first(void) { return 1; }\n"),
                "Sources/First/include/first.h": TreeFile("int first(void);\n"),
                "Sources/Second/second.c": TreeFile("#include \"\(pipe)\"\nint second(void) { return 2; }\n"),
                "Sources/Second/include/second.h": TreeFile("int second(void);\n"),
            ])
            let build = Task { try await StagedBuild(stage: stage, progress: { _ in }).run() }
            while Self.date(below: stage.scratch) == nil { try await Task.sleep(for: .milliseconds(50)) }
            // The compiler has written its object; that it has ended SwiftPM hears a moment later.
            try await Task.sleep(for: .seconds(2))
            let before = Self.date(below: stage.scratch)
            build.cancel()
            _ = await build.result

            try FileManager.default.removeItem(atPath: pipe)
            try "".write(toFile: pipe, atomically: true, encoding: .utf8)
            guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else {
                Issue.record("it does not build")
                return
            }
            expect(before != nil && Self.date(below: stage.scratch) == before, "it was compiled again")
        }
    }

    /// Returns the time when the object of the first module was written.
    private static func date(below scratch: String) -> Date? {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: scratch)) ?? []
        // There is a link to the folder that holds it, once a build has ended.
        guard let path = paths.first(where: { $0.hasSuffix("/First.build/first.c.o") }) else { return nil }
        return (try? FileManager.default.attributesOfItem(atPath: scratch + "/" + path))?[.modificationDate] as? Date
    }

    private static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "main", targets: [.target(name: "First"), .target(name: "Second", dependencies: ["First"])])

        """
}
