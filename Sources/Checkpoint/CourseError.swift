/// A failure that is told to the person at the terminal: one message that says what to do, and an exit status.
package struct CourseError: Error, CustomStringConvertible, Sendable {
    package enum Code: Sendable {
        case failed, machineLacks, processEnded, timedOut
    }

    package let code: Code
    package let description: String
    /// The last lines that the failing process wrote; empty when there are none.
    package let lastLines: [String]

    package init(_ code: Code, _ description: String, lastLines: [String] = []) {
        self.code = code
        self.description = description
        self.lastLines = lastLines
    }

    /// 4 when the machine lacks something, otherwise 1.
    package var exitStatus: Int32 { code == .machineLacks ? 4 : 1 }

    /// The message and, indented below it, the last lines of output.
    package var report: String {
        guard !lastLines.isEmpty else { return description }
        return description + "\nIts last lines of output:\n" + lastLines.map { "    " + $0 }.joined(separator: "\n")
    }
}
