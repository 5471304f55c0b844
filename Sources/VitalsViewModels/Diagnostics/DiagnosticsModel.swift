public import Observation
public import Vitals

/// The model of a screen for finding out why something doesn't work, which a person may show to someone else.
///
/// Without developer mode it says in sentences what went wrong, and how many records there are. With it come ids, categories,
/// causes, the last exchange with the server, and the counts of the last sync. No line holds a token or a health value.
@MainActor
@Observable
public final class DiagnosticsModel {
    public struct Line: Identifiable, Hashable, Sendable {
        public let name: String
        public let value: String
        public var id: String { name }
    }

    /// An error as the screen shows it.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The error's id, which the log has too.
        public let id: String
        /// The sentence that the person saw.
        public let message: String
        /// The time: `Today, 07:30`.
        public let when: String
        /// The id, the category and the cause; empty without developer mode.
        public let technical: [Line]
    }

    /// The number of records of each sort, and the state of the sync.
    public private(set) var lines: [Line] = []
    /// The last exchange in one line; nil before the first, and without developer mode.
    public private(set) var lastExchange: String?
    /// The counts of the last sync and of what features send; empty without developer mode.
    public private(set) var counts: [Line] = []
    /// The errors, latest first.
    public private(set) var errors: [Item] = []

    /// The counts of features.
    @ObservationIgnored var otherLines: @MainActor () -> [Line] = { [] }

    private let device: Device
    private let log: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let isDeveloper: @MainActor () -> Bool
    private let lastReport: @MainActor () -> SyncReport?
    private let clock: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - isDeveloper: true in developer mode.
    ///   - lastReport: the report of the last sync that succeeded.
    public init(
        device: Device, log: DiagnosticsLog, formatter: @escaping @MainActor () -> DisplayFormatter,
        isDeveloper: @escaping @MainActor () -> Bool = { false },
        lastReport: @escaping @MainActor () -> SyncReport? = { nil },
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.log = log
        self.formatter = formatter
        self.isDeveloper = isDeveloper
        self.lastReport = lastReport
        self.clock = clock
    }

    /// Reads the store and the log again.
    public func refresh() {
        let isDeveloper = isDeveloper()
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
            log.note(error)
        }
        lastExchange = isDeveloper ? log.lastExchange.map(text) : nil
        counts = isDeveloper ? (lastReport().map(Self.lines) ?? []) + otherLines() : []
        errors = log.errors.map { item($0, isDeveloper: isDeveloper) }
    }

    private func text(_ exchange: ExchangeNote) -> String {
        let answer = exchange.status.map(String.init) ?? "no answer"
        let request = exchange.requestID.map { ", request \($0)" } ?? ""
        return "\(exchange.method) \(exchange.path): \(answer), \(exchange.durationMilliseconds) ms, "
            + "\(when(exchange.at))\(request)"
    }

    private func item(_ note: ErrorNote, isDeveloper: Bool) -> Item {
        var technical: [Line] = []
        if isDeveloper {
            technical = [Line(name: "Id", value: note.id), Line(name: "Category", value: note.category.rawValue)]
            if let detail = note.detail { technical.append(Line(name: "Cause", value: detail)) }
            if let context = note.context { technical.append(Line(name: "Request", value: context.description)) }
        }
        return Item(id: note.id, message: note.message, when: when(note.at), technical: technical)
    }

    private static func lines(_ report: SyncReport) -> [Line] {
        [
            ("Sent", report.pushedCount), ("Accepted", report.acceptedCount), ("Known", report.unchangedCount),
            ("Lost", report.staleCount + report.conflictCount), ("Refused by the server", report.rejectedCount),
            ("Skipped", report.skippedCount), ("Received", report.pulledCount), ("Taken", report.adoptedCount),
            ("Unreadable", report.unreadableCount),
        ].map { Line(name: $0, value: String($1)) }
    }

    private func when(_ moment: Timestamp) -> String { formatter().dayAndTime(moment, seenFrom: clock()) }
}
