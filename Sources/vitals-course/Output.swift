internal import Foundation

/// The streams of this process, written to without a buffer.
enum Output {
    static func standard(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    static func error(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Colour only on a terminal that can show it, and never against the user's word.
    static func isColoured(plain: Bool) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        return !plain && !refused && isatty(STDOUT_FILENO) == 1
    }
}
