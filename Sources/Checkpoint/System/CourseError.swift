/// A failure that is reported to the person at the terminal: one message that says what to do, and an exit status.
package struct CourseError: Error, CustomStringConvertible, Sendable {
    package enum Code: Sendable {
        case failed, usage, locked, missingDependency, processEnded, timedOut, courseBroken

        /// 1 failure, 2 wrong usage, 3 locked, 4 missing dependency, 5 time-out, 6 broken course.
        package var exitStatus: Int32 {
            switch self {
            case .failed, .processEnded: 1
            case .usage: 2
            case .locked: 3
            case .missingDependency: 4
            case .timedOut: 5
            case .courseBroken: 6
            }
        }
    }

    package let code: Code
    package let description: String
    /// The last lines that the failing process wrote; empty if there are none.
    package let lastLines: [String]

    package init(_ code: Code, _ description: String, lastLines: [String] = []) {
        self.code = code
        self.description = description
        self.lastLines = lastLines
    }

    package var exitStatus: Int32 { code.exitStatus }

    /// The message and, indented below it, the last lines of output.
    package var report: String {
        guard !lastLines.isEmpty else { return description }
        return description + "\nIts last lines of output:\n" + lastLines.map { "    " + $0 }.joined(separator: "\n")
    }
}
