public import Foundation
import Vitals
import VitalsEntities

/// A list of what a person keeps beside measurements.
public enum EntityList: String, CaseIterable, Identifiable, Sendable {
    case notes, groups, tags

    public var id: String { rawValue }

    /// The title of the screen.
    public var title: String { rawValue.capitalized }

    /// What one of them is called, in lower case.
    public var word: String { String(rawValue.dropLast()) }

    /// The text of the screen while there are none.
    public var emptyText: String {
        switch self {
        case .notes: "No notes yet. A note has a title, a text and tags, and syncs to your other phones."
        case .groups: "No groups yet. Reminders are kept in groups."
        case .tags: "No tags yet. A tag marks notes that belong together."
        }
    }

    /// What happens to others when one is deleted; nil if nothing does.
    public var effectOfDeletion: String? {
        switch self {
        case .notes: nil
        case .groups: "Its reminders go with it."
        case .tags: "It disappears from all notes."
        }
    }

    /// The name of its type.
    var type: String { word }
    /// The field that has the name.
    var nameField: String { self == .notes ? "title" : "name" }
    /// The field that has the text or the colour.
    var textField: String { self == .notes ? "body" : "colour" }

    init?(type: String) { self.init(rawValue: type + "s") }
}

/// A note, group or tag in a list.
public struct EntityItem: Identifiable, Hashable, Sendable {
    public let id: UUID
    public let title: String
    /// The beginning of a note's text and its tags, or a colour.
    public let detail: String
    /// True while a change of it waits for the server.
    public let waits: Bool
    /// The item as a screen reader reads it.
    public let spoken: String

    init(_ entity: Entity, tagNames: [String: String] = [:]) {
        id = entity.id
        title = Self.name(entity.fields, entity.type)
        waits = entity.waits
        if entity.type == EntityList.notes.type {
            let body = entity.text("body")
            let tags = (entity.fields["tags"]?.texts ?? []).compactMap { tagNames[$0] }.sorted()
            let text = body.isEmpty ? "No text" : String(String.UnicodeScalarView(body.unicodeScalars.prefix(120)))
            detail = ([text.onOneLine] + (tags.isEmpty ? [] : [tags.joined(separator: ", ")])).joined(separator: " · ")
        } else {
            detail = entity.text("colour").onOneLine
        }
        spoken = [title, detail, waits ? "saved on this phone" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The name of an entity on one line.
    static func name(_ fields: [String: JSONValue], _ type: String) -> String {
        let name = ["title", "name", "start"].lazy.compactMap { fields[$0]?.string }.first ?? ""
        return name.isEmpty ? "Untitled \(type)".onOneLine : name.onOneLine
    }
}
