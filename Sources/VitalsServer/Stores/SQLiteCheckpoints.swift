import GRDB
import Synchronization

/// Moves what SQLite has in its log (`-wal`) into the file soon after each write, and empties the log.
///
/// SQLite does so by itself only every thousand pages, and never empties the log. Until then, what was deleted or replaced
/// stays readable in the file, and a copy of the file alone lacks what is in the log.
final class SQLiteCheckpoints: Sendable {
    /// How long after a write the log is emptied at the latest, where nothing reads at that moment. One checkpoint covers
    /// all writes of this time.
    static let delay: Duration = .seconds(2)

    private struct State {
        /// The checkpoints that are planned or running.
        var task: Task<Void, Never>?
        var isDirty = false
        var isStopped = false
    }

    private let pool: DatabasePool
    private let state = Mutex(State())

    init(_ pool: DatabasePool) { self.pool = pool }

    /// Plans a checkpoint, unless one is planned.
    func didWrite() {
        state.withLock { state in
            state.isDirty = true
            guard state.task == nil, !state.isStopped else { return }
            state.task = Task { await run() }
        }
    }

    /// Empties the log, again and again while there are writes or readers.
    private func run() async {
        var isDone = false
        while !isDone {
            guard (try? await Task.sleep(for: Self.delay)) != nil else { return }
            state.withLock { $0.isDirty = false }
            // An error is the next request's to report. The next write plans another checkpoint.
            let isEmpty = (try? await pool.writeWithoutTransaction { try $0.emptyLogIfUnused() }) ?? true
            isDone = state.withLock { state in
                guard isEmpty, !state.isDirty else { return false }
                state.task = nil
                return true
            }
        }
    }

    /// Plans none any more, and waits for one that is running. The pool may be closed afterwards.
    func stop() async {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
        await task?.value
    }
}

extension Database {
    /// Moves the log into the file and empties it. Returns false where another connection still reads from it: waiting for
    /// that one would keep all writers waiting too.
    fileprivate func emptyLogIfUnused() throws -> Bool {
        let timeout = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
        try execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? execute(sql: "PRAGMA busy_timeout = \(timeout)") }
        return try Int.fetchOne(self, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}
