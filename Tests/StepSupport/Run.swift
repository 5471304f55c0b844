/// The result of a program that has ended.
package struct Run: Sendable {
    /// The exit status. If a signal ended the program, 128 plus the signal's number, as in a shell.
    package let status: Int32
    package let output: String
    package let errors: String

    package var lines: [Substring] { output.split(separator: "\n") }
    package var errorLines: [Substring] { errors.split(separator: "\n") }
}
