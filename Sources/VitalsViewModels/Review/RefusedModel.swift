public import Observation
public import Vitals

/// Records that the server did not take: the person may fix one by editing it, or let it go.
@MainActor
@Observable
public final class RefusedModel {
    /// A copy that was refused, and why.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The refusal's number in the store.
        public let id: Int64
        public let title: String
        public let value: String
        /// The server's sentence, or ours where we have a better one.
        public let reason: String
        /// `Today, 07:30`: when it was refused.
        public let refusedAt: String
        /// The copy, for a form that fixes it; nil where it cannot be fixed here, for its kind is not known.
        public let fixable: Vitals.Measurement?
        /// The item as a voice reads it.
        public let spoken: String
    }

    /// The latest first.
    public private(set) var items: [Item] = []
    /// Why the last thing that was asked for could not be done.
    public private(set) var problem: String?

    private let store: MeasurementStore
    private let wording: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp

    public init(
        store: MeasurementStore, wording: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.store = store
        self.wording = wording
        self.clock = clock
    }

    /// Reads the store anew.
    public func refresh() {
        do {
            items = try store.rejected().map(item)
        } catch {
            problem = String(describing: error)
        }
    }

    /// Lets a refused copy go; the record stays as the server has it, or gone where the server has none.
    public func discard(_ number: Int64) {
        problem = nil
        do {
            try store.dismiss(rejected: number)
        } catch let error as StoreError where error.isNotFound {
            // Fixed or let go already; the list below shows it.
        } catch {
            problem = String(describing: error)
        }
        refresh()
    }

    private func item(_ copy: RejectedMeasurement) throws -> Item {
        let wording = wording()
        let record = copy.measurement
        let value = wording.value(of: record)
        // An edit meets the row, and not the copy, where a later record has overtaken it.
        let isOvertaken = try store.byId(record.id).map { !record.beats($0) } ?? false
        return Item(
            id: copy.id, title: record.kind.title, value: value, reason: copy.detail,
            refusedAt: wording.dayAndTime(copy.rejectedAt, seenFrom: clock()),
            fixable: record.kind.isKnown && !isOvertaken ? record : nil,
            spoken: "\(record.kind.title), \(wording.spokenValue(of: record)). Refused. \(copy.detail)")
    }
}
