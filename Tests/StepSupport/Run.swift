/// One run of a program, to its end.
package struct Run: Sendable {
    /// 128 and the signal's number, as a shell has it, where a signal ended it.
    package let status: Int32
    package let output: String
    package let errors: String

    package var lines: [Substring] { output.split(separator: "\n") }
    package var errorLines: [Substring] { errors.split(separator: "\n") }
}
