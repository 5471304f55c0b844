internal import Foundation

/// The inner sandbox around a command that runs a learner's code: bubblewrap, started for each command.
///
/// 1. The system is read-only. Only the given paths and the sandbox's own temporary files are writable.
/// 2. It has its own process namespace: all its processes end with the command, and it can't see or signal any outside.
/// 3. Its environment holds only a few fixed variables and those of the command.
/// 4. It can't make namespaces of its own, and so no mounts.
/// 5. It can't make system calls that keep memory where no limit counts it; see `SystemCallFilter`.
/// 6. It has the network of the process that starts it, of which `JobSandbox` leaves only loopback, or a loopback of its
///    own.
package struct Sandbox: Sendable, Hashable {
    /// The path of `bwrap`.
    package let program: String
    package var limits = Limits()
    /// Readable paths in the temporary folder, which is otherwise empty.
    package var readable: [String] = []
    /// Readable paths in the temporary folder for every command: the build folder or the toolchain may be there.
    private var kept: [String] = []
    /// Folders that are empty except for readable paths in them.
    private var hidden: [String] = []
    /// Files that appear empty.
    private var masked: [String] = []
    /// Files and folders that appear empty to every command.
    private var concealed: [String] = []
    /// Writable folders, and writable files that exist.
    package var writable: [String] = []
    /// False for a loopback of its own, which no other run has used.
    package var hasNetwork = true
    /// Home folder of the build tools, where they cache packages.
    package var home: String?

    package init(program: String) { self.program = program }

    /// Keeps those of these folders visible that lie under `/tmp`.
    package mutating func keep(_ folders: [String]) { kept = folders.filter { $0.pathBegins(with: "/tmp/") } }

    /// Hides files and folders from every command. Paths that don't exist are skipped.
    package mutating func conceal(_ paths: [String]) {
        concealed = paths.filter(FileManager.default.fileExists).map {
            // A mount on a link would end up elsewhere.
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
        }
    }

    /// - Parameters:
    ///   - hidden: folders that are empty except for readable paths in them.
    ///   - masked: files that appear empty.
    ///   - home: true for the build tools.
    package func opening(
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

    /// Returns the command as it runs in the sandbox.
    package func wrap(_ command: Command) -> Command {
        var enclosed = command
        enclosed.sandbox = nil
        let filter = SystemCallFilter.program.map(Self.passing) ?? []
        enclosed.executable = filter.first ?? program
        enclosed.arguments = filter.dropFirst() + (filter.isEmpty ? [] : [program, "--seccomp", "9"]) + arguments
        enclosed.arguments += ["--chdir", command.directory ?? "/tmp", "--"]
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
        var arguments = [
            // With a user namespace of its own, a program could mount memory that no limit counts.
            "--die-with-parent", "--new-session", "--unshare-user", "--disable-userns", "--unshare-pid",
            "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--ro-bind", "/", "/", "--proc", "/proc",
            "--size", size, "--tmpfs", "/tmp",
            // All of `/dev` is in memory, so only the part with a size limit may be writable.
            "--dev", "/dev", "--size", "\(limits.temporaryBytes / 8)", "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
        ]
        if !hasNetwork { arguments.append("--unshare-net") }
        for path in kept { arguments += ["--ro-bind", path, path] }
        for path in hidden { arguments += Self.nothing(at: path, isFolder: true) }
        for path in readable { arguments += ["--ro-bind", path, path] }
        for path in writable { arguments += ["--bind", path, path] }
        for path in masked { arguments += Self.nothing(at: path, isFolder: false) }
        for path in concealed {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            arguments += Self.nothing(at: path, isFolder: isFolder.boolValue)
            if isFolder.boolValue { arguments += ["--remount-ro", path] }
        }
        return arguments + hidden.flatMap { ["--remount-ro", $0] }
    }

    /// The command prefix that has a file with these bytes open at descriptor 9. The file is gone before the program
    /// starts. A pipe would take a second process, which would have to live as long as the program.
    private static func passing(_ bytes: [UInt8]) -> [String] {
        let text = bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
        let script = #"""
            filter=$(mktemp) && printf "$1" >"$filter" && exec 9<"$filter" && rm "$filter" && shift && exec "$@"
            """#
        return ["/bin/sh", "-c", script, "sandbox", text]
    }

    private static func nothing(at path: String, isFolder: Bool) -> [String] {
        isFolder ? ["--size", "65536", "--tmpfs", path] : ["--ro-bind", "/dev/null", path]
    }

    /// Limits that the kernel enforces for each process. `LimitedRun` watches all of them together.
    private static func limiter(_ limits: Limits) -> [String] {
        [
            "prlimit", "--core=0", "--cpu=\(Int(limits.processorSeconds))", "--nproc=\(limits.threadCount)",
            "--fsize=\(limits.fileBytes)", "--data=\(limits.memoryBytes * 4)",
            "--nofile=\(min(limits.openFileCount, mostOpenFiles))", "--",
        ]
    }

    /// The open files that this process may allow its children.
    private static let mostOpenFiles: Int = {
        var limit = rlimit()
        #if os(Linux)
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        #else
        let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
        #endif
        return isKnown ? Int(clamping: limit.rlim_max) : .max
    }()
}

extension Sandbox {
    /// Path of `bwrap`; nil when it isn't installed.
    package static func path() -> String? {
        ExecutableSearch.folder(holding: ["bwrap"], in: ExecutableSearch.path()).map { $0 + "/bwrap" }
    }
}
