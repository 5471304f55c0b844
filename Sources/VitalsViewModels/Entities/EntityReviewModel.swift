public import Foundation
public import Observation
import Vitals
import VitalsEntities

/// The model of what needs a decision: edits of notes, groups and tags that lost, and changes that the server refused.
@MainActor
@Observable
public final class EntityReviewModel {
    /// An edit that lost, or a refused change with what depends on it.
    public struct Item: Identifiable, Hashable, Sendable {
        /// `c3` for an edit that lost, `r2` for a refused change.
        public let id: String
        /// The type and the name: `Note: Knee hurts`.
        public let title: String
        public let reason: String
        /// The kept values, each on a line; `yours` and `now` where they differ.
        public let lines: [String]
        /// The refused changes that go with this one: `New note: Knee hurts`.
        public let dependents: [String]
        /// The time when it lost or was refused: `Today, 07:30`.
        public let when: String
        public let isRefused: Bool
        /// The label of the button that restores or sends again; nil if nothing can be.
        public let restoreLabel: String?
        public let discardLabel: String
        /// True if a form can mend it.
        public let isFixable: Bool
        /// The item as a screen reader reads it.
        public let spoken: String
    }

    /// The edits that lost, the latest first.
    public private(set) var conflicts: [Item] = []
    /// The refused changes, the oldest first. One that depends on another is listed with that one.
    public private(set) var refused: [Item] = []
    /// The item whose group is gone, so that the person has to choose another; call `restore` with it.
    public private(set) var asksForGroup: Item?
    /// The reason why the last action failed.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    init(
        device: Device, diagnostics: DiagnosticsLog, formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp, onEdit: @escaping @MainActor () -> Void
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
    }

    /// The number of decisions, for the mark on the screen that lists them.
    public var count: Int { conflicts.count + refused.count }

    /// Reads the store again.
    public func refresh() {
        do {
            let (found, letters) = (try device.entities.conflicts(), try device.entities.deadLetters())
            guard !found.isEmpty || !letters.isEmpty else {
                (conflicts, refused) = ([], [])
                return
            }
            let names = try names()
            conflicts = try found.map { try item($0, names) }
            refused = try letters.filter { $0.dependsOn == nil }.map { try item($0, letters, names) }
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Restores an edit that lost, or sends a refused change again with what depends on it.
    ///
    /// - Parameter group: a group to use in place of one that is gone.
    public func restore(_ id: String, group: UUID? = nil) {
        let values: [String: JSONValue] = group.map { ["group": .string($0.lowercased)] } ?? [:]
        asksForGroup = nil
        perform {
            do {
                if let number = Self.number(id, "c") {
                    try device.entities.restore(conflict: number, values)
                } else if let number = Self.number(id, "r") {
                    try device.entities.retry(deadLetter: number, values)
                }
                onEdit()
            } catch let error as EntityInvalid {
                if error.path == "fields.group" { asksForGroup = conflicts.first { $0.id == id } }
                problem = diagnostics.message(of: error)
            }
        }
    }

    /// Discards an item, and what depends on it.
    public func discard(_ id: String) {
        perform {
            if let number = Self.number(id, "c") {
                try device.entities.discard(conflict: number)
            } else if let number = Self.number(id, "r") {
                try device.entities.discard(deadLetter: number)
            }
        }
    }

    /// Leaves the group unchosen. The item stays in the list.
    public func dismissGroupChoice() { asksForGroup = nil }

    func letter(_ id: String) -> EntityDeadLetter? {
        guard let number = Self.number(id, "r") else { return nil }
        return try? device.entities.deadLetters().first { $0.id == number }
    }

    private static func number(_ id: String, _ letter: Character) -> Int64? {
        id.first == letter ? Int64(id.dropFirst()) : nil
    }

    private func perform(_ action: () throws -> Void) {
        problem = nil
        do {
            try action()
        } catch let error as StoreError where error.isNotFound {
            // Decided already, here or by a sync; the list below shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    // MARK: Items

    private func item(_ conflict: EntityConflict, _ names: [String: String]) throws -> Item {
        let now = try device.entities.entity(conflict.entity)
        let title = Self.title(now?.fields ?? conflict.fields, conflict.type)
        var lines: [String] = []
        for (field, value) in conflict.fields.sorted(by: { $0.key < $1.key }) where conflict.hasEdit {
            var line = "\(field.onOneLine): \(Self.text(value, names))"
            if !conflict.makesAnew, let now { line += ". Now: \(Self.text(now.fields[field] ?? .null, names))" }
            lines.append(line)
        }
        if conflict.hasEdit, !conflict.makesAnew, now == nil { lines.append("It’s deleted now.") }
        let isKnown = device.entities.types[conflict.type] != nil
        let canRestore = isKnown && conflict.hasEdit && (conflict.makesAnew || now != nil)
        return Item(
            id: "c\(conflict.id)", title: title, reason: conflict.reason, lines: lines, dependents: [],
            when: formatter().dayAndTime(conflict.lostAt, seenFrom: clock()), isRefused: false,
            restoreLabel: canRestore ? (conflict.makesAnew ? "Make it anew" : "Restore mine") : nil,
            discardLabel: conflict.makesAnew || !conflict.hasEdit ? "Let it go" : "Keep the other one",
            isFixable: false,
            spoken: ([title, conflict.reason] + lines).joined(separator: ". "))
    }

    private func item(
        _ letter: EntityDeadLetter, _ letters: [EntityDeadLetter], _ names: [String: String]
    ) throws -> Item {
        var numbers: Set<Int64> = [letter.id]
        let dependents = letters.filter { other in
            guard let above = other.dependsOn, numbers.contains(above) else { return false }
            numbers.insert(other.id)
            return true
        }
        let (operation, type) = (letter.command.operation, letter.command.type)
        let isThere = try operation == .create || device.entities.entity(letter.command.id) != nil
        let canRetry = isThere && device.entities.types[type] != nil
        let fields = fields(letter)
        let title = Self.title(try shownFields(letter).merging(fields) { $1 }, type)
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key.onOneLine): \(Self.text($0.value, names))" }
        let reason = letter.reason.onOneLine
        return Item(
            id: "r\(letter.id)", title: title, reason: "\(letter.word). \(reason)", lines: lines,
            dependents: try dependents.map { other in
                let shown = try shownFields(other).merging(self.fields(other)) { $1 }
                return "\(other.word) \(other.command.type): \(EntityItem.name(shown, other.command.type))".onOneLine
            },
            when: formatter().dayAndTime(letter.rejectedAt, seenFrom: clock()), isRefused: true,
            restoreLabel: canRetry ? "Try again" : nil, discardLabel: "Discard",
            isFixable: canRetry && operation != .delete && EntityList(type: type) != nil,
            spoken: ([title, letter.word, reason] + lines).joined(separator: ". "))
    }

    private func fields(_ letter: EntityDeadLetter) -> [String: JSONValue] {
        let type = device.entities.types[letter.command.type]
        return (try? type.map { try letter.command.changes(of: $0) })??.mapValues(\.to) ?? [:]
    }

    private func shownFields(_ letter: EntityDeadLetter) throws -> [String: JSONValue] {
        try device.entities.entity(letter.command.id)?.fields ?? [:]
    }

    private static func title(_ fields: [String: JSONValue], _ type: String) -> String {
        "\(type.prefix(1).uppercased())\(type.dropFirst()): \(EntityItem.name(fields, type))".onOneLine
    }

    /// The names of what a value may refer to, by id.
    private func names() throws -> [String: String] {
        let all = try device.entities.all(EntityList.groups) + device.entities.all(EntityList.tags)
        return Dictionary(all.map { ($0.id.lowercased, EntityItem.name($0.fields, $0.type)) }) { one, _ in one }
    }

    private static func text(_ value: JSONValue, _ names: [String: String]) -> String {
        let text =
            switch value {
            case .null: "empty"
            case .string(let text): names[text] ?? (text.isEmpty ? "empty" : text)
            case .array: value.texts.isEmpty ? "none" : value.texts.map { names[$0] ?? $0 }.joined(separator: ", ")
            default: CanonicalJSON.text(value)
            }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))).onOneLine
    }
}
