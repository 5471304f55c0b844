package import Foundation
package import Vitals
import VitalsEntities
package import VitalsServer
package import VitalsServerEntities

/// The contract of a companion without HTTP: it sends what it read from a health source, and asks which of it is here.
package struct CompanionService: Sendable {
    private let entities: EntityService
    private let now: @Sendable () -> Timestamp
    let sync: SyncService
    let records: any RecordLookup

    package init(
        entities: EntityService, sync: SyncService, records: any RecordLookup,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        self.entities = entities
        self.sync = sync
        self.records = records
        self.now = now
    }

    /// The way a request treats what is stored already.
    package enum Method: Hashable, Sendable {
        /// It leaves it as it is: POST.
        case add
        /// It brings it up to date: PUT.
        case replace
    }

    var moment: Timestamp { now() }

    // MARK: Workouts

    /// Stores workouts as entities, in one transaction, so that phones pull them like their own.
    ///
    /// - Throws: 400 or 413. A broken item is an error of the report.
    package func workouts(
        body: [UInt8], _ method: Method, user: UUID
    ) async throws(ServiceError) -> CompanionReport {
        let batch = try CompanionBatch(body: body, client: CompanionID.client(user), CompanionWorkout.init)
        guard !batch.items.isEmpty else { return batch.report }
        let (workouts, moment) = (batch.items, moment)
        let (decisions, results) = try await entities.perform(user: user) { reader in
            guard let type = reader.type("workout") else { throw ServiceError.notFound }
            return try Self.plan(workouts.map(\.item), method, reader, type, moment)
        }
        return Self.report(batch, decisions, results)
    }

    /// A decision, and whether the workout was deleted here.
    private typealias Decided = (decision: CompanionMatch.Decision, isDeleted: Bool)

    private static func plan(
        _ workouts: [CompanionWorkout], _ method: Method, _ reader: EntityReader, _ type: EntityType,
        _ moment: Timestamp
    ) throws -> EntityPlan<[Decided]> {
        let known = try reader.rows(workouts.map(\.id))
        let near = try reader.starting(about: workouts.map(\.start), type: type)
        let rows = Dictionary((known.values + near).map { ($0.id, $0) }) { one, _ in one }
        let items = workouts.map { workout in
            let id = known[workout.id]?.id ?? workout.id
            return CompanionMatch.Item(
                id: id, start: workout.start, duration: workout.duration,
                updates: method == .replace && id == workout.id)
        }
        let decisions = CompanionMatch.decisions(
            for: items, stored: rows.values.compactMap { CompanionMatch.Stored($0, of: type) })
        var (commands, aliases) = ([EntityCommand](), [(id: UUID, survivor: UUID)]())
        for (workout, decision) in zip(workouts, decisions) {
            switch decision {
            case .insert: commands.append(workout.command(updating: nil, type: type, now: moment))
            case .update: commands.append(workout.command(updating: rows[workout.id], type: type, now: moment))
            case .duplicate(let survivor):
                // From now on the id means the other workout, also once a person has edited or deleted that.
                let isNew = known[workout.id] == nil && survivor != workout.id
                if isNew, !aliases.contains(where: { $0.id == workout.id }) { aliases.append((workout.id, survivor)) }
            }
        }
        let answer = zip(items, decisions).map { item, decision in
            (decision: decision, isDeleted: rows[item.id]?.isDeleted == true)
        }
        return EntityPlan(commands: commands, aliases: aliases, answer: answer)
    }

    private static func report(
        _ batch: CompanionBatch<CompanionWorkout>, _ decided: [Decided], _ results: [EntityResult]
    ) -> CompanionReport {
        var (report, results) = (batch.report, results[...])
        for (place, item) in batch.items.enumerated() {
            let (decision, isDeleted) = decided[place]
            if isDeleted { report.warnings.append(.init(item.index, "", "It was deleted here, and stays so.")) }
            if case .duplicate = decision {
                report.duplicates += 1
            } else if let result = results.popFirst(), result.status == .rejected {
                report.errors.append(.init(item.index, "", result.detail ?? "It can't be stored."))
            } else if decision == .insert {
                report.inserted += 1
            } else {
                report.updated += 1
            }
        }
        return report
    }

    /// Those of the ids whose workouts are here.
    ///
    /// - Throws: 400, 403 or 413.
    package func existingWorkouts(body: [UInt8], user: UUID) async throws(ServiceError) -> [UUID] {
        let query = try CompanionQuery(body: body, client: CompanionID.client(user))
        let ids = query.uuids
        return try await entities.perform(user: user) { reader in
            let rows = try reader.rows(ids.map { CompanionID.of($0) })
            let living = ids.filter { rows[CompanionID.of($0)].map { !$0.isDeleted && $0.type == "workout" } ?? false }
            return EntityPlan(commands: [], aliases: [], answer: living)
        }.answer
    }
}
