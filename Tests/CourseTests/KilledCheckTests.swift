import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

#if os(Linux)
/// Tests that kill the runner while it builds, runs tests or records its results.
@Suite("A check that is killed", .serialized)
struct KilledCheckTests {
    private static let path = "Sources/Vitals/Units/Measurement+Create.swift"

    @Test("at any moment damages neither the progress nor the sources, and the next one passes")
    func anyMoment() async throws {
        // 20 in every run; VITALS_KILLS=200 for a longer one.
        let kills = ProcessInfo.processInfo.environment["VITALS_KILLS"].flatMap(Int.init) ?? 20
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            for number in 0..<kills {
                // A change every third time, so that builds are killed too and not only runs of tests.
                if number % 3 == 0 { try learner.edit(Self.path) { $0 + "// \(number)\n" } }
                let before = try LearnerTree.read(learner.workspace)
                let seconds = 0.04 + Double(number * 397 % 2_400) / 1_000
                _ = try await learner.ended(by: SIGKILL, after: "sleep \(seconds)", "check", "--again")
                try expect(LearnerTree.read(learner.workspace), equals: before)
                let progress = try Workspace(root: learner.workspace).progress()
                expect(progress.current, equals: "03-units-and-validation")
            }
            let check = try await learner.run("check", "--again")
            expect(check.status, equals: 0, "\(check.text)")
        }
    }

    @Test("leaves none of the learner's processes behind")
    func processes() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            let mark = "\(learner.workspace)/hangs"
            try learner.edit(Self.path) {
                $0.replacing(
                    "throws -> Measurement {",
                    with: """
                        throws -> Measurement {
                        try Data().write(to: URL(fileURLWithPath: "\(mark)"))
                        while true { sleep(1) }
                        """)
            }
            async let killed = learner.ended(
                by: SIGKILL, after: "while [ ! -e '\(mark).seen' ]; do sleep 0.05; done", "check")
            try await wait(seconds: 300) { FileManager.default.fileExists(atPath: mark) }
            expect(!bundles(of: learner).isEmpty)
            try Data().write(to: URL(fileURLWithPath: mark + ".seen"))
            let run = try await killed
            expect(run.status, equals: 128 + Int(SIGKILL), "\(run.text)")
            try await wait(seconds: 10) { bundles(of: learner).isEmpty }
            expect(bundles(of: learner), equals: [])
        }
    }

    @Test(
        "by any signal ends a Package.swift that never ends", arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGKILL])
    func manifest(signal: Int32) async throws {
        try await Learner.with { learner in
            let mark = learner.workspace + "/manifest"
            try learner.edit("Package.swift") {
                $0 + """

                    import Foundation
                    try? "\\(ProcessInfo.processInfo.processIdentifier)".write(
                        toFile: "\(mark)", atomically: true, encoding: .utf8)
                    while true {}

                    """
            }
            let run = try await learner.ended(
                by: signal, after: "while [ ! -e '\(mark)' ]; do sleep 0.05; done", "check")
            expect(run.status, equals: 128 + Int(signal), "\(run.text)")
            let id = try String(contentsOfFile: mark, encoding: .utf8)
            // In a process namespace of its own it would have another id; a plain SwiftPM on Linux has none.
            let process = try #require(Int32(id))
            try await wait(seconds: 10) { !ProcessTree.isRunning(process) }
            expect(!ProcessTree.isRunning(process))
            // A failure mustn't leave a loop without end on the machine.
            kill(process, SIGKILL)
        }
    }

    private func wait(seconds: Double, until isTrue: () -> Bool) async throws {
        let begin = ContinuousClock.now
        while !isTrue(), begin.duration(to: .now) < .seconds(seconds) { try await Task.sleep(for: .milliseconds(50)) }
    }

    /// Returns the processes that run the tests of a stage for this learner; other checks may run at the same time.
    private func bundles(of learner: Learner) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int($0) }.compactMap { id in
            guard let data = FileManager.default.contents(atPath: "/proc/\(id)/cmdline"),
                let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ")
            else { return nil }
            let program = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
            let isBundle = program.hasPrefix(CacheFolder.standard) && program.hasSuffix(".xctest")
            return isBundle && environment.range(of: Data(learner.mark.utf8)) != nil ? "\(id) \(program)" : nil
        }
    }
}
#endif
