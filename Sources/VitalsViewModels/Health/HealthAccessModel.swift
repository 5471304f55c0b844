public import Observation
import Synchronization
public import Vitals

/// The model for reading from Health, in two steps: first we explain why, then the system asks.
@MainActor
@Observable
public final class HealthAccessModel {
    public enum Step: Hashable, Sendable {
        /// This device has no Health.
        case unavailable
        /// Nothing was asked yet; the screen explains.
        case explaining
        /// The system is showing its own question.
        case asking
        /// The person has answered. The system doesn't report the answer for each kind.
        case asked
        case importing
    }

    /// The state of a kind, judged only by the samples that came.
    public enum KindState: Hashable, Sendable {
        case notAsked
        /// Samples of it have come.
        case reading
        /// No samples have come: there are none, or Vitals may not read them. The system doesn't say which.
        case nothingSeen

        public var label: String {
            switch self {
            case .notAsked: "Not asked yet"
            case .reading: "Reading"
            case .nothingSeen: "Nothing seen: no samples, or not allowed"
            }
        }
    }

    public struct KindRow: Identifiable, Hashable, Sendable {
        public let kind: MetricKind
        public let title: String
        public var state: KindState
        /// True if the person wants it read.
        public var isWanted: Bool
        public var id: String { kind.rawValue }
    }

    public private(set) var step: Step
    public private(set) var kinds: [KindRow]
    /// The report of the last import; nil before the first.
    public private(set) var lastReport: ImportReport?
    /// The reason why the last action failed.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let settings: any SettingsStore
    private let bridge: (@Sendable (MetricKind) -> any HealthBridge)?
    private let onEdit: @MainActor () -> Void
    static let askedName = "health.asked"

    /// - Parameters:
    ///   - bridge: creates a bridge that reads one kind; nil on a device without Health.
    ///   - onEdit: called after an import that changed the store, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        kinds: [MetricKind] = MetricKind.base,
        bridge: (@Sendable (MetricKind) -> any HealthBridge)?, onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.bridge = bridge
        self.onEdit = onEdit
        let asked = Set(settings.text(Self.askedName)?.split(separator: " ").map(String.init) ?? [])
        step = bridge == nil ? .unavailable : asked.isEmpty ? .explaining : .asked
        self.kinds = kinds.map { kind in
            let wasAsked = asked.contains(kind.rawValue)
            return KindRow(
                kind: kind, title: kind.title, state: wasAsked ? .nothingSeen : .notAsked,
                isWanted: wasAsked || asked.isEmpty)
        }
    }

    /// Looks up which kinds have ever brought samples.
    public func refresh() {
        guard let bridge else { return }
        do {
            for index in kinds.indices where kinds[index].state == .nothingSeen {
                let source = SingleKindBridge(kind: kinds[index].kind, base: bridge(kinds[index].kind)).source
                if try device.anchor(source: source) != nil { kinds[index].state = .reading }
            }
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Chooses a kind to ask for, or not, before the system asks.
    public func setWanted(_ isWanted: Bool, _ kind: MetricKind) {
        guard let index = kinds.firstIndex(where: { $0.kind == kind }) else { return }
        kinds[index].isWanted = isWanted
    }

    /// Makes the system ask the person for the wanted kinds, and reads the samples that it grants.
    public func ask() async {
        let wanted = kinds.filter(\.isWanted).map(\.kind)
        guard let bridge, step != .asking, step != .importing, let first = wanted.first else { return }
        let before = step
        step = .asking
        problem = nil
        do {
            try await bridge(first).requestAuthorization(for: wanted)
        } catch {
            problem = diagnostics.message(of: error)
            step = before
            return
        }
        for index in kinds.indices where kinds[index].isWanted && kinds[index].state == .notAsked {
            kinds[index].state = .nothingSeen
        }
        let asked = kinds.filter { $0.state != .notAsked }.map(\.kind.rawValue)
        settings.set(asked.joined(separator: " "), for: Self.askedName)
        step = .asked
        await importNew()
    }

    /// Reads the new samples of every kind that was asked for. If one kind fails, the others are still read.
    public func importNew() async {
        guard let bridge, step == .asked else { return }
        step = .importing
        problem = nil
        defer { step = .asked }
        var total = ImportReport()
        for index in kinds.indices where kinds[index].state != .notAsked {
            let kind = kinds[index].kind
            let seen = Mutex(0)
            do {
                let single = SingleKindBridge(kind: kind, base: bridge(kind)) { count in seen.withLock { $0 += count } }
                let report = try await device.importAll(from: single)
                total.addedCount += report.addedCount
                total.updatedCount += report.updatedCount
                total.presentCount += report.presentCount
            } catch {
                problem = diagnostics.message(of: error)
            }
            if seen.withLock({ $0 }) > 0 { kinds[index].state = .reading }
        }
        lastReport = total
        if total.addedCount + total.updatedCount > 0 { onEdit() }
    }
}
