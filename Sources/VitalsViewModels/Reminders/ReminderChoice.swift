import Foundation
import Vitals
import VitalsEntities

/// A group, a tag or a kind that a form of a reminder offers.
public struct ReminderChoice<ID: Hashable & Sendable>: Identifiable, Hashable, Sendable {
    public let id: ID
    public let name: String
}

extension Device {
    /// All groups or all tags, sorted by name.
    func reminderChoices(_ type: String) throws -> [ReminderChoice<UUID>] {
        let pageSize = 500
        var found: [Entity] = []
        while true {
            let page = try entities.list(type, after: found.last, limit: pageSize)
            found += page
            if page.count < pageSize { break }
        }
        return found.map { entity in
            let name = entity.text("name")
            return ReminderChoice(id: entity.id, name: name.isEmpty ? "Untitled \(type)" : name.onOneLine)
        }
    }
}
