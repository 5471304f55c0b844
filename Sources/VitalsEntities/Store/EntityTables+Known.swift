package import Foundation
import GRDB
import Vitals

extension EntityTables {
    /// True if this store has ever seen an entity with an id: it's here, was deleted, stands for another one, or waits for a
    /// decision. An import asks before it makes one, so that what was deleted doesn't come back.
    package func isKnown(_ id: UUID) throws -> Bool {
        let text = id.lowercased
        let sql = ["entity_shadow", "entity_map", "entity_outbox", "entity_dead", "entity_conflict"].map {
            "EXISTS (SELECT 1 FROM \($0) WHERE id = ?)"
        }.joined(separator: " OR ")
        let arguments = StatementArguments(Array(repeating: text, count: 5))
        return try Bool.fetchOne(database.cachedStatement(sql: "SELECT \(sql)"), arguments: arguments) ?? false
    }
}
