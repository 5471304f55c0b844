package import Foundation
import Vitals
package import VitalsEntities
package import VitalsServer

extension EntityService {
    /// Changes entities of one type after a look at what is stored, in one transaction. The plan has matched its items
    /// already, so no create among its commands is matched again.
    ///
    /// - Parameter plan: decides. It runs under the user's lock.
    /// - Returns: what the plan wants to say, and the results of its commands.
    package func perform<Answer: Sendable>(
        user: UUID, _ plan: @escaping @Sendable (EntityReader) throws -> EntityPlan<Answer>
    ) async throws(ServiceError) -> (answer: Answer, results: [EntityResult]) {
        try await decide(user: user, receipt: nil, leavingOut: .match) { decider in
            let plan = try plan(EntityReader(decider: decider))
            let results = try decider.perform(plan.commands)
            for (id, survivor) in plan.aliases { try decider.stand(id, for: survivor) }
            return (plan.answer, results)
        }.body
    }
}

/// The changes that another program than a phone of ours wants to make.
package struct EntityPlan<Answer: Sendable>: Sendable {
    package let commands: [EntityCommand]
    /// Ids that stand from now on for an entity that was there, in the order in which they came.
    package let aliases: [(id: UUID, survivor: UUID)]
    package let answer: Answer

    package init(commands: [EntityCommand], aliases: [(id: UUID, survivor: UUID)], answer: Answer) {
        self.commands = commands
        self.aliases = aliases
        self.answer = answer
    }
}

/// The stored entities, as a plan sees them.
package struct EntityReader {
    fileprivate let decider: EntityDecider

    package func type(_ name: String) -> EntityType? { decider.types[name] }

    /// The rows that these ids stand for, tombstones included, by the ids that were asked for.
    package func rows(_ ids: [UUID]) throws -> [UUID: EntityRow] {
        try decider.work.prefetch(rows: ids)
        return try ids.reduce(into: [:]) { $0[$1] = try decider.work.row(decider.work.resolve($1)) }
    }

    /// The living entities of a type that start at most the tolerance before or after one of these moments, in milliseconds
    /// since the epoch, and perhaps a few others; each once.
    package func starting(about moments: [Int64], type: EntityType) throws -> [EntityRow] {
        guard let likeness = type.likeness else { return [] }
        try decider.work.prefetch(type: type, likeness: likeness, starts: moments)
        var found: [UUID: EntityRow] = [:]
        // The workspace keeps them in steps of the tolerance, so one moment of each step finds all.
        let tolerance = Double(EntityLikeness.toleranceMilliseconds)
        let steps = Dictionary(moments.map { ((Double($0) / tolerance).rounded(.down), $0) }) { one, _ in one }
        for moment in steps.values {
            for row in try decider.work.starting(about: moment, type: type, likeness: likeness) { found[row.id] = row }
        }
        return Array(found.values)
    }
}
