/// The reason why a machine can't run sandboxes.
package struct SandboxUnavailable: Sendable, CustomStringConvertible {
    /// The observed problem, without a full stop.
    package let what: String
    /// Instructions to fix it.
    package let remedy: String

    package var description: String { "\(what). \(remedy)" }

    /// Tries to start a sandbox, because a system setting decides if an ordinary user may.
    ///
    /// - Returns: nil when sandboxes work.
    package static func found(program: String? = Sandbox.path()) async -> SandboxUnavailable? {
        #if os(Linux)
        guard let program else {
            return SandboxUnavailable(what: "bubblewrap (bwrap) isn't installed", remedy: installing("bubblewrap"))
        }
        guard ExecutableSearch.folder(holding: ["prlimit", "setpriv"], in: ExecutableSearch.path()) != nil else {
            return SandboxUnavailable(what: "prlimit and setpriv aren't on the PATH", remedy: installing("util-linux"))
        }
        do {
            let command = Sandbox(program: program).wrap(Command("/bin/sh", ["-c", "exit 0"]))
            let result = try await JobSandbox(program: program).wrap(command).capture()
            if result.succeeded { return nil }
            let message = result.standardError.split(separator: "\n").last.map(String.init) ?? result.ending
            return SandboxUnavailable(
                what: "bubblewrap is installed but doesn't work here (\(message))", remedy: allowing)
        } catch {
            return SandboxUnavailable(
                what: "bubblewrap can't be started: \(error)", remedy: installing("bubblewrap"))
        }
        #else
        return SandboxUnavailable(what: "bubblewrap (bwrap) exists on Linux only", remedy: "Grade on a Linux machine.")
        #endif
    }

    private static func installing(_ package: String) -> String {
        "Debian and Ubuntu: apt-get install -y \(package)"
    }

    private static let allowing = """
        It has to be 0.8 or newer. Where user namespaces are forbidden, allow them: \
        sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04), or \
        kernel.unprivileged_userns_clone=1 (Debian before 11).
        """
}
