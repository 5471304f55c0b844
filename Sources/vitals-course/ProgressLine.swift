internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// A line at the bottom of the terminal that shows the current activity and how long it has taken. It changes every
/// second, so if it stops, something is stuck.
///
/// If standard error isn't a terminal, it prints nothing, or for long work an occasional log line.
final class ProgressLine: Sendable {
    private let isThere = isatty(STDERR_FILENO) == 1
    private let logs: Bool
    private let begin = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var text = ""
        /// The start of the activity; nil if the text itself says how long it has taken.
        var since: ContinuousClock.Instant?
        var shown = ""
        var logged: ContinuousClock.Instant?
        var ticker: Task<Void, Never>?
    }

    /// - Parameter logs: true to log long work without a terminal, too: after 10 seconds, then every 30, and when it
    ///   ends.
    init(logs: Bool = false) { self.logs = logs }

    deinit { state.withLock { $0.ticker?.cancel() } }

    /// - Parameter text: the activity and, after a colon, its progress. The time counts from the last change before the
    ///   colon.
    func show(_ text: String) {
        state.withLock { state in
            if state.since == nil || Self.subject(of: text) != Self.subject(of: state.text) { state.since = .now }
            state.text = text
            report(&state)
        }
    }

    /// - Parameter text: a message about waiting that includes the time. Without a terminal it's logged at once.
    func showWaiting(_ text: String) {
        state.withLock { state in
            let isNew = state.since != nil || state.text.isEmpty
            state.since = nil
            state.text = text
            if isNew { log(&state) } else { report(&state) }
        }
    }

    /// Shows a sentence about long work at once, also without a terminal. It stays above the line.
    func announce(_ sentence: String) {
        state.withLock { state in
            if isThere, !state.shown.isEmpty { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
            state.shown = ""
            state.logged = .now
            Output.error(sentence)
        }
    }

    func clear() {
        state.withLock { state in
            state.ticker?.cancel()
            state.ticker = nil
            if isThere, !state.shown.isEmpty { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
            if !isThere, logs, state.logged != nil {
                Output.error("That took " + Elapsed.text(begin.duration(to: .now)))
            }
            state = State()
        }
    }

    private static func subject(of text: String) -> Substring { text.prefix { $0 != ":" } }

    private func report(_ state: inout State) {
        if state.ticker == nil, isThere || logs {
            state.ticker = Task.detached { [weak self] in
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    guard let self else { return }
                    self.state.withLock { if !$0.text.isEmpty { self.report(&$0) } }
                }
            }
        }
        guard isThere else { return logIfDue(&state) }
        let line = String(text(state).prefix(max(20, Terminal.width - 1)))
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
        guard !isThere else { return report(&state) }
        guard logs else { return }
        state.logged = .now
        Output.error(text(state))
        report(&state)
    }

    private func text(_ state: State) -> String {
        guard let since = state.since else { return state.text }
        return "\(state.text), \(Elapsed.text(since.duration(to: .now)))"
    }
}
