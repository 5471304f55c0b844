/// A word of a command that we print for someone to paste into a shell.
package enum ShellWord {
    /// Characters that no POSIX shell reads as anything but themselves, wherever they stand in a word.
    private static let harmless = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%")

    /// Returns the text unchanged if a shell takes it as one word, otherwise in single quotes.
    ///
    /// An apostrophe can't stand in single quotes, so it ends them, stands alone after a backslash, and they begin again.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.allSatisfy(harmless.contains) { return text }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
