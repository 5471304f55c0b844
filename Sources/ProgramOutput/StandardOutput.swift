// `stdout` is a variable of C that no program here assigns to.
@preconcurrency import Foundation
import Synchronization

/// The standard output of a program. Swift's `print` doesn't say when it can't write, so a program asks here before it ends.
package enum StandardOutput {
    /// The state of what was printed so far.
    package enum State: Equatable, Sendable {
        case written
        /// The program that read it has ended, as `head` does once it has its lines.
        case unread
        /// Some of it is lost, such as on a full disk: a sentence that says so.
        case lost(String)
    }

    /// The error of the first time that something couldn't be written. C only keeps that there was one.
    private static let firstError = Mutex<Int32?>(nil)

    /// Writes what was printed so far, and says whether all of it has arrived.
    @discardableResult
    package static func flush() -> State {
        let error = fflush(stdout) == 0 ? nil : errno
        let first = firstError.withLock { first in
            first = first ?? error
            return first
        }
        guard first != nil || ferror(stdout) != 0 else { return .written }
        guard first != EPIPE, !hasLostReader else { return .unread }
        let what = first.map { "The output couldn't be written: " + String(cString: strerror($0)) }
        return .lost("\(what ?? "Not all of the output could be written"). What the command has changed stays changed.")
    }

    /// Prints text and writes it at once.
    package static func write(_ text: String) {
        print(text, terminator: "")
        flush()
    }

    /// Ends the program.
    ///
    /// - Parameters:
    ///   - status: the exit status that it has earned. If it's 0 and output is lost, the program ends with 1.
    ///   - complain: prints a sentence on standard error.
    package static func exit(_ status: Int32 = 0, complain: (String) -> Void) -> Never {
        guard status == 0, case .lost(let sentence) = flush() else { Foundation.exit(status) }
        complain(sentence)
        Foundation.exit(1)
    }

    /// True for a pipe that no process reads any more.
    private static var hasLostReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
