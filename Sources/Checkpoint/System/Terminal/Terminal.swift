internal import Foundation

/// The terminal that this process writes to, if there is one.
package enum Terminal {
    package static var isThere: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The width in characters; 80 if it's unknown.
    package static var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Shows a text a page at a time with `$PAGER`, or else `less`; prints it at once if there's no terminal.
    package static func page(_ text: String) {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 }
        guard isThere, environment["TERM"] != "dumb", let pager = named ?? less else { return write(text) }
        // Git's settings: pass colours through, and just print a text that fits.
        setenv("LESS", "FRX", 0)
        // If the reader quits the pager early, the signal mustn't end us.
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = popen(pager, "w") else { return write(text) }
        _ = text.withCString { fputs($0, pipe) }
        // The shell exits with 127 if there's no such program (POSIX, Shell Command Language, 2.8.2).
        if pclose(pipe) == 127 << 8 { write(text) }
    }

    private static var less: String? {
        ExecutableSearch.folder(holding: ["less"], in: ExecutableSearch.path()).map { _ in "less" }
    }

    private static func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
}
