public import Observation
public import Vitals

/// Edits of this phone that lost to another one: the person may bring one back, or let it go.
@MainActor
@Observable
public final class ConflictsModel {
    /// An edit that lost, beside what won.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The conflict's number in the store.
        public let id: Int64
        public let title: String
        /// The value that was entered here, and when it was measured.
        public let yours: String
        /// What the store holds instead; nil where that is gone.
        public let winner: String?
        /// `Today, 07:30`: when the edit lost.
        public let lostAt: String
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
    private let onEdit: @MainActor () -> Void

    /// - Parameter onEdit: called after an edit was brought back, for an automatic sync.
    public init(
        store: MeasurementStore, wording: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.store = store
        self.wording = wording
        self.clock = clock
        self.onEdit = onEdit
    }

    /// Reads the store anew.
    public func refresh() {
        do {
            items = try store.conflicts().map(item)
        } catch {
            problem = String(describing: error)
        }
    }

    /// Brings an edit back: it becomes a new edit, which wins everywhere, and is sent as soon as may be.
    ///
    /// A conflict that is gone meanwhile, because it was settled elsewhere, is no problem: the list says so.
    public func restore(_ number: Int64) {
        // @write 15 view-restore
        problem = nil
        do {
            try store.restore(conflict: number)
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Settled already; the list below shows it.
        } catch {
            problem = String(describing: error)
        }
        refresh()
        // @starter
        //| todo(15, "restore the edit in the store, ask for a sync, say what went wrong, and read the list anew")
        // @end
    }

    /// Lets an edit go; the winner stays.
    public func discard(_ number: Int64) {
        problem = nil
        do {
            try store.dismiss(conflict: number)
        } catch let error as StoreError where error.isNotFound {
            // Settled already; the list below shows it.
        } catch {
            problem = String(describing: error)
        }
        refresh()
    }

    private func item(_ conflict: Conflict) -> Item {
        let wording = wording()
        let now = clock()
        func words(_ record: Vitals.Measurement) -> String {
            "\(wording.value(of: record)), \(wording.dayAndTime(record.recordedAt, seenFrom: now))"
        }
        let yours = words(conflict.loser)
        let winner = conflict.winner.map(words)
        let title = conflict.loser.kind.title
        return Item(
            id: conflict.id, title: title, yours: yours, winner: winner,
            lostAt: wording.dayAndTime(conflict.lostAt, seenFrom: now),
            spoken: "\(title). Your edit: \(yours). "
                + (winner.map { "What won: \($0)." } ?? "The record is gone since."))
    }
}

extension StoreError {
    /// What was asked for is not in the store, or not any more.
    var isNotFound: Bool { code == .notFound }
}
