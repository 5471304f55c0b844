#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a body throws that is still to be written.
public struct NotWritten: Error, CustomStringConvertible, Sendable {
    /// The step of the course that writes it.
    public let step: Int
    public let task: String
    public let place: String

    public init(_ step: Int, _ task: String, file: StaticString = #fileID, line: UInt = #line) {
        self.step = step
        self.task = task
        place = "\(file):\(line)"
    }

    public var description: String { "@@todo \(step) \(place) \(task)" }
}

/// Stands in a body that is still to be written and cannot throw: says so on standard error and ends the process with
/// status 86, which `vitals-course check` tells apart from a crash.
public func todo(_ step: Int, _ task: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    let text = NotWritten(step, task, file: file, line: line).description + "\n"
    text.withCString { _ = write(STDERR_FILENO, $0, text.utf8.count) }
    exit(86)
}
