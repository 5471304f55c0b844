import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("What a command made is taken away again")
struct ResourcesTests {
    private struct Refusal: Error {}

    @Test("on success and on failure", arguments: [false, true])
    func released(fails: Bool) async throws {
        let made = Made()
        let body: @Sendable (Resources) async throws -> Void = { resources in
            let folder = try await resources.makeDirectory("vitals-res")
            let process = try await resources.start(
                Command("/bin/sleep", ["60"]), name: "sleep", logPath: folder + "/log")
            await made.note(folder, process.processID)
            if fails { throw Refusal() }
        }
        if fails {
            await #expect(throws: Refusal.self) { try await Resources.using(body) }
        } else {
            try await Resources.using(body)
        }
        await expect(made.isGone)
    }

    @Test("when the task is cancelled")
    func cancelled() async throws {
        let made = Made()
        let task = Task {
            try await Resources.using { resources in
                let folder = try await resources.makeDirectory("vitals-res")
                let process = try await resources.start(
                    Command("/bin/sleep", ["60"]), name: "sleep", logPath: folder + "/log")
                await made.note(folder, process.processID)
                try await process.whileRunning { try await Task.sleep(for: .seconds(60)) }
            }
        }
        while await !made.isNoted { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await expect(made.isGone)
    }

    @Test("A process that dies ends the wait for what needs it, with its last words")
    func deathIsNoticed() async throws {
        let error = await #expect(throws: CourseError.self) {
            try await Resources.using { resources in
                let folder = try await resources.makeDirectory("vitals-res")
                let process = try await resources.start(
                    Command("/bin/sh", ["-c", "echo last words; exit 3"]), name: "the shell", logPath: folder + "/log")
                try await process.whileRunning { try await Task.sleep(for: .seconds(60)) }
            }
        }
        expect(error?.description.contains("the shell") == true)
        expect(error?.description.contains("exit status 3") == true)
        expect(error?.lastLines, equals: ["last words"])
    }

    @Test("A command that takes too long is stopped and named")
    func timeout() async throws {
        var command = Command("/bin/sleep", ["60"])
        command.timeoutSeconds = 0.1
        let error = await #expect(throws: CourseError.self) { try await command.capture() }
        expect(error?.code, equals: .timedOut)
    }
}

#if os(Linux)
/// Tests with a command whose child leads a session of its own, as SwiftPM's manifests lead a process group.
@Suite("A command that is stopped")
struct StoppedCommandTests {
    private func detaching(_ folder: String) -> Command {
        Command(
            "/bin/sh",
            ["-c", "setsid sh -c 'echo $$ >\(folder)/new; mv \(folder)/new \(folder)/child; sleep 60' & wait"])
    }

    private func child(in folder: String) async throws -> Int32 {
        while true {
            let text = try? String(contentsOfFile: folder + "/child", encoding: .utf8)
            if let id = text.flatMap({ Int32($0.dropLast()) }) { return id }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("leaves nothing it started, when the task is cancelled")
    func cancelled() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-stopped")
            let task = Task { try await detaching(folder).capture() }
            let child = try await child(in: folder)
            task.cancel()
            _ = try? await task.value
            expect(!ProcessTree.isRunning(child))
        }
    }

    @Test("leaves nothing it started, when its time is up")
    func outOfTime() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-stopped")
            var command = detaching(folder)
            command.timeoutSeconds = 1
            _ = try? await command.lines { _ in }
            try await expect(!ProcessTree.isRunning(child(in: folder)))
        }
    }

    @Test("leaves nothing it started, when we are gone and the watchdog ends it")
    func watchdog() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-stopped")
            let process = try await resources.start(detaching(folder), name: "sh", logPath: folder + "/log")
            let child = try await child(in: folder)
            let watchdog = try await Watchdog.start()
            watchdog.guardProcess(process.processID)
            watchdog.abandon()
            let begin = ContinuousClock.now
            while ProcessTree.isRunning(child), begin.seconds < 20 { try await Task.sleep(for: .milliseconds(20)) }
            expect(!ProcessTree.isRunning(child))
        }
    }
}
#endif

private actor Made {
    private var folder: String?
    private var processID: Int32 = 0

    func note(_ folder: String, _ processID: Int32) {
        self.folder = folder
        self.processID = processID
    }

    var isNoted: Bool { folder != nil }

    var isGone: Bool {
        guard let folder else { return false }
        return !FileManager.default.fileExists(atPath: folder) && kill(processID, 0) == -1
    }
}
