import Foundation

/// Reads a secret line: from a terminal without showing it, else from standard input.
enum TokenPrompt {
    static func read() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return try line() }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        FileHandle.standardError.write(Data("Token (not shown): ".utf8))
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        defer {
            var before = before
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return try line()
    }

    private static func line() throws -> String {
        guard let line = readLine(strippingNewline: true) else {
            throw PhoneError("There is no token. Type it, or pass it on standard input.")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }
}
