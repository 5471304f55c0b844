internal import Foundation
internal import Synchronization

/// The event stream of a run under way, read as it grows.
final class EventLog: Sendable {
    private struct State {
        var events = TestEvents()
        var offset: UInt64 = 0
        var rest = Data()
        var lastNews = ContinuousClock.now
        /// All that was read; some MiB at most, because `LimitedRun` stops what writes more.
        var taken = Data()
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) { self.path = path }

    /// All that was said until now.
    func read() -> TestEvents {
        state.withLock { state in
            guard let file = FileHandle(forReadingAtPath: path) else { return state.events }
            defer { try? file.close() }
            try? file.seek(toOffset: state.offset)
            guard let new = try? file.readToEnd(), !new.isEmpty else { return state.events }
            state.offset += UInt64(new.count)
            state.lastNews = .now
            state.taken += new
            var lines = (state.rest + new).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            state.rest = Data(lines.removeLast())
            for line in lines { state.events.take(Data(line)) }
            return state.events
        }
    }

    /// Somebody changed what had been read already.
    var wasRewritten: Bool {
        state.withLock { state in
            guard let file = FileHandle(forReadingAtPath: path) else { return !state.taken.isEmpty }
            defer { try? file.close() }
            return ((try? file.read(upToCount: state.taken.count)) ?? Data()) != state.taken
        }
    }

    /// Since the last news, or since the beginning.
    var silence: Duration {
        _ = read()
        return state.withLock { $0.lastNews.duration(to: .now) }
    }
}
