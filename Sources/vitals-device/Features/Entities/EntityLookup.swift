import Foundation
import Vitals
import VitalsEntities

extension DeviceEntities {
    /// All entities of a type, sorted by name.
    func all(_ type: String) throws -> [Entity] {
        let pageSize = 500
        var found: [Entity] = []
        while true {
            let page = try list(type, after: found.last, limit: pageSize)
            found += page
            if page.count < pageSize { return found }
        }
    }

    /// The number of edits that lost and of refused changes.
    func needsYouCount() throws -> Int { try conflicts().count + deadLetters().count }

    /// The one entity that a person means by its id, by the beginning of that, or by the name of a group or tag.
    func find(_ type: String, _ word: String) throws -> Entity {
        let list = "`vitals-device \(type)s` shows the ids."
        guard word.contains(where: { !$0.isWhitespace }) else { throw PhoneError("The id is empty. \(list)") }
        if let id = UUID(text: word), let entity = try entity(id), entity.type == type { return entity }
        let all = try all(type)
        let hasName = types[type]?.hasUniqueName == true
        let named = hasName ? all.filter { $0.isCalled(word) } : []
        guard named.count <= 1 else {
            throw PhoneError("Several \(type)s are called \(word.printable). Use an id. \(list)")
        }
        if let entity = named.first { return entity }
        let prefix = word.lowercased().utf8
        let found = all.filter { $0.id.lowercased.utf8.starts(with: prefix) }
        switch found.count {
        case 1: return found[0]
        case 0 where hasName:
            throw PhoneError("No \(type) is called \(word.printable), and no \(type)'s id starts with it. \(list)")
        case 0: throw PhoneError("No \(type)'s id starts with \(word.printable). \(list)")
        default: throw PhoneError("Several ids start with \(word.printable). Type more of it.")
        }
    }

    /// True if an entity of the type has the name already.
    func isTaken(_ name: String, of type: String, except id: UUID? = nil) throws -> Bool {
        try all(type).contains { $0.id != id && $0.isCalled(name) }
    }
}

extension Entity {
    func isCalled(_ name: String) -> Bool { EntityName.folded(text("name")) == EntityName.folded(name) }

    var displayID: String { String(id.lowercased.prefix(8)) }

    /// The name on one line, cut to 60 characters.
    var displayName: String { Self.displayName(fields, type) }

    static func displayName(_ fields: [String: JSONValue], _ type: String) -> String {
        let name = ["title", "name", "start"].lazy.compactMap { fields[$0]?.string }.first ?? ""
        return name.isEmpty ? "untitled \(type.printable)" : name.printable
    }

    var displayState: String { waits ? "not synced yet" : "synced" }
}

/// Runs `body`; says a broken rule in a sentence.
func plainly<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as EntityInvalid {
        let field = error.path.split(separator: ".").dropFirst().first
        throw PhoneError((field.map { "The \($0) can't be stored. " } ?? "Nothing was stored. ") + error.detail)
    }
}

extension JSONValue {
    static func entity(_ entity: Entity, _ more: [JSONValue.Member] = []) -> JSONValue {
        .object(
            [
                .init("id", .string(entity.id.lowercased)), .init("type", .string(entity.type)),
                .init("fields", FieldMap.nested(entity.fields)), .init("dirty", .bool(entity.waits)),
            ] + more)
    }

    /// A typed value: none where it's empty.
    static func typed(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
}
