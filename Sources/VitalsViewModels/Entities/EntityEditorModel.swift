public import Foundation
public import Observation
import Vitals
import VitalsEntities

/// The model of the form of a note, group or tag.
@MainActor
@Observable
public final class EntityEditorModel: Identifiable {
    /// What a person has typed.
    public struct Draft: Hashable, Sendable {
        public var name = ""
        /// The text of a note, or a colour.
        public var text = ""
        /// The tags of a note.
        public var tags: Set<UUID> = []
    }

    /// Messages for the fields that the last `save()` didn't accept.
    public struct Errors: Hashable, Sendable {
        public var name: String?
        public var text: String?
        public var tags: String?
    }

    /// A tag that a note can have.
    public struct TagChoice: Identifiable, Hashable, Sendable {
        public let id: UUID
        public let name: String
    }

    public let list: EntityList
    public let isNew: Bool
    public var draft: Draft
    /// The tags to choose from; empty for what isn't a note.
    public let tagChoices: [TagChoice]
    public private(set) var errors = Errors()
    /// What saving leads to, when the name is taken. A second `save()` saves all the same.
    public private(set) var warning: String?
    /// The reason why it couldn't be saved, where no field is wrong.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    /// The entity that is edited; nil for a new one.
    private let entity: UUID?
    private let original: Draft
    private let store: @MainActor ([String: JSONValue]) throws -> Void
    private let onEdit: @MainActor () -> Void
    /// The name that the person was warned about.
    private var warnedName: String?

    convenience init(
        adding list: EntityList, device: Device, diagnostics: DiagnosticsLog, onEdit: @escaping @MainActor () -> Void
    ) {
        self.init(list, nil, fields: [:], isNew: true, device: device, diagnostics: diagnostics, onEdit: onEdit) {
            values in
            try device.entities.create(list.type, values)
        }
    }

    convenience init(
        editing entity: Entity, in list: EntityList, device: Device, diagnostics: DiagnosticsLog,
        onEdit: @escaping @MainActor () -> Void
    ) {
        self.init(
            list, entity.id, fields: entity.fields, isNew: false, device: device, diagnostics: diagnostics,
            onEdit: onEdit
        ) { values in
            try device.entities.update(entity.id, values, seen: entity.fields)
        }
    }

    /// A form that sends a refused change again, with what the person corrects.
    convenience init(
        fixing letter: EntityDeadLetter, in list: EntityList, device: Device, diagnostics: DiagnosticsLog,
        onEdit: @escaping @MainActor () -> Void
    ) {
        let command = letter.command
        let type = device.entities.types[command.type]
        let asked = (try? type.map { try command.changes(of: $0) })??.mapValues(\.to) ?? [:]
        let shown = (try? device.entities.entity(command.id))??.fields ?? [:]
        self.init(
            list, command.id, fields: shown.merging(asked) { $1 }, isNew: false, device: device,
            diagnostics: diagnostics, onEdit: onEdit
        ) { values in
            try device.entities.retry(deadLetter: letter.id, values)
        }
    }

    private init(
        _ list: EntityList, _ entity: UUID?, fields: [String: JSONValue], isNew: Bool, device: Device,
        diagnostics: DiagnosticsLog, onEdit: @escaping @MainActor () -> Void,
        store: @escaping @MainActor ([String: JSONValue]) throws -> Void
    ) {
        self.list = list
        self.entity = entity
        self.isNew = isNew
        self.device = device
        self.diagnostics = diagnostics
        self.onEdit = onEdit
        self.store = store
        var draft = Draft()
        draft.name = fields[list.nameField]?.string ?? ""
        draft.text = fields[list.textField]?.string ?? ""
        draft.tags = Set((fields["tags"]?.texts ?? []).compactMap { UUID(text: $0) })
        self.draft = draft
        original = draft
        let tags = list == .notes ? (try? device.entities.all(EntityList.tags)) ?? [] : []
        tagChoices = tags.map { TagChoice(id: $0.id, name: EntityItem.name($0.fields, $0.type)) }
    }

    /// The title of the form: `New note` or `Edit note`.
    public var title: String { "\(isNew ? "New" : "Edit") \(list.word)" }

    /// Stores what was typed. True once it's stored; false if the form has something to say first.
    public func save() -> Bool {
        (errors, warning, problem) = (Errors(), nil, nil)
        do {
            if try warns() { return false }
            try store(try values())
        } catch let error as EntityInvalid {
            show(error)
            return false
        } catch let error as StoreError where error.isNotFound {
            problem = diagnostics.message(of: error, as: "The \(list.word) was deleted meanwhile. Nothing was saved.")
            return false
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
        onEdit()
        return true
    }

    /// Warns once about a name that is taken.
    private func warns() throws -> Bool {
        let name = EntityName.folded(draft.name)
        guard list != .notes, !name.isEmpty, draft.name != original.name || isNew, warnedName != name else {
            return false
        }
        let isTaken = try device.entities.all(list).contains { other in
            other.id != entity && EntityName.folded(other.text("name")) == name
        }
        guard isTaken else { return false }
        warnedName = name
        let effect = isNew ? "If you save, the two become one." : "The server will keep the old name."
        warning = "There is a \(list.word) of this name already. \(effect)"
        return true
    }

    /// The fields that differ from those that the form was opened with, so that what a sync has changed meanwhile stays.
    private func values() throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        let trimmed = draft.name.trimmingCharacters(in: .whitespacesAndNewlines)
        if isNew || draft.name != original.name { values[list.nameField] = .string(trimmed) }
        if draft.text != original.text { values[list.textField] = draft.text.isEmpty ? .null : .string(draft.text) }
        if draft.tags != original.tags {
            let shown = try entity.flatMap { try device.entities.entity($0) }?.fields["tags"]?.texts
            let present = Set(shown?.compactMap { UUID(text: $0) } ?? Array(original.tags))
            let chosen = present.union(draft.tags.subtracting(original.tags))
                .subtracting(original.tags.subtracting(draft.tags))
            values["tags"] = .set(chosen.map(\.lowercased))
        }
        return values
    }

    private func show(_ error: EntityInvalid) {
        switch error.path {
        case "fields.\(list.nameField)": errors.name = error.detail
        case "fields.\(list.textField)": errors.text = error.detail
        case "fields.tags": errors.tags = error.detail
        default: problem = diagnostics.message(of: error)
        }
    }
}
