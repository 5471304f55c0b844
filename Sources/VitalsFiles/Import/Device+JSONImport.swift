import Foundation
import GRDB
package import Vitals
import VitalsEntities
import VitalsWorkouts

extension Device {
    /// Imports a JSON export. It's stored in steps, and what this store has or had stays as it is, as with a CSV file.
    ///
    /// Records keep their ids, versions and times. Notes, tags and other entities are made anew with their ids, and go to the server as
    /// if a person had typed them.
    ///
    /// - Parameters:
    ///   - isRehearsal: true to count what would happen, in one transaction that is then undone.
    ///   - progress: called for each 64 KiB that are read.
    /// - Throws: `FileError`, `StoreError`.
    package func importJSON(
        _ path: String, isRehearsal: Bool = false,
        progress: @escaping FileProgress = { _, _ in }
    ) throws -> FileImportSummary {
        let bytes = try FileBytes(path)
        return try importJSON(isRehearsal: isRehearsal) {
            progress(bytes.readBytes, bytes.totalBytes)
            return try bytes.next()
        }
    }

    func importJSON(
        isRehearsal: Bool, nextPiece: @escaping () throws -> [UInt8]
    ) throws -> FileImportSummary {
        var summary = FileImportSummary()
        var elements = JSONElements(nextPiece)
        func next() throws -> JSONElements.Item? {
            do {
                return try elements.next()
            } catch let fault as JSONElements.Fault {
                throw FileError(fault)
            }
        }
        guard case .member("format", .string(FileExport.formatName))? = try next() else {
            throw FileError(.notAnObject)
        }
        var place: [String: Int] = [:]
        try storeInSteps(isRehearsal: isRehearsal, &summary) { transaction, summary in
            guard let item = try next() else { return false }
            guard case .element(let list, let value) = item else { return true }
            place[list, default: 0] += 1
            do {
                try transaction.take(value, of: list, &summary)
            } catch let error as DatabaseError {
                throw error
            } catch let error as StoreError {
                throw error
            } catch {
                let reason = (error as? any ExplainedError)?.errorMessage ?? String(describing: error)
                summary.add(problem: "\(list), number \(place[list, default: 0]): \(reason)", line: nil)
            }
            return true
        }
        return summary
    }
}

extension ImportTransaction {
    /// Stores an element of a list, unless this store has or had it.
    ///
    /// - Throws: an error with a sentence, for one that can't be stored; errors of the store.
    fileprivate mutating func take(_ value: JSONValue, of list: String, _ summary: inout FileImportSummary) throws {
        switch list {
        case "measurements":
            try addIfUnknown(try Vitals.Measurement(json: value).checkedForImport(), &summary)
        case "entities":
            let entity = try ExportedEntity(value)
            summary.countEntity(entity.type.name, isNew: try tables.create(entity))
        case "samples":
            let isNew = try SampleTables(tables).insert(try Sample(json: value))
            if isNew { summary.samples.added += 1 } else { summary.samples.present += 1 }
        default: break
        }
    }
}

extension FileError {
    fileprivate init(_ fault: JSONElements.Fault) {
        switch fault {
        case .notAnObject: self.init("The file is JSON, but no export of Vitals.")
        case .damaged:
            self.init(
                "The JSON is damaged, or cut short. A part of it may be stored; importing a whole file adds the rest.")
        case .tooLarge: self.init("An element is larger than 4 MiB.")
        }
    }
}

/// An entity of an export.
struct ExportedEntity {
    let id: UUID
    let type: EntityType
    /// As in `Entity`: a key of a map is a field called `map.key`.
    let fields: [String: JSONValue]

    init(_ json: JSONValue) throws {
        guard let id = json["id"]?.string.flatMap({ UUID(text: $0) }) else { throw FileError("The id isn't a UUID.") }
        guard let type = json["type"]?.string.flatMap({ EntityTypes.builtIn[$0] }) else {
            throw FileError("This version of Vitals doesn't know the type.")
        }
        self.id = id
        self.type = type
        fields = FieldMap.flat(json["fields"] ?? .null) { type.field($0)?.kind == .map }
    }
}

extension RecordTables {
    /// Makes an entity, unless it's shown, was deleted, was joined with another one, or is under way.
    ///
    /// - Returns: true if it's new.
    fileprivate func create(_ entity: ExportedEntity) throws -> Bool {
        let entities = EntityTables(self, types: .builtIn, rules: .all)
        let id = entity.id.lowercased
        if try entities.resolve(id) != id || entities.shadow(entity.id) != nil { return false }
        for table in ["entity_outbox", "entity_conflict", "entity_dead"] {
            let sql = "SELECT 1 FROM \(table) WHERE id = ? LIMIT 1"
            if try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [id]) != nil { return false }
        }
        try entities.create(entity.type, id: entity.id, entity.fields)
        return true
    }
}
