import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of both sandboxes, a job's and a run's within it, with real programs in them.
@Suite("The sandbox", .enabled(if: Sandbox.path() != nil))
struct SandboxTests {
    private let sandbox = Sandbox(program: Sandbox.path() ?? "")

    /// Runs a script in both sandboxes.
    private func run(
        _ script: String, writable: [String] = [], limits: Limits = Limits(), environment: [String: String] = [:]
    ) async throws -> Command.Result {
        var inner = sandbox.opening(writable: writable)
        inner.limits = limits
        var command = Command("/bin/sh", ["-c", script])
        command.environment = environment
        var job = JobSandbox(program: sandbox.program)
        job.writable = writable.map { ($0, $0) }
        return try await job.wrap(inner.wrap(command)).capture()
    }

    @Test("works on this machine")
    func works() async {
        await expect(SandboxUnavailable.found() == nil)
    }

    @Test("gives nothing of the environment but what the command is given")
    func environment() async throws {
        setenv("VITALS_TEST_SECRET", "secret", 1)
        defer { unsetenv("VITALS_TEST_SECRET") }
        let result = try await run("env", environment: ["GIVEN": "given"])
        expect(result.succeeded, "\(result.standardError)")
        expect(!result.standardOutput.contains("secret"))
        expect(result.standardOutput.contains("GIVEN=given"))
    }

    @Test("has no home folder, no temporary files of others, no rights and no other processes")
    func view() async throws {
        let own = try Canaries()
        defer { own.remove() }
        let result = try await run(
            """
            ls -A "\(NSHomeDirectory())" /tmp "\(PackageFiles.root)"; id -u; grep CapEff /proc/self/status
            for id in /proc/[0-9]*; do cat "$id/comm"; done
            """)
        expect(!result.standardOutput.contains("vitals-canary"), "\(result.standardOutput)")
        expect(!result.standardOutput.split(separator: "\n").contains("0"), "it is root: \(result.standardOutput)")
        expect(result.standardOutput.contains("CapEff:\t0000000000000000"), "\(result.standardOutput)")
        let lines = result.standardOutput.split(separator: "\n")
        let programs = Set(lines.reversed().prefix { !$0.hasPrefix("CapEff") })
        expect(programs.isSubset(of: ["bwrap", "sh", "cat"]), "\(programs)")
    }

    @Test(
        "makes no namespaces, and so mounts no memory that nothing counts",
        arguments: [
            "unshare -U true", "unshare -r -m true", "unshare -U -r -m mount -t tmpfs t /tmp", "mount -t tmpfs t /tmp",
            "unshare -m true", "unshare -i true", "bwrap --unshare-user --bind / / true",
            // fsopen("tmpfs"), from Linux 5.2 on; and clone3 with CLONE_NEWUSER is what unshare(1) can't be told to use.
            "/usr/bin/python3 -c 'import ctypes; exit(ctypes.CDLL(None).syscall(430, b\"tmpfs\", 0) < 0)'",
            "/usr/bin/python3 -c 'import ctypes; exit(ctypes.CDLL(None).unshare(0x10000000) < 0)'",
            "echo 1000 > /proc/sys/user/max_user_namespaces",
        ])
    func namespaces(script: String) async throws {
        let result = try await run("\(script) && echo done")
        expect(!result.succeeded && !result.standardOutput.contains("done"), "\(result)")
    }

    @Test("writes nowhere but to its own temporary files and to what it is given")
    func writing() async throws {
        try await Resources.using { resources in
            let given = try await resources.makeDirectory("vitals-given")
            chmod(given, 0o777)
            let place = PackageFiles.root
            let result = try await run(
                "for path in \(place)/.x /usr/x /etc/x /dev/x /var/tmp/x; do echo > $path; done 2>&1; echo > /tmp/x && echo > \(given)/x",
                writable: [given])
            expect(result.succeeded, "\(result.standardOutput)")
            expect(result.standardOutput.split(separator: "\n").count, equals: 5, "\(result.standardOutput)")
            expect(FileManager.default.fileExists(atPath: given + "/x"))
            expect(!FileManager.default.fileExists(atPath: place + "/.x"))
        }
    }

    @Test("has a loopback of its own, and no network besides")
    func network() async throws {
        let canaries = try Canaries()
        defer { canaries.remove() }
        let result = try await run(
            """
            bash -c 'exec 3<>/dev/tcp/127.0.0.1/\(canaries.port)' 2>/dev/null && echo reached
            grep -c : /proc/net/dev
            """)
        expect(result.standardOutput, equals: "1\n", "\(result.standardOutput)")
        expect(canaries.reached, equals: [])
    }

    @Test("sees of the machine the system alone: no socket of a service, no other submission, no working folder")
    func machine() async throws {
        let canaries = try Canaries()
        defer { canaries.remove() }
        let script = """
            import os, socket
            for path in "\(canaries.paths.joined(separator: ":"))".split(":"):
                if os.path.exists(path): print("read", path)
            try:
                socket.socket(socket.AF_UNIX).connect("\(canaries.socketPath)")
                print("reached")
            except OSError: print("no socket")
            """
        let python = Command("/usr/bin/python3", ["-c", script])
        let outside = try await python.capture()
        expect(outside.standardOutput.contains("reached"), "the socket is of stone: \(outside)")
        let job = JobSandbox(program: sandbox.program)
        for command in [python, sandbox.opening().wrap(python)] {
            let inside = try await job.wrap(command).capture()
            expect(inside.standardOutput, equals: "no socket\n", "\(inside)")
        }
    }

