internal import Foundation

/// The outer shell of grading: a job that judges one submission after the other.
///
/// 1. It sees the system, the course and the toolchain, to be read. The home folder is empty but for what it needs.
/// 2. It writes to its own folder alone, part of which stands where the shared build folder stands for others.
/// 3. Of the network there is loopback, one that no other job and no program of the machine has.
/// 4. Root starts it as a user without rights: limits on processes do not bind root.
/// 5. All of it ends with whoever started it, however that ends.
struct JobSandbox: Sendable {
    /// The path of `bwrap`.
    let program: String
    /// What it sees of a home folder, and where it cannot write.
    var readable: [String] = []
    /// What lies at the first path appears at the second.
    var moved: [(folder: String, at: String)] = []
    /// The same, and it may be written to.
    var writable: [(folder: String, at: String)] = []
    /// Whom root starts it as.
    var userID: UInt32 = JobSandbox.userID(ofJob: 0)

    init(program: String) { self.program = program }

    /// A number for each job, so that the processes of one never count against another. It lies among those that systemd
    /// keeps for users who exist as long as a service runs (61184 to 65519), and Debian for nobody else's use.
    static func userID(ofJob number: Int) -> UInt32 { 64_000 + UInt32(number) }

    /// The command as it runs in the shell.
    func enclosing(_ command: Command) -> Command {
        var enclosed = command
        enclosed.executable = program
        enclosed.arguments = arguments + ["--"]
        if geteuid() == 0 {
            // Bubblewrap has given up its rights when it dies, and may not end another user's process: the end of a
            // namespace of processes does.
            enclosed.executable = "setpriv"
            enclosed.arguments =
                ["--pdeathsig=KILL", "unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", program]
                + enclosed.arguments
            enclosed.arguments += [
                "setpriv", "--reuid=\(userID)", "--regid=\(userID)", "--clear-groups", "--no-new-privs",
                "--inh-caps=-all", "--bounding-set=-all",
            ]
        }
        enclosed.arguments += [command.executable] + command.arguments
        return enclosed
    }

    private var arguments: [String] {
        var words = ["--die-with-parent", "--unshare-net", "--unshare-ipc"]
        if geteuid() != 0 { words.append("--unshare-user") }
        // Bound as it is: where parts of it are hidden, no inner shell could have one of its own.
        words += ["--ro-bind", "/", "/", "--bind", "/proc", "/proc", "--dev", "/dev"]
        for path in Self.emptied { words += ["--tmpfs", path, "--chmod", path == "/tmp" ? "1777" : "0755", path] }
        for path in Self.parents(of: readable + (moved + writable).map(\.at)) {
            // Made as a side effect, a folder would be for root alone.
            words += ["--perms", "0755", "--dir", path]
        }
        for path in readable { words += ["--ro-bind", path, path] }
        for place in moved { words += ["--ro-bind", place.folder, place.at] }
        for place in writable { words += ["--bind", place.folder, place.at] }
        return words
    }

    private static let emptied =
        ["/tmp"]
        + Set([NSHomeDirectory(), "/root", "/home"]).filter { FileManager.default.fileExists(atPath: $0) }.sorted()

    /// The folders that have to be there below the emptied ones, the outermost first.
    private static func parents(of paths: [String]) -> [String] {
        var found: [String] = []
        for path in paths {
            var parent = ""
            for name in path.split(separator: "/").dropLast() {
                parent += "/" + name
                let isBelow = emptied.contains { parent.hasPrefix($0 + "/") }
                if isBelow, !found.contains(parent) { found.append(parent) }
            }
        }
        return found
    }
}
