internal import Checkpoint
internal import Foundation
internal import Synchronization

/// One line at the foot of the terminal that says what is going on and how long it has taken; where standard error is no
/// terminal, nothing, or now and then a line of a log.
final class ProgressLine: Sendable {
    private let isThere = isatty(STDERR_FILENO) == 1
    private let logs: Bool
    private let begin = ContinuousClock.now
    private let last = Mutex("")
    private let logged = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameter logs: whether work that takes long says so where there is no terminal, too: after 10 seconds, and then
    ///   each minute.
    init(logs: Bool = false) { self.logs = logs }

    func show(_ text: String) {
        guard isThere else {
            if logs { log(text) }
            return
        }
        let seconds = Int(begin.duration(to: .now).components.seconds)
        let line = String("\(seconds) s  \(text)".prefix(max(20, Terminal.width - 1)))
        last.withLock { last in
            guard last != line else { return }
            last = line
            FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
        }
    }

    private func log(_ text: String) {
        let now = ContinuousClock.now
        let isDue = logged.withLock { logged in
            guard now >= logged.map({ $0 + .seconds(60) }) ?? begin + .seconds(10) else { return false }
            logged = now
            return true
        }
        if isDue { Output.error("\(begin.duration(to: now).components.seconds) s  \(text)") }
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
