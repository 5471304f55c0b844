import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
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
                "the buffers of sockets that nobody reads",
                """
                import socket
                kept = [socket.socketpair() for i in range(N)]
                for one, other in kept:
                  for end in (one, other):
                    end.setblocking(False)
                    try:
                      while True: end.send(b'x' * 4096)
                    except BlockingIOError: pass
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
        expect(ending == .outOfMemory || inSandbox && ending == .exited(1), "\(ending)")
    }

    @Test(
        "what the kernel keeps for it counts as well", .enabled(if: Sandbox.path() != nil),
        arguments: [
            Way(
                "tables of pages that were only read, so that they take no memory themselves",
                """
                import ctypes
                library = ctypes.CDLL(None)
                library.mmap.restype = ctypes.c_void_p
                library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
                library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
                length = N << 29
                place = library.mmap(None, length, 1, 0x4022, -1, 0)
                library.madvise(place, length, 15)
                for i in range(N << 8): ctypes.string_at(place + (i << 21), 1)
                """),
            Way(
                "files in memory with nothing in them",
                "for i in range(N << 10): os.close(os.open('/tmp/%d' % i, os.O_CREAT | os.O_WRONLY))"),
            Way(
                "the same in the folder for shared memory",
                "for i in range(N << 10): os.close(os.open('/dev/shm/%d' % i, os.O_CREAT | os.O_WRONLY))"),
        ])
    func ofTheKernel(way: Way) async throws {
        try await expect(ending(of: way.python, inSandbox: true, afterSeconds: 50), equals: .outOfMemory)
    }

    @Test("a database that makes files in memory without end is ended, and those that were there before don't count")
    func filesOfDatabase() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory(
                "vitals-files", in: FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil)
            for number in 0..<2_000 { _ = FileManager.default.createFile(atPath: "\(folder)/\(number)", contents: nil) }
            let script = """
                import os, time
                for i in range(COUNT): os.close(os.open('\(folder)/a%d' % i, os.O_CREAT | os.O_WRONLY))
                time.sleep(SECONDS)
                """
            func run(_ count: Int, seconds: Int) async throws -> Bool {
                let memory = MemoryLimit(limitBytes: 64 << 20, filesIn: [folder])
                defer { memory.end() }
                let text = script.replacing("COUNT", with: "\(count)").replacing("SECONDS", with: "\(seconds)")
                _ = try await Command("/usr/bin/python3", ["-c", text]).capture { memory.watch($0) }
                return memory.isExceeded
            }
            try await expect(run(10, seconds: 2), equals: false)
            guard ProcessMemory.filesInMemory(at: folder) != nil else { return }
            try await expect(run(80_000, seconds: 20), equals: true)
        }
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
        try await expect(ending(of: script, inSandbox: false), equals: .exited(7))
        let reserved = "m = mmap.mmap(-1, 700 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)"
        try await expect(ending(of: reserved, inSandbox: false), equals: .exited(7))
    }

    @Test("a hundred connections are no memory to speak of")
    func fewSockets() async throws {
        let script = "import socket\nkept = [socket.socketpair() for i in range(100)]"
        try await expect(ending(of: script, inSandbox: false), equals: .exited(7))
    }

    @Test("a build or a database that fills shared memory is ended as well")
    func memoryLimit() async throws {
        let memory = MemoryLimit(limitBytes: 256 << 20)
        defer { memory.end() }
        let script = """
            import mmap, time
            m = mmap.mmap(-1, 400 << 20)
            for i in range(400): m.write(b'x' * (1 << 20))
            time.sleep(20)
            """
        let result = try await Command("/usr/bin/python3", ["-c", script]).capture { memory.watch($0) }
        expect(memory.isExceeded && result.ending == "signal 9", "\(result)")
    }

    @Test("a manifest that fills shared memory is ended, and that is a verdict", .enabled(if: Sandbox.path() != nil))
    func manifest() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-manifest")
            chmod(folder, 0o777)
            var dump = ManifestDump(cache: folder, sandbox: Sandbox(program: Sandbox.path() ?? ""))
            dump.memoryBytes = 1 << 30
            func text(_ lines: String) -> TreeFile {
                TreeFile(
                    "// swift-tools-version: 6.0\nimport Foundation\nimport PackageDescription\n\(lines)\n"
                        + "let package = Package(name: \"vitals\")\n")
            }
            let greedy = """
                let size = 1_400 << 20
                let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)!
                memset(place, 1, size)
                sleep(30)
                """
            await #expect(throws: StagedBuild.Excess.self) { _ = try await dump.make(of: text(greedy), beside: [:]) }
            guard case .dumped = try await dump.make(of: text(""), beside: [:]) else {
                Issue.record("an honest manifest isn't read")
                return
            }
        }
    }

    @Test("the run for a backtrace has a limit too, and follows no links to a report")
    func backtrace() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-backtrace")
            let stage = try Stage(folder: folder)
            let mark = folder + "/survived"
            let program = """
                #!/usr/bin/python3
                import mmap, os, time
                place = os.environ["SWIFT_BACKTRACE"].split("output-to=")[1]
                for name in "abcdefgh": os.symlink(".", place + "/" + name)
                size = \((Backtrace.tracerBytes >> 20) + Self.size)
                m = mmap.mmap(-1, size << 20)
                for i in range(size): m.write(b'x' * (1 << 20))
                time.sleep(3)
                open("\(mark)", "w").close()
                """
            try TreeFile(Data(program.utf8), isExecutable: true).write(to: stage.bundle)
            var limits = Limits()
            limits.memoryBytes = 256 << 20
            let run = BundleRun(
                stage: stage, folder: folder, resources: resources, environment: [:], limits: limits,
                deadline: .now + .seconds(60))
            let place = try await Backtrace(run: run, test: "A/b()", isTimedOut: false).place(number: 1)
            expect(place == nil)
            expect(!FileManager.default.fileExists(atPath: mark), "it went on with too much memory")
        }
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
