import Foundation
import StepSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem

/// Tests that a run's memory counts wherever the run keeps it.
@Suite(
    "The memory of a run", .serialized, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps_rollup")))
struct RunMemoryTests {
    /// The size in MiB; the limit is 256 MiB.
    private static let size = 400

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let python: String

        init(_ name: String, _ python: String) { (testDescription, self.python) = (name, python) }
    }

    @Test(
        "more than it may have ends it, whatever kind of memory that is",
        arguments: [
            Way("of its own", "kept = bytearray(b'x') * (N << 20)"),
            Way("a shared mapping", "m = mmap.mmap(-1, N << 20)\nfor i in range(N): m.write(b'x' * (1 << 20))"),
            Way(
                "a shared mapping that isn't in its page table any more",
                "m = mmap.mmap(-1, N << 20)\nfor i in range(N): m.write(b'x' * (1 << 20)); m.madvise(mmap.MADV_DONTNEED)"
            ),
            Way(
                "a file in memory that is written to and never mapped",
                "f = os.memfd_create('x')\nfor i in range(N): os.write(f, b'x' * (1 << 20))"),
            Way(
                "a file in memory whose name joins what stands before it",
                "f = os.memfd_create('\\u0301x')\nfor i in range(N): os.write(f, b'x' * (1 << 20))"),
            Way(
                "files in memory, many of them",
                "for i in range(N): os.write(os.memfd_create(str(i)), b'x' * (1 << 20))"),
            Way(
                "a file in memory that is mapped, closed and untouched since",
                """
                f = os.memfd_create('x'); os.truncate(f, N << 20); m = mmap.mmap(f, N << 20); os.close(f)
                for i in range(N): m.write(b'x' * (1 << 20)); m.madvise(mmap.MADV_DONTNEED)
                """),
            Way(
                "a little in each of several processes",
                "for i in range(4):\n  if os.fork() == 0: break\nkept = bytearray(b'x') * (N // 4 << 20)"),
        ], [false, true])
    func tooMuch(way: Way, inSandbox: Bool) async throws {
        if inSandbox, Sandbox.path() == nil { return }
        // It is looked at a few times a second, and less often on a machine with much to do.
        let ending = try await ending(of: way.python, inSandbox: inSandbox, afterSeconds: 50)
        // In a sandbox the kernel already refuses to write more than 256 MiB to one file, in memory or not.
        #expect(ending == .outOfMemory || inSandbox && ending == .exited(1), "\(ending)")
    }

    @Test("memory that several processes share counts once, and what is reserved and not used counts nothing")
    func once() async throws {
        let script = """
            m = mmap.mmap(-1, 150 << 20)
            for i in range(150): m.write(b'x' * (1 << 20))
            for i in range(6):
              if os.fork() == 0: break
            m.seek(0)
            for i in range(150): m.read(1 << 20)
            """
        #expect(try await ending(of: script, inSandbox: false) == .exited(7))
        let reserved = "m = mmap.mmap(-1, 700 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)"
        #expect(try await ending(of: reserved, inSandbox: false) == .exited(7))
    }

    /// Returns the ending of a script that runs in a child of the run's first process, which then waits and exits with
    /// status 7.
    private func ending(of script: String, inSandbox: Bool, afterSeconds seconds: Int = 2) async throws
        -> LimitedRun.Ending
    {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-memory")
            var limits = Limits()
            limits.memoryBytes = 256 << 20
            let program = "import mmap, os, time\nN = \(Self.size)\n\(script)\ntime.sleep(\(seconds))\nos._exit(7)\n"
            var command = Command("/bin/sh", ["-c", "/usr/bin/python3 -c \"$PROGRAM\"; exit $?"])
            command.environment["PROGRAM"] = program
            if inSandbox { command.sandbox = Sandbox(program: Sandbox.path() ?? "").opening() }
            let log = try EventLog(path: folder + "/events")
            return try await LimitedRun(
                command: command, outputPath: folder + "/output", log: log, limits: limits,
                deadline: .now + .seconds(60),
                resources: resources, isSilent: { false }
            ).run()
        }
    }
}
