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

    /// True if the terminal is known to open the links of OSC 8. A terminal has no way to be asked, so this goes by the
    /// variables that terminals set to name themselves. https://github.com/Alhadis/OSC8-Adoption lists who supports them.
    package static func hasLinks(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        let isPaged = environment["PAGER"].map { $0.isEmpty || $0.hasPrefix("less") } ?? true
        let names = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"]
        let kinds = ["xterm-kitty", "alacritty", "foot", "xterm-ghostty"]
        // VTE has them since 0.50, and since 0.52 without a fault that crashes it.
        return isPaged && environment["TMUX"] == nil && environment["STY"] == nil
            && (environment["VTE_VERSION"].flatMap { Int($0) } ?? 0 >= 5_200
                || environment["TERM_PROGRAM"].map(names.contains) == true
                || environment["TERM"].map(kinds.contains) == true
                || ["KONSOLE_VERSION", "WT_SESSION"].contains { environment[$0] != nil })
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

    /// Writes through the stream that `print` uses: C remembers there that something couldn't be written.
    private static func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}

/// The styles of words on a terminal; without colour, words stay as they are.
package struct TextStyle: Sendable {
    package enum Mark: String, Sendable {
        case bold = "1"
        case dim = "2"
        case italic = "3"
        case underlined = "4"
        case green = "32"
        case red = "31"
        case yellow = "33"
        case magenta = "35"
        case cyan = "36"
        case title = "1;36"
    }

    package let isColoured: Bool
    /// True if a click on a link opens it, so its address doesn't have to be shown.
    package let hasLinks: Bool

    package init(isColoured: Bool, hasLinks: Bool = false) {
        self.isColoured = isColoured
        self.hasLinks = hasLinks
    }

    /// Returns the text as a link: the escape sequence OSC 8, which terminals took over from VTE and iTerm2.
    package func link(_ text: String, to address: String) -> String {
        guard hasLinks, address.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    package func callAsFunction(_ text: String, _ mark: Mark) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(mark.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// Returns the text padded with spaces to at least this width.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    package func paddedLeft(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

/// Durations, formatted for people.
package enum Elapsed {
    /// Returns a duration such as `42 s`, `1 min 10 s` or `1 h 2 min`; less than a second is `0 s`.
    package static func text(seconds: Double) -> String {
        let seconds = max(0, Int(seconds))
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
        default: return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
        }
    }

    package static func text(_ duration: Duration) -> String { text(seconds: duration / .seconds(1)) }
}

/// The browser of the person at the terminal, if there is one.
package enum WebBrowser {
    /// Shows a page if possible. Returns at once, without waiting for the browser.
    package static func open(_ url: String) {
        #if os(macOS)
        let opener = "open"
        #else
        let opener = "xdg-open"
        // Without a display it would start a text browser in our terminal.
        guard
            ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { !(ProcessInfo.processInfo.environment[$0] ?? "").isEmpty })
        else { return }
        #endif
        guard ExecutableSearch.folder(holding: [opener], in: ExecutableSearch.path()) != nil else { return }
        Task.detached { _ = try? await Command(opener, [url]).capture() }
    }
}
