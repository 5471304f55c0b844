internal import Checkpoint
internal import Foundation
internal import Synchronization

/// One line at the foot of the terminal that says what is going on and how long it has taken; nothing where standard
/// error is no terminal.
final class ProgressLine: Sendable {
    private let isThere = isatty(STDERR_FILENO) == 1
    private let begin = ContinuousClock.now
    private let last = Mutex("")

    func show(_ text: String) {
        guard isThere else { return }
        let seconds = Int(begin.duration(to: .now).components.seconds)
        let line = String("\(seconds) s  \(text)".prefix(max(20, Terminal.width - 1)))
        last.withLock { last in
            guard last != line else { return }
            last = line
            FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
        }
    }

    func clear() {
        guard isThere else { return }
        last.withLock { last in
            guard !last.isEmpty else { return }
            last = ""
            FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
        }
    }
}
