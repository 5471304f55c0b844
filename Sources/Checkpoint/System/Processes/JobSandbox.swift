internal import Foundation

/// The outer sandbox of grading, around a job that judges one submission after the other.
///
/// 1. It has read-only access to system programs, the toolchain and the grader's part of the course. Everything else on
///    the machine is absent: homes, working folders, the sockets of services, other submissions.
/// 2. It can write only to its own folder. Part of that folder appears at the path of the shared build folder.
/// 3. The network is only loopback, separate from that of other jobs and of the machine.
/// 4. Root starts it as a user without privileges, because limits on processes don't bind root.
/// 5. All of it ends with the process that started it, however that process ends.
package struct JobSandbox: Sendable {
    /// Path of `bwrap`.
    package let program: String
    /// Paths that are readable in addition to the system, but not writable.
    package var readable: [String] = []
    /// Files and folders that appear, read-only, at another path.
    package var moved: [(folder: String, at: String)] = []
    /// Folders that appear at another path and are writable.
    package var writable: [(folder: String, at: String)] = []
    /// User id to run as when root starts it.
    package var userID: UInt32 = JobSandbox.userID(ofJob: 0)

    package init(program: String) { self.program = program }

    /// Returns a different user id for each job, so that the processes of a job never count against another job's
    /// limit. The id is in the range that systemd keeps for users who exist as long as a service runs (61184 to 65519),
    /// and that Debian doesn't give to ordinary users.
    package static func userID(ofJob number: Int) -> UInt32 { 64_000 + UInt32(number) }

    /// Returns the command as it runs in the sandbox.
    package func wrap(_ command: Command) -> Command {
        var enclosed = command
        enclosed.executable = program
        enclosed.arguments = arguments + ["--"]
        if geteuid() == 0 {
            // Bubblewrap has dropped its privileges by the time it dies, so it can't kill another user's process. The
            // end of a process namespace does.
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
        var arguments = ["--die-with-parent", "--unshare-net", "--unshare-ipc"]
        if geteuid() != 0 { arguments.append("--unshare-user") }
        for path in Self.system { arguments += Self.asItIs(path) }
        // The whole of `/proc` is bound: if parts of it were hidden, an inner sandbox couldn't mount its own.
        arguments += ["--bind", "/proc", "/proc", "--dev", "/dev"]
        arguments += ["--size", "\(Self.temporaryBytes)", "--tmpfs", "/tmp", "--chmod", "1777", "/tmp"]
        let unordered =
            readable.map { Place("--ro-bind", $0, $0) } + moved.map { Place("--ro-bind", $0.folder, $0.at) }
            + writable.map { Place("--bind", $0.folder, $0.at) }
        // What is mounted later hides what is already there, so a folder comes before those inside it.
        let places = unordered.sorted { $0.at.utf8.count < $1.at.utf8.count }
        let links = places.compactMap(\.link).filter { !Self.isOfSystem($0.path) }
        for path in Self.parents(of: places.map(\.at) + links.map(\.path)) {
            // If the folder were created as a side effect, only root could enter it.
            arguments += ["--perms", "0755", "--dir", path]
        }
        for place in places {
            let inside = Self.parents(of: [place.at]).filter { path in
                places.contains { path.pathBegins(with: $0.at + "/") }
            }
            arguments += inside.flatMap { ["--perms", "0755", "--dir", $0] } + place.arguments
        }
        for link in links where !places.contains(where: { link.path.pathBegins(with: $0.at + "/") }) {
            arguments += ["--symlink", link.target, link.path]
        }
        return arguments + ["--remount-ro", "/"]
    }

    /// Maximum bytes of the job's temporary files, which are in memory. The Postgres of the tests has its data there; it
    /// takes up to 1 GiB for its log alone.
    private static let temporaryBytes = 2 << 30

    /// The system's folders with programs, their dependencies and their settings. The other folders, such as `/run` and
    /// `/var`, hold sockets and other people's files.
    package static let system: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? []
        return names.filter {
            ["usr", "bin", "sbin", "etc", "opt", "nix", "sys"].contains($0) || $0.pathBegins(with: "lib")
        }
        .sorted().map { "/" + $0 }
    }()

    private static func isOfSystem(_ path: String) -> Bool { system.contains { path.pathBegins(with: $0 + "/") } }

    /// Keeps a link as a link, because paths that lead through it are compared with those outside.
    private static func asItIs(_ path: String) -> [String] {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return ["--symlink", target, path]
        }
        return ["--ro-bind", path, path]
    }

    /// A path that appears in the sandbox, at its real path. If links lead to it from the given path, a link is created
    /// there.
    private struct Place {
        let arguments: [String]
        let at: String
        let link: (path: String, target: String)?

        init(_ option: String, _ source: String, _ path: String) {
            at = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            arguments = [option, source, at]
            link = at == path ? nil : (path, at)
        }
    }

    /// Returns the folders that must exist outside the system's folders, the outermost first.
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
