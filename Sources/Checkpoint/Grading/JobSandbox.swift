internal import Foundation

/// The outer shell of grading: a job that judges one submission after the other.
///
/// 1. It sees the system's programs, the toolchain, and of the course what judges, to be read. Of everything else on the
///    machine (homes, working folders, the sockets of services, other submissions) nothing is there.
/// 2. It writes to its own folder alone, part of which stands where the shared build folder stands for others.
/// 3. Of the network there is loopback, one that no other job and no program of the machine has.
/// 4. Root starts it as a user without rights: limits on processes do not bind root.
/// 5. All of it ends with whoever started it, however that ends.
struct JobSandbox: Sendable {
    /// The path of `bwrap`.
    let program: String
    /// What it sees besides the system, and where it cannot write.
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
    func wrap(_ command: Command) -> Command {
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
        for path in Self.system { words += Self.asItIs(path) }
        // Bound as it is: where parts of it are hidden, no inner shell could have one of its own.
        words += ["--bind", "/proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chmod", "1777", "/tmp"]
        let places =
            readable.map { Place("--ro-bind", $0, $0) } + moved.map { Place("--ro-bind", $0.folder, $0.at) }
            + writable.map { Place("--bind", $0.folder, $0.at) }
        let links = places.compactMap(\.link).filter { !Self.isOfSystem($0.path) }
        for path in Self.parents(of: places.map(\.at) + links.map(\.path)) {
            // Made as a side effect, a folder would be for root alone.
            words += ["--perms", "0755", "--dir", path]
        }
        for place in places { words += place.words }
        for link in links where !places.contains(where: { link.path.pathBegins(with: $0.at + "/") }) {
            words += ["--symlink", link.target, link.path]
        }
        return words + ["--remount-ro", "/"]
    }

    /// The folders of the system that hold programs, what they need, and their settings. The others, `/run` and `/var`
    /// among them, hold sockets and other people's files.
    static let system: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? []
        return names.filter {
            ["usr", "bin", "sbin", "etc", "opt", "nix", "sys"].contains($0) || $0.pathBegins(with: "lib")
        }
        .sorted().map { "/" + $0 }
    }()

    private static func isOfSystem(_ path: String) -> Bool { system.contains { path.pathBegins(with: $0 + "/") } }

    /// A link stays one, for the paths that lead through it are compared with those outside.
    private static func asItIs(_ path: String) -> [String] {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return ["--symlink", target, path]
        }
        return ["--ro-bind", path, path]
    }

    /// Something that appears in the shell, at its real path: where another one leads to it by links, a link is made.
    private struct Place {
        let words: [String]
        let at: String
        let link: (path: String, target: String)?

        init(_ option: String, _ source: String, _ path: String) {
            at = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            words = [option, source, at]
            link = at == path ? nil : (path, at)
        }
    }

    /// The folders that have to be there outside of the system, the outermost first.
    private static func parents(of paths: [String]) -> [String] {
        var found: [String] = []
        for path in paths where !isOfSystem(path) {
            var parent = ""
            for name in path.split(separator: "/").dropLast() {
                parent += "/" + name
                if !found.contains(parent) { found.append(parent) }
            }
        }
        return found
    }
}