    @Test("leaves a build folder below that for temporary files visible, and its neighbours hidden")
    func keeps() async throws {
        try await Resources.using { resources in
            let folders = try await [resources.makeDirectory("vitals-kept"), resources.makeDirectory("vitals-other")]
            for folder in folders { chmod(folder, 0o755) }
            var inner = sandbox.opening()
            inner.keep([folders[0], NSHomeDirectory()])
            let command = Command("/bin/sh", ["-c", "cd /tmp && ls -d vitals-*"])
            var job = JobSandbox(program: sandbox.program)
            job.readable = folders
            let result = try await job.wrap(inner.wrap(command)).capture()
            expect(result.standardOutput.split(separator: "\n").map { "/tmp/" + $0 }, equals: [folders[0]], "\(result)")
        }
    }

    @Test("a folder that a job may read stays as it is inside one that it may write")
    func readableInWritable() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-nested")
            try TreeFile("kept\n").write(to: folder + "/cache/tools/bin/file")
            let own = folder + "/own"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            for path in [folder, own] { chmod(path, 0o777) }
            var job = JobSandbox(program: sandbox.program)
            (job.readable, job.writable) = ([folder + "/cache/tools/bin"], [(own, folder + "/cache")])
            let script = "cd '\(folder)/cache' && cat tools/bin/file && touch mine && ! touch tools/bin/mine"
            let result = try await job.wrap(Command("/bin/sh", ["-c", script])).capture()
            expect(result.succeeded && result.standardOutput == "kept\n", "\(result)")
            try expect(FileManager.default.contentsOfDirectory(atPath: folder + "/cache/tools/bin"), equals: ["file"])
        }
    }

    @Test("ends with whoever started it, also when that is killed")
    func ends() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-sandbox")
            let command = sandbox.opening().wrap(Command("sleep", [Self.nap]))
            let process = try await resources.start(
                JobSandbox(program: sandbox.program).wrap(command), name: "A job", logPath: folder + "/log")
            await expect(Self.eventually { Self.sleepers().count == 1 }, "\(process.lastLines())")
            kill(process.processID, SIGKILL)
            await expect(Self.eventually { Self.sleepers().isEmpty }, "it goes on without anybody")
            for id in Self.sleepers() { kill(id, SIGKILL) }
        }
    }

    /// A duration in seconds that no other run on this machine uses.
    private static let nap = "\(1_000_000 + getpid())"

    /// Returns the processes of that test. The whole command line must match, because the sandboxes around them name it,
    /// too.
    private static func sleepers() -> [Int32] {
        let ids = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        return ids.filter { id in
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self) == "sleep\u{0}\(nap)\u{0}"
        }
    }

    private static func eventually(_ holds: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        while !holds() {
            if ContinuousClock.now > deadline { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    @Test("bounds processes, a file, all temporary files and the processor's time")
    func limits() async throws {
        var limits = Limits()
        limits.threadCount = 20
        limits.fileBytes = 1 << 20
        limits.temporaryBytes = 3 << 20
        limits.processorSeconds = 1
        let processes = try await run("for i in $(seq 60); do sleep 5 & done 2>&1; wait", limits: limits)
        expect((processes.standardError + processes.standardOutput).contains("fork"), "\(processes)")
        let file = try await run("head -c 2000000 /dev/zero > /tmp/a; stat -c %s /tmp/a", limits: limits)
        expect(file.standardOutput.contains("1048576"), "\(file)")
        let all = try await run(
            "for i in 1 2 3 4 5; do head -c 1000000 /dev/zero > /tmp/$i || exit 7; done", limits: limits)
        expect(all.ending, equals: "exit status 7", "\(all)")
        let shared = try await run("head -c 1000000 /dev/zero > /dev/shm/a; stat -c %s /dev/shm/a", limits: limits)
        expect(shared.standardOutput, equals: "393216\n", "an eighth of the temporary files: \(shared)")
        limits.openFileCount = 20
        let files = try await run(
            "/usr/bin/python3 -c 'kept = [open(\"/dev/null\") for _ in range(30)]'", limits: limits)
        expect(files.standardError.contains("Too many open files"), "\(files)")
        try await expect(run("ulimit -n").standardOutput, equals: "1024\n")
        let time = try await run("while :; do :; done", limits: limits)
        expect(!time.succeeded)
    }

    @Test("bounds the temporary files of a whole job, which its Postgres has its data among")
    func limitsOfJob() async throws {
        let size = try await JobSandbox(program: sandbox.program)
            .wrap(Command("/bin/sh", ["-c", "df -B1 --output=size /tmp | tail -n 1"])).capture()
        let bytes = Int(size.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines))
        expect(bytes, equals: 2 << 30, "\(size)")
    }
}
