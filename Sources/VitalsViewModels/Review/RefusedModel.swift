public import Observation
public import Vitals

/// The model for records that the server refused. The person can fix one by editing it, or discard it.
@MainActor
@Observable
public final class RefusedModel {
    /// A copy that was refused, and the reason.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The refusal's number in the store.
        public let id: Int64
        public let title: String
        public let value: String
        /// The server's reason, one sentence.
        public let reason: String
        /// The time when it was refused: `Today, 07:30`.
        public let refusedAt: String
        /// The copy, for a form that fixes it; nil if its kind is unknown here, or if a later record has overtaken it.
        public let fixable: Vitals.Measurement?
        /// The item as a screen reader reads it.
        public let spoken: String
    }

    /// The refused copies, latest first.
    public private(set) var items: [Item] = []
    /// The reason why the last action failed.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp

    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
    }

    /// Reads the store again.
    public func refresh() {
        do {
            let copies = try device.rejected()
            items = try copies.map { try item($0, among: copies) }
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Discards a refused copy. The record stays as the server has it, or stays gone if the server has none.
    public func discard(_ number: Int64) {
        problem = nil
        do {
            try device.dismiss(rejected: number)
        } catch let error as StoreError where error.isNotFound {
            // Already fixed or discarded; the list below shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    private func item(_ copy: RejectedMeasurement, among copies: [RejectedMeasurement]) throws -> Item {
        let formatter = formatter()
        let record = copy.measurement
        let value = formatter.value(of: record)
        // Once a later record has overtaken the copy, an edit would change the row or the other copy, and not this one.
        let isOvertaken =
            try device.record(record.id).map { !record.beats($0) } ?? false
            || copies.contains { $0.measurement.id == record.id && $0.measurement.beats(record) }
        return Item(
            id: copy.id, title: record.kind.title, value: value, reason: copy.detail,
            refusedAt: formatter.dayAndTime(copy.rejectedAt, seenFrom: clock()),
            fixable: record.kind.isKnown && !isOvertaken ? record : nil,
            spoken: "\(record.kind.title), \(formatter.spokenValue(of: record)). Refused. \(copy.detail)")
    }
}
