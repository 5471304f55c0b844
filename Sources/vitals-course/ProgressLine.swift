internal import Checkpoint
internal import Foundation
internal import Synchronization

/// One line at the foot of the terminal that says what is going on, and since when. It changes each second, so that a line
/// that stands still means that something does.
///
/// Where standard error is no terminal there is nothing, or, for work that takes long, a line of a log now and then.
final class ProgressLine: Sendable {
    private let isThere = isatty(STDERR_FILENO) == 1
    private let logs: Bool
    private let begin = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var text = ""
        /// When what is going on began; nil where the text tells.
        var since: ContinuousClock.Instant?
        var shown = ""
        var logged: ContinuousClock.Instant?
        var ticker: Task<Void, Never>?
    }

    /// - Parameter logs: whether work that takes long says so where there is no terminal, too: after 10 seconds, then every
    ///   30, and when it ends.
    init(logs: Bool = false) { self.logs = logs }

    deinit { state.withLock { $0.ticker?.cancel() } }

    /// - Parameter text: what is going on, and after a colon how far it is: the time is counted for what stands before it.
    func show(_ text: String) {
        state.withLock { state in
            if state.since == nil || Self.subject(of: text) != Self.subject(of: state.text) { state.since = .now }
            state.text = text
            tell(&state)
        }
    }

    /// - Parameter text: what is waited for, which says itself for how long. Without a terminal it's told at once.
    func showWaiting(_ text: String) {
        state.withLock { state in
            let isNew = state.since != nil || state.text.isEmpty
            state.since = nil
            state.text = text
            if isNew { log(&state) } else { tell(&state) }
        }
    }

    func clear() {
        state.withLock { state in
            state.ticker?.cancel()
            state.ticker = nil
            if isThere, !state.shown.isEmpty { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
            if !isThere, state.logged != nil { Output.error("That took " + Elapsed.words(begin.duration(to: .now))) }
            state = State()
        }
    }

    private static func subject(of text: String) -> Substring { text.prefix { $0 != ":" } }

    private func tell(_ state: inout State) {
        if state.ticker == nil, isThere || logs {
            state.ticker = Task.detached { [weak self] in
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    guard let self else { return }
                    self.state.withLock { if !$0.text.isEmpty { self.tell(&$0) } }
                }
            }
        }
        guard isThere else { return logIfDue(&state) }
        let line = String(words(state).prefix(max(20, Terminal.width - 1)))
        guard state.shown != line else { return }
        state.shown = line
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }

    private func logIfDue(_ state: inout State) {
        guard logs, ContinuousClock.now >= state.logged.map({ $0 + .seconds(30) }) ?? begin + .seconds(10) else {
            return
        }
        log(&state)
    }

    private func log(_ state: inout State) {
        guard !isThere else { return tell(&state) }
        guard logs else { return }
        state.logged = .now
        Output.error(words(state))
        tell(&state)
    }

    private func words(_ state: State) -> String {
        guard let since = state.since else { return state.text }
        return "\(state.text), \(Elapsed.words(since.duration(to: .now)))"
    }
}
