package import Foundation
import GRDB
package import Vitals
import VitalsEntities

// Workouts are entities: they go up by the outbox, and by no other way.

extension SampleTables {
    /// The name under which a source lists workouts among its types.
    package static let workoutType = "WORKOUT"

    /// Makes the entity of a workout that a source has recorded, unless this phone has ever known it.
    ///
    /// - Returns: true if it was new here.
    package func addWorkout(_ id: UUID, _ fields: [String: JSONValue]) throws -> Bool {
        guard let type = EntityTypes.builtIn["workout"], try !isKnown(workout: id) else { return false }
        try entities.create(type, id: id, fields)
        return true
    }

    /// Deletes a workout that the source has deleted, if it's still there.
    func removeWorkout(_ id: UUID) throws {
        if let shown = try entities.entity(id) { try entities.delete(shown.id) }
    }

    /// True for a workout that is shown, was deleted, was joined with another one, or is under way.
    private func isKnown(workout id: UUID) throws -> Bool {
        let text = id.lowercased
        if try entities.resolve(text) != text || entities.shadow(id) != nil { return true }
        return try ["entity_outbox", "entity_conflict", "entity_dead"].contains { table in
            let sql = "SELECT 1 FROM \(table) WHERE id = ? LIMIT 1"
            return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [text]) != nil
        }
    }

    private var entities: EntityTables { EntityTables(tables, types: .builtIn, rules: .all) }
}
