public import Observation
public import Vitals

/// The model of one kind's history, day by day.
@MainActor
@Observable
public final class HistoryModel {
    public let kind: MetricKind
    public private(set) var sections: [DaySection] = []
    /// True when older records can be shown.
    public private(set) var hasMore = false
    /// The reason why the store could not be read; nil when it could.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let isSyncing: @MainActor () -> Bool
    private let clock: @Sendable () -> Timestamp
    private let pageSize: Int
    private var limit: Int

    /// - Parameter pageSize: the number of records shown at first, and added by each `showMore()`.
    public init(
        kind: MetricKind, device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        isSyncing: @escaping @MainActor () -> Bool = { false },
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, pageSize: Int = 100
    ) {
        self.kind = kind
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.isSyncing = isSyncing
        self.clock = clock
        self.pageSize = pageSize
        limit = pageSize
    }

    public var rows: [RecordRow] { sections.flatMap(\.rows) }

    /// Reads the store again.
    public func refresh() {
        do {
            let contents = try StoreContents(device, kind: kind, limit: limit)
            sections = DaySection.sections(contents.entries(isSyncing: isSyncing()), formatter(), now: clock)
            hasMore = contents.hasMore
            problem = nil
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Adds older records to the list.
    public func showMore() {
        guard hasMore else { return }
        limit += pageSize
        refresh()
    }
}
