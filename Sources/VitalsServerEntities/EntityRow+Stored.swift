import Foundation
import Vitals
import VitalsEntities
import VitalsServer

extension EntityRow {
    /// The fields and stamps as a database stores them: as on the wire, nested; empty for a tombstone.
    var storedFields: String { isDeleted ? "" : CanonicalJSON.text(fieldsJSON) }
    var storedStamps: String { isDeleted ? "" : CanonicalJSON.text(stampsJSON) }

    /// Reads a row of the table `entities`.
    ///
    /// - Throws: `SyncStoreError.unusable` for one that no version of this server wrote.
    init(
        storedID id: UUID?, type: String, version: Int64, seq: Int64, isDeleted: Bool, fields: String, stamps: String
    ) throws {
        do {
            guard let id else { throw JSONError.shape("Expected a UUID.") }
            var members: [JSONValue.Member] = [
                .init("id", .string(id.lowercased)), .init("type", .string(type)),
                .init("version", .number(Double(version))), .init("seq", .number(Double(seq))),
            ]
            if isDeleted {
                members.append(.init("deleted", .bool(true)))
            } else {
                members.append(.init("fields", try JSONValue(parsing: fields)))
                members.append(.init("stamps", try JSONValue(parsing: stamps)))
            }
            // One bad key would otherwise make every page of the account a 503.
            try self.init(json: .object(members), skipsImpossibleKeys: true)
        } catch is JSONError {
            throw SyncStoreError.unusable("The database contains an entity that can't be read; restore a backup.")
        }
    }
}
