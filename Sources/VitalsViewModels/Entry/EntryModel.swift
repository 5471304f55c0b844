public import Foundation
public import Observation
public import Vitals

/// The form in which a measurement is added, edited, or fixed after the server refused it.
@MainActor
@Observable
public final class EntryModel {
    /// What saving does.
    public enum Purpose: Hashable, Sendable {
        case add
        /// Also the fix of a copy that was refused: an edit of the record is one.
        case edit(UUID)
    }

    public let purpose: Purpose
    public var draft: EntryDraft
    /// Words for the fields that the last `save()` could not take.
    public private(set) var faults = EntryFaults()
    /// Why the store could not take it; nil while it can.
    public private(set) var problem: String?

    private let store: MeasurementStore
    private let form: EntryForm
    private let onEdit: @MainActor () -> Void
    /// The record as the form began with it, and what the form showed of it.
    private let original: (record: Vitals.Measurement, draft: EntryDraft)?

    /// An empty form.
    ///
    /// - Parameter onEdit: called after each save, for an automatic sync.
    public init(
        adding kind: MetricKind, store: MeasurementStore, form: EntryForm, onEdit: @escaping @MainActor () -> Void = {}
    ) {
        purpose = .add
        self.store = store
        self.form = form
        self.onEdit = onEdit
        original = nil
        let unit = form.wording.units.unit(for: kind) ?? MetricUnit(rawValue: "")
        draft = EntryDraft(kind: kind, unit: unit, recordedAt: form.clock())
    }

    /// A form with a record in it.
    ///
    /// - Parameter record: as the person sees it, which is the refused copy where there is one to be fixed.
    public init(
        editing record: Vitals.Measurement, store: MeasurementStore, form: EntryForm,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        purpose = .edit(record.id)
        self.store = store
        self.form = form
        self.onEdit = onEdit
        let (value, unit) = form.wording.shown(record)
        let draft = EntryDraft(
            kind: record.kind, valueText: form.wording.number(value, in: unit), unit: unit,
            recordedAt: record.recordedAt)
        original = (record, draft)
        self.draft = draft
    }

    /// The units that the picker offers.
    public var units: [MetricUnit] { UnitPreferences.choices(for: draft.kind) }

    /// Takes the form to another kind, in the unit that the person is used to there.
    public func choose(_ kind: MetricKind) {
        guard purpose == .add, let unit = form.wording.units.unit(for: kind) else { return }
        draft.kind = kind
        draft.unit = unit
        faults = EntryFaults()
    }

    /// Stores what the form says.
    ///
    /// - Returns: true when it was stored, or when there was nothing to store; else `faults` or `problem` say why not.
    @discardableResult
    public func save() -> Bool {
        faults = EntryFaults()
        problem = nil
        // Opening a form and closing it is no edit: it would win over somebody's real one.
        if let original, original.draft == draft { return true }
        do {
            switch purpose {
            case .add: try store.upsert(try form.read(draft))
            case .edit(let id): try edit(id)
            }
        } catch let faults as EntryFaults {
            self.faults = faults
            return false
        } catch {
            problem = String(describing: error)
            return false
        }
        onEdit()
        return true
    }

    private func edit(_ id: UUID) throws {
        let read = try form.read(draft, id: id)
        let keepsValue = isValueUntouched
        try store.edit(id) { record in
            if !keepsValue {
                record.value = read.value
                record.unit = read.unit
            }
            record.recordedAt = read.recordedAt
        }
    }

    /// Shown with two decimals, a value that nobody touched would come back rounded.
    private var isValueUntouched: Bool {
        original?.draft.valueText == draft.valueText && original?.draft.unit == draft.unit
    }

}

/// For a sheet that shows one form at a time.
extension EntryModel: Identifiable {}
