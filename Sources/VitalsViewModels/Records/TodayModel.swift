public import Observation
public import Vitals

/// The model of the first screen: each kind with its latest value, and the number of records that need attention.
@MainActor
@Observable
public final class TodayModel {
    /// The latest record of a kind; none for a kind that was never recorded.
    public struct Tile: Identifiable, Hashable, Sendable {
        public let kind: MetricKind
        public let title: String
        public let latest: RecordRow?
        /// The time of the latest record, such as `Today, 07:30`; empty when there is none yet.
        public let when: String

        public var id: String { kind.rawValue }
    }

    /// The kinds that this build knows, in their order, and then any others in the store.
    public private(set) var tiles: [Tile] = []
    public private(set) var counts: StoreCounts?
    /// The reason why the store could not be read; nil when it could.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let isSyncing: @MainActor () -> Bool
    private let clock: @Sendable () -> Timestamp

    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        isSyncing: @escaping @MainActor () -> Bool = { false },
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.isSyncing = isSyncing
        self.clock = clock
    }

    /// True when the person has recorded nothing at all.
    public var isEmpty: Bool { tiles.allSatisfy { $0.latest == nil } }

    /// The number of records that need a decision.
    public var attentionCount: Int { (counts?.rejected ?? 0) + (counts?.conflicts ?? 0) }

    /// Reads the store again.
    public func refresh() {
        do {
            let unknown = try device.kinds().filter { !$0.isKnown }
            tiles = try (MetricKind.known + unknown).map(tile)
            counts = try device.counts()
            problem = nil
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private func tile(_ kind: MetricKind) throws -> Tile {
        let formatter = formatter()
        let entry = try StoreContents(device, kind: kind, limit: 1).entries(isSyncing: isSyncing()).first
        return Tile(
            kind: kind, title: kind.title, latest: entry.map { RecordRow($0, formatter) },
            when: entry.map { formatter.dayAndTime($0.shown.recordedAt, seenFrom: clock()) } ?? "")
    }
}
