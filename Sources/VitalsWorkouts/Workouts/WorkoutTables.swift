package import Foundation
package import Vitals
import VitalsEntities

/// The workouts of a phone's store within one transaction.
package struct WorkoutTables {
    private let samples: SampleTables
    private let entities: EntityTables
    private let type: EntityType
    private let now: Timestamp

    package init(_ tables: RecordTables) {
        samples = SampleTables(tables)
        entities = EntityTables(tables, types: .builtIn, rules: .all)
        type = entityType
        now = tables.clock()
    }

    /// Stores a workout that a health source has, unless this store has ever seen it.
    ///
    /// - Returns: true if it's new.
    /// - Throws: `WorkoutInvalid` for one that can't be.
    package func insert(_ draft: WorkoutDraft) throws -> Bool {
        try samples.addWorkout(draft.recordedID, draft.values(now: now))
    }

    func add(_ draft: WorkoutDraft, id: UUID) throws {
        try entities.create(type, id: id, draft.values(now: now))
    }

    func update(_ id: UUID, _ draft: WorkoutDraft) throws {
        try entities.update(id, draft.values(now: now), seen: draft.seen)
    }
}

private let entityType = EntityTypes.builtIn[Workout.type]!

extension WorkoutDraft {
    /// The id of a workout that a health source recorded: the same on every phone and from every source that has it.
    package var recordedID: UUID {
        SampleID.of([
            Workout.type, start.flooredToSecond.rfc3339, (end ?? start).flooredToSecond.rfc3339, activity, source,
        ])
    }
}
