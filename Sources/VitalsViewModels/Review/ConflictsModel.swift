public import Observation
public import Vitals

/// The model for edits of this phone that lost to another one. The person can restore or discard each of them.
@MainActor
@Observable
public final class ConflictsModel {
    /// An edit that lost, and the record that won.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The conflict's number in the store.
        public let id: Int64
        public let title: String
        /// The value that was entered here, and when it was measured.
        public let yours: String
        /// The record that the store holds instead; nil if it is gone.
        public let winner: String?
        /// The device that wrote the winner: `This phone` or `Another device`; nil if the winner is gone.
        public let wonBy: String?
        /// The time when the edit lost: `Today, 07:30`.
        public let lostAt: String
        /// The item as a screen reader reads it.
        public let spoken: String
    }

    /// The conflicts, latest first.
    public private(set) var items: [Item] = []
    /// The reason why the last action failed.
    public private(set) var problem: String? {
        didSet { if let problem { diagnostics.note(problem) } }
    }

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    /// - Parameter onEdit: called after an edit was restored, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
    }

    /// Reads the store again.
    public func refresh() {
        do {
            items = try device.conflicts().map(item)
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Restores an edit as a new edit, which wins everywhere and is sent as soon as possible.
    ///
    /// A conflict that has gone since, because it was resolved elsewhere, isn't an error: the list shows it.
    public func restore(_ number: Int64) {
        // @write 15 view-restore
        problem = nil
        do {
            try device.restore(conflict: number)
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Already resolved; the list below shows it.
        } catch {
            problem = String(describing: error)
        }
        refresh()
        // @starter
        //| todo(15, "restore the edit in the store, ask for a sync, say what went wrong, and read the list anew")
        // @end
    }

    /// Discards an edit; the winner stays.
    public func discard(_ number: Int64) {
        problem = nil
        do {
            try device.dismiss(conflict: number)
        } catch let error as StoreError where error.isNotFound {
            // Already resolved; the list below shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    private func item(_ conflict: Conflict) -> Item {
        let formatter = formatter()
        let now = clock()
        func sentence(_ record: Vitals.Measurement) -> String {
            let value = record.isDeleted ? "Deleted" : formatter.value(of: record)
            return "\(value), \(formatter.dayAndTime(record.recordedAt, seenFrom: now))"
        }
        let yours = sentence(conflict.loser)
        let winner = conflict.winner.map(sentence)
        let wonBy = winner.map { _ in conflict.winnerIsOwn ? "This phone" : "Another device" }
        let title = conflict.loser.kind.title
        return Item(
            id: conflict.id, title: title, yours: yours, winner: winner, wonBy: wonBy,
            lostAt: formatter.dayAndTime(conflict.lostAt, seenFrom: now),
            spoken: "\(title). Your edit: \(yours). "
                + (winner.map { "What won: \($0). Written by: \(wonBy ?? "")." } ?? "The record is gone."))
    }
}

extension StoreError {
    /// True when the requested item isn't in the store, or no longer is.
    var isNotFound: Bool { code == .notFound }
}
