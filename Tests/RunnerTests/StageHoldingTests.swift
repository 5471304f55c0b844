import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests with real locks; the locks of two descriptors exclude each other within one process just as between two.
@Suite("Who has a build folder", .timeLimit(.minutes(5)))
struct StageHoldingTests {
    @Test("is told to those who wait, with the step, the workspace and the time")
    func words() {
        let now = Date()
        let workspace = Workspace(root: "/home/ada/other-vitals")
        let holder = StageHolder.check(of: 8, in: workspace)
        expect(
            holder.sentence(at: holder.since.addingTimeInterval(42.5), home: "/home/ada"),
            equals: "Another check has the build folder: step 8 in ~/other-vitals, for 42 s so far")
        expect(
            StageHolder(.check, since: now).sentence(at: now.addingTimeInterval(70)),
            equals: "Another check has the build folder, for 1 min 10 s so far")
    }

    @Test("a check waits for another one, and says again and again for whom")
    func checks() async throws {
        try await withStage { stage in
            let told = Told()
            let holder = StageHolder.check(of: 8, in: Workspace(root: "/other"))
            let other = try await stage.exclusively(for: holder, waiting: { _ in }) {
                let other = Task {
                    try await stage.exclusively(repeats: true, waiting: { told.add($0) }, { told.add("has it") })
                }
                try await told.wait { $0.count >= 3 }
                expect(told.all.allSatisfy { $0.contains("step 8 in /other") }, "\(told.all)")
                return other
            }
            try await other.value
            expect(told.all.last, equals: "has it")
        }
    }

    @Test("a build in the background gives way to a check, and goes on after it")
    func givesWay() async throws {
        try await withStage { stage in
            let told = Told()
            let background = Task {
                while try await !stage.inSpareTime(while: { true }, { try await Self.work(told) }) {
                    told.add("gave way")
                }
            }
            try await told.wait { $0 == ["begins"] }
            try await stage.exclusively(repeats: true, waiting: { told.add($0) }) {
                told.add("check")
                // The background could take it only if it ignored the lock.
                try await Task.sleep(for: .milliseconds(400))
                told.add("checked")
            }
            try await told.wait { $0.last == "done" }
            try await background.value
            expect(
                told.all.filter { $0 != "gave way" },
                equals: ["begins", "stopped", "check", "checked", "begins", "done"])
        }
    }

    /// Waits until it's stopped, the first time; the second time it's done at once.
    private static func work(_ told: Told) async throws {
        told.add("begins")
        guard told.all.filter({ $0 == "begins" }).count == 1 else { return told.add("done") }
        do { try await Task.sleep(for: .seconds(50)) } catch {
            told.add("stopped")
            throw error
        }
    }

    @Test("a build in the background ends when nobody needs it any more, whether it builds or waits")
    func notNeeded() async throws {
        try await withStage { stage in
            let told = Told()
            let builders = (1...2).map { number in
                Task {
                    _ = try? await stage.inSpareTime(while: { !told.all.contains("nobody needs it") }) {
                        told.add("builds")
                        try await Task.sleep(for: .seconds(50))
                    }
                    told.add("ended \(number)")
                }
            }
            try await told.wait { $0 == ["builds"] }
            told.add("nobody needs it")
            for builder in builders { await builder.value }
            expect(Set(told.all), equals: ["builds", "nobody needs it", "ended 1", "ended 2"])
        }
    }

    @Test("the folder isn't handed on while a build goes on in it whose runner was killed")
    func brokenBuild() async throws {
        try await withStage { stage in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sleep")
            process.arguments = ["50"]
            try process.run()
            let number = process.processIdentifier
            try "\(number)".write(toFile: stage.buildingPath, atomically: true, encoding: .utf8)
            try await stage.exclusively(waiting: { _ in kill(number, SIGKILL) }) {
                expect(!ProcessTree.isRunning(number), "the build still runs")
            }
            expect(!FileManager.default.fileExists(atPath: stage.buildingPath))
        }
    }

    @Test("what was built at another path is removed, because the compiler refuses it there")
    func movedFolder() async throws {
        try await Resources.using { resources in
            let parent = try await resources.makeDirectory("vitals-moved")
            let stage = try Stage(folder: parent + "/here")
            try FileManager.default.createDirectory(atPath: stage.products, withIntermediateDirectories: true)
            for _ in 1...2 {
                try await stage.exclusively(waiting: { _ in }) {}
                expect(FileManager.default.fileExists(atPath: stage.products), "a build at its own path stays")
            }

            try FileManager.default.moveItem(atPath: stage.folder, toPath: parent + "/there")
            let moved = try Stage(folder: parent + "/there")
            expect(FileManager.default.fileExists(atPath: moved.products))
            try await moved.exclusively(waiting: { _ in }) {}
            expect(!FileManager.default.fileExists(atPath: moved.scratch))
        }
    }

    private func withStage(_ body: @Sendable (Stage) async throws -> Void) async throws {
        try await Resources.using { resources in
            try await body(try Stage(folder: try await resources.makeDirectory("vitals-holding")))
        }
    }
}

/// A log of events, in order, which any thread may add to.
private final class Told: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }

    func wait(until holds: ([String]) -> Bool) async throws {
        while !holds(all) { try await Task.sleep(for: .milliseconds(5)) }
    }
}
