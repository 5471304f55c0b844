public import Foundation
public import Observation
public import Vitals

/// The model for deletes: deleting a record with undo, and the deleted records that can still be brought back.
@MainActor
@Observable
public final class DeletedModel {
    /// A deleted record whose content is still on this phone.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The entry's number in the store.
        public let id: Int64
        public let title: String
        public let value: String
        /// The time when it was measured: `Yesterday, 07:30`.
        public let measuredAt: String
        /// The time when this phone deleted it, or learned that it was deleted.
        public let deletedAt: String
        /// The number of days until its content is erased, at least 1.
        public let daysLeft: Int
        /// The item as a screen reader reads it.
        public let spoken: String
    }

    /// The last record that was deleted here, for an undo button.
    public struct LastDeletion: Hashable, Sendable {
        /// The entry's number in the store.
        public let id: Int64
        /// A few words for the button's line, which a screen reader reads too: `Weight, 72.3 kg: deleted`.
        public let text: String
    }

    /// The deleted records, the latest first.
    public private(set) var items: [Item] = []
    /// The deletion that `undo()` takes back; nil when there is none, or after `dismissUndo()`.
    public private(set) var last: LastDeletion?
    /// The reason why the last action failed.
    public private(set) var problem: String?
    /// False when the person has switched deleting off on this phone. Deletions of other devices still arrive.
    public var canDelete: Bool { didSet { settings.set(canDelete ? nil : "off", for: Self.settingName) } }

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let settings: any SettingsStore
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void
    nonisolated static let settingName = "deletes"

    /// - Parameter onEdit: called after a record was deleted or brought back, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
        canDelete = settings.text(Self.settingName) != "off"
    }

    /// Reads the store again.
    public func refresh() {
        do {
            items = try device.recentlyDeleted().map(item)
            // A restore on another screen, or the end of the 30 days, leaves nothing to undo.
            if let number = last?.id, !items.contains(where: { $0.id == number }) { last = nil }
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Deletes a record, here and with the next sync everywhere. Its content can be brought back for 30 days.
    ///
    /// A record that is gone or deleted already isn't an error: the lists show it. Does nothing while `canDelete` is
    /// false.
    /// - Parameter id: the record's id, as in `RecordRow`.
    public func delete(_ id: UUID) {
        guard canDelete else { return }
        perform {
            // The number of the latest entry before, because this deletion may make several: one for each copy.
            let before = try device.recentlyDeleted().map(\.id).max() ?? 0
            try device.delete(id)
            let entries = try device.recentlyDeleted().filter { $0.measurement.id == id && $0.id > before }
            // The greatest copy is the one that the list has shown.
            let shown = entries.max { $1.measurement.beats($0.measurement) }
            last = shown.map { entry in
                let record = entry.measurement
                let text = "\(record.kind.title), \(formatter().value(of: record)): deleted"
                return LastDeletion(id: entry.id, text: text)
            }
            onEdit()
        }
    }

    /// Brings the record back that was deleted last.
    public func undo() {
        guard let number = last?.id else { return }
        last = nil
        restore(number)
    }

    /// Hides the undo button. The record stays among `items`.
    public func dismissUndo() { last = nil }

    /// Brings a deleted record back as a new edit, which wins everywhere.
    public func restore(_ number: Int64) {
        perform {
            try device.restore(deleted: number)
            onEdit()
        }
    }

    /// Erases the content of a deleted record now. It can't be brought back on this phone any more.
    public func erase(_ number: Int64) { perform { try device.erase(deleted: number) } }

    private func perform(_ action: () throws -> Void) {
        problem = nil
        do {
            try action()
        } catch let error as StoreError where error.isNotFound {
            // Already done, here or by a sync; the list below shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    private func item(_ entry: RecentlyDeleted) -> Item {
        let formatter = formatter()
        let now = clock()
        let record = entry.measurement
        let dayMilliseconds: Int64 = 24 * 60 * 60 * 1000
        let age = now.millisecondsSinceEpoch - entry.deletedAt.millisecondsSinceEpoch
        let leftMilliseconds = RecentlyDeleted.keptMilliseconds - age
        let measuredAt = formatter.dayAndTime(record.recordedAt, seenFrom: now)
        return Item(
            id: entry.id, title: record.kind.title, value: formatter.value(of: record), measuredAt: measuredAt,
            deletedAt: formatter.dayAndTime(entry.deletedAt, seenFrom: now),
            daysLeft: Int(max(1, (leftMilliseconds + dayMilliseconds - 1) / dayMilliseconds)),
            spoken: "\(record.kind.title), \(formatter.spokenValue(of: record)), measured \(measuredAt). Deleted.")
    }
}
