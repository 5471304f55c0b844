import Synchronization

#if canImport(os)
import os
#endif

/// A log of recent exchanges and errors, for finding out why something doesn't work. It is kept in memory while the app runs,
/// and nowhere else; the system's log gets a line for each error, under the same id.
public final class DiagnosticsLog: Sendable {
    private struct State {
        /// Latest first.
        var exchanges: [ExchangeNote] = []
        /// Latest first.
        var errors: [ErrorNote] = []
    }

    /// The number of errors that are kept.
    public static let errorLimit = 10
    /// Enough to find the exchange that failed while others were under way.
    private static let exchangeLimit = 10
    /// One failure often reaches several models, each of which notes it.
    private static let repetitionMilliseconds: Int64 = 1_000

    private let clock: @Sendable () -> Timestamp
    private let write: @Sendable (ErrorNote) -> Void
    private let state = Mutex(State())

    /// - Parameter clock: the time of errors.
    public convenience init(clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock) {
        self.init(clock: clock, write: Self.writeToSystemLog)
    }

    /// - Parameter write: writes a line for an error that is new.
    package init(clock: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable (ErrorNote) -> Void) {
        self.clock = clock
        self.write = write
    }

    /// The exchange that ended last; nil before the first.
    public var lastExchange: ExchangeNote? { state.withLock { $0.exchanges.first } }

    /// The errors, latest first.
    public var errors: [ErrorNote] { state.withLock { $0.errors } }

    func note(_ exchange: ExchangeNote) {
        state.withLock { $0.exchanges = Array(([exchange] + $0.exchanges).prefix(Self.exchangeLimit)) }
    }

    /// Notes an error that a person is about to see. The same one again within a second is the same note.
    ///
    /// - Parameter message: the sentence on the screen, where it isn't the error's own.
    @discardableResult
    package func note(_ error: any Error, as message: String? = nil) -> ErrorNote {
        let explained = error as? any ExplainedError ?? ForeignError(error)
        return add(explained.errorCategory, message ?? explained.errorMessage, explained.errorDetail) { status in
            explained.mayComeFromExchange(status: status)
        }
    }

    /// Notes a sentence that a person is about to see, of an error that is gone.
    @discardableResult
    package func note(_ message: String, _ category: ErrorCategory = .unknown) -> ErrorNote {
        add(category, message, nil) { _ in false }
    }

    /// Notes an error, and returns the sentence for the screen.
    ///
    /// - Parameter message: the sentence, where it isn't the error's own.
    package func message(of error: any Error, as message: String? = nil) -> String {
        let note = note(error, as: message)
        return message ?? (error as? any ExplainedError)?.shownMessage ?? note.message
    }

    private func add(
        _ category: ErrorCategory, _ message: String, _ detail: String?, isAbout: (_ status: Int?) -> Bool
    ) -> ErrorNote {
        let now = clock()
        let (note, isNew) = state.withLock { state in
            let repeated = state.errors.first { note in
                note.message == message
                    && abs(now.millisecondsSinceEpoch - note.at.millisecondsSinceEpoch) < Self.repetitionMilliseconds
            }
            if let repeated { return (repeated, false) }
            let context = state.exchanges.first { isAbout($0.status) }.map { exchange in
                ErrorNote.Context(
                    method: exchange.method, path: exchange.path, status: exchange.status,
                    requestID: exchange.requestID)
            }
            let note = ErrorNote(
                id: ErrorNote.makeID(), category: category, message: message, detail: detail, at: now, context: context)
            state.errors = Array(([note] + state.errors).prefix(Self.errorLimit))
            return (note, true)
        }
        if isNew { write(note) }
        return note
    }

    private static let writeToSystemLog: @Sendable (ErrorNote) -> Void = { note in
        #if canImport(os)
        // The sentence stays private: it may hold the path of a file.
        Logger(subsystem: "Vitals", category: "errors").error("\(note.logLine, privacy: .public): \(note.message)")
        #endif
    }
}
