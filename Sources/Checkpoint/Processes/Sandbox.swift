internal import Foundation

/// The inner shell around a command that runs a learner's code: bubblewrap, one command at a time.
///
/// 1. The system is there to be read; to write to there is what is named, and temporary files of its own.
/// 2. Processes are its own: all of them end with the command, and none outside can be seen or signalled.
/// 3. Of the environment it gets what the command is given, and no more.
/// 4. The network is that of whoever starts it: `JobSandbox` leaves nothing of it but loopback.
package struct Sandbox: Sendable, Hashable {
    /// The path of `bwrap`.
    package let program: String
    package var limits = Limits()
    /// Below the folder for temporary files, which is empty otherwise.
    var readable: [String] = []
    /// The same, for whatever runs in it: where the build folder or the toolchain itself lies there.
    private var kept: [String] = []
    /// Folders that are empty but for what is readable in them.
    private var hidden: [String] = []
    /// Files that are empty there.
    private var masked: [String] = []
    /// Files and folders that are empty whatever it runs.
    private var concealed: [String] = []
    /// Folders, and files that exist.
    var writable: [String] = []
    /// Of the build tools: where they keep what they read of packages.
    package var home: String?

    package init(program: String) { self.program = program }

    /// Leaves of these folders, the ones below that for temporary files visible.
    mutating func keep(_ folders: [String]) { kept = folders.filter { $0.pathBegins(with: "/tmp/") } }

    /// Hides files and folders from whatever it runs; those that aren't there are left out.
    mutating func conceal(_ paths: [String]) {
        concealed = paths.filter(FileManager.default.fileExists).map {
            // What is mounted on a link would lie elsewhere.
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
        }
    }

    /// - Parameters:
    ///   - hidden: folders that are empty but for what is readable in them.
    ///   - masked: files that are empty.
    ///   - home: true for what the build tools do.
    func opening(
        readable: [String] = [], writable: [String] = [], hidden: [String] = [], masked: [String] = [],
        home usesHome: Bool = false
    ) -> Sandbox {
        var sandbox = self
        sandbox.hidden = hidden
        sandbox.masked = masked
        sandbox.readable = readable
        sandbox.writable = writable + (usesHome ? [home].compactMap(\.self) : [])
        if !usesHome { sandbox.home = nil }
        return sandbox
    }

    /// The command as it runs in the shell.
    func wrap(_ command: Command) -> Command {
        var enclosed = command
        enclosed.sandbox = nil
        enclosed.executable = program
        enclosed.arguments = arguments + ["--chdir", command.directory ?? "/tmp", "--"]
        enclosed.arguments += Self.limiter(limits) + [command.executable] + command.arguments
        enclosed.directory = nil
        enclosed.inheritsEnvironment = false
        enclosed.environment = [
            "PATH": ExecutableSearch.path().joined(separator: ":"), "HOME": home ?? "/tmp", "LANG": "C.UTF-8",
            "USER": "learner",
        ]
        enclosed.environment.merge(command.environment) { _, new in new }
        enclosed.environment["TMPDIR"] = "/tmp"
        return enclosed
    }

    private var arguments: [String] {
        let size = "\(limits.temporaryBytes)"
        var words = [
            "--die-with-parent", "--new-session", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
            "--unshare-cgroup-try", "--ro-bind", "/", "/", "--proc", "/proc", "--size", size, "--tmpfs", "/tmp",
            // All of /dev is memory: but for the part that is bounded it must not be written to.
            "--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
        ]
        for path in kept { words += ["--ro-bind", path, path] }
        for path in hidden { words += Self.nothing(at: path, isFolder: true) }
        for path in readable { words += ["--ro-bind", path, path] }
        for path in writable { words += ["--bind", path, path] }
        for path in masked { words += Self.nothing(at: path, isFolder: false) }
        for path in concealed {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            words += Self.nothing(at: path, isFolder: isFolder.boolValue)
            if isFolder.boolValue { words += ["--remount-ro", path] }
        }
        return words + hidden.flatMap { ["--remount-ro", $0] }
    }

    private static func nothing(at path: String, isFolder: Bool) -> [String] {
        isFolder ? ["--size", "65536", "--tmpfs", path] : ["--ro-bind", "/dev/null", path]
    }

    /// Limits that the kernel keeps for each process; `LimitedRun` watches over all of them together.
    private static func limiter(_ limits: Limits) -> [String] {
        [
            "prlimit", "--core=0", "--cpu=\(Int(limits.processorSeconds))", "--nproc=\(limits.threadCount)",
            "--fsize=\(limits.fileBytes)", "--data=\(limits.memoryBytes * 4)", "--",
        ]
    }
}

extension Sandbox {
    /// Nil where there is none.
    package static func path() -> String? {
        ExecutableSearch.folder(holding: ["bwrap"], in: ExecutableSearch.path()).map { $0 + "/bwrap" }
    }
}
