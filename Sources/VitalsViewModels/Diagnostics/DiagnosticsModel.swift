public import Observation
public import Vitals

/// The model of a screen for finding out why sync doesn't work, which a person may show to someone else.
@MainActor
@Observable
public final class DiagnosticsModel {
    public struct Line: Identifiable, Hashable, Sendable {
        public let name: String
        public let value: String
        public var id: String { name }
    }

    /// The number of records of each sort, and the state of the sync.
    public private(set) var lines: [Line] = []
    /// The last exchange in one line; nil before the first.
    public private(set) var lastExchange: String?
    /// The errors, latest first.
    public private(set) var errors: [ErrorNote] = []

    private let device: Device
    private let log: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp

    public init(
        device: Device, log: DiagnosticsLog, formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.log = log
        self.formatter = formatter
        self.clock = clock
    }

    /// Reads the store and the log again.
    public func refresh() {
        lastExchange = log.lastExchange.map { note in
            let answer = note.status.map(String.init) ?? "no answer"
            return "\(note.method) \(note.path): \(answer), \(note.durationMilliseconds) ms, \(when(note.at))"
        }
        do {
            let (state, counts) = (try device.syncState(), try device.counts())
            lines = [
                Line(name: "Server", value: state.origin ?? "None"),
                Line(name: "Account", value: state.account ?? (state.lacksAccountSupport ? "Not named" : "None")),
                Line(name: "Last sync", value: state.lastSyncAt.map(when) ?? "Never"),
                Line(name: "Cursor", value: String(state.cursor)),
                Line(name: "Records", value: String(counts.records)),
                Line(name: "To be sent", value: String(counts.dirty)),
                Line(name: "Refused", value: String(counts.rejected)),
                Line(name: "Conflicts", value: String(counts.conflicts)),
            ]
        } catch {
            log.note(error, at: clock())
        }
        errors = log.errors
    }

    /// The display string for the time of an error.
    public func when(_ moment: Timestamp) -> String { formatter().dayAndTime(moment, seenFrom: clock()) }
}
