public import Foundation
public import Observation
public import Vitals

/// The model of the form in which a measurement is added, edited, or fixed after the server refused it.
@MainActor
@Observable
public final class EntryModel {
    /// The effect of saving.
    public enum Purpose: Hashable, Sendable {
        case add
        /// Edits the record. This also fixes a copy that was refused.
        case edit(UUID)
    }

    public let purpose: Purpose
    public var draft: EntryDraft
    /// Messages for the fields that the last `save()` did not accept.
    public private(set) var errors = EntryErrors()
    /// The reason why the store could not save it; nil when it could.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let form: EntryForm
    private let onEdit: @MainActor () -> Void
    /// The record that the form started with, and the draft in which it was shown.
    private let original: (record: Vitals.Measurement, draft: EntryDraft)?

    /// Creates an empty form.
    ///
    /// - Parameter onEdit: called after each save, for an automatic sync.
    public init(
        adding kind: MetricKind, device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), form: EntryForm,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        purpose = .add
        self.device = device
        self.diagnostics = diagnostics
        self.form = form
        self.onEdit = onEdit
        original = nil
        let unit = form.formatter.units.unit(for: kind) ?? MetricUnit(rawValue: "")
        draft = EntryDraft(kind: kind, unit: unit, recordedAt: form.clock())
    }

    /// Creates a form that shows a record.
    ///
    /// - Parameter record: the record as the person sees it, which is the refused copy if there is one to fix.
    public init(
        editing record: Vitals.Measurement, device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        form: EntryForm,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        purpose = .edit(record.id)
        self.device = device
        self.diagnostics = diagnostics
        self.form = form
        self.onEdit = onEdit
        let (value, unit) = form.formatter.shown(record)
        let draft = EntryDraft(
            kind: record.kind, valueText: form.formatter.number(value, in: unit), unit: unit,
            recordedAt: record.recordedAt, label: record.label ?? "")
        original = (record, draft)
        self.draft = draft
    }

    /// The units that the picker offers.
    public var units: [MetricUnit] { UnitPreferences.choices(for: draft.kind) }

    /// Switches the form to another kind, in the unit that the person prefers for it.
    public func choose(_ kind: MetricKind) {
        guard purpose == .add, let unit = form.formatter.units.unit(for: kind) else { return }
        draft.kind = kind
        draft.unit = unit
        errors = EntryErrors()
    }

    /// Stores the contents of the form.
    ///
    /// - Returns: true when it was stored, or when there was nothing to store; otherwise `errors` or `problem` says
    ///   why.
    @discardableResult
    public func save() -> Bool {
        errors = EntryErrors()
        problem = nil
        // Opening and closing a form isn't an edit: it would win over another device's real edit.
        if let original, original.draft == draft { return true }
        do {
            switch purpose {
            case .add: try add()
            case .edit(let id): try edit(id)
            }
        } catch let errors as EntryErrors {
            self.errors = errors
            return false
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
        onEdit()
        return true
    }

    private func add() throws {
        let read = try form.read(draft)
        let label = try label(of: read)
        try device.add(read.kind, read.value, read.unit, recordedAt: read.recordedAt, label: label)
    }

    private func edit(_ id: UUID) throws {
        let read = try form.read(draft, id: id)
        let keepsValue = isValueUntouched
        let label = try label(of: read)
        try device.edit(id) { record in
            if !keepsValue {
                record.value = read.value
                record.unit = read.unit
            }
            record.recordedAt = read.recordedAt
            if let label { record = record.labelled(label) }
        }
    }

    /// The name that was typed; nil for a kind that needs none.
    ///
    /// - Throws: `EntryErrors` if there is none, or it's too long.
    private func label(of record: Vitals.Measurement) throws -> String? {
        guard record.kind.needsLabel else { return nil }
        let label = draft.label.trimmingCharacters(in: .whitespacesAndNewlines)
        do {
            // One that came with a record stays while something else is edited.
            let isTyped = draft.label != original?.draft.label
            let labelled = record.labelled(label)
            try isTyped ? labelled.validateTypedLabel() : labelled.validateLabel()
        } catch {
            throw EntryErrors(label: "Name it in a few words, such as “dizzy”.")
        }
        return label
    }

    /// True if the person didn't change the value. The form shows two decimals, so saving it would round the value.
    private var isValueUntouched: Bool {
        original?.draft.valueText == draft.valueText && original?.draft.unit == draft.unit
    }

}

/// Identity for a sheet that shows one form at a time.
extension EntryModel: Identifiable {}
