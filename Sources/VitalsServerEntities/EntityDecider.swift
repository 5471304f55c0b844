package import Foundation
import Vitals
package import VitalsEntities

/// Decides what commands do, in the order in which they come, in one transaction that holds the user's lock. Only this merges
/// and matches.
///
/// The rules are those of `docs/entities.md`, which the comments number.
package struct EntityDecider {
    let types: EntityTypes
    let rules: EntityRules
    /// The types whose commands the account may not make now.
    let lockedTypes: Set<String>
    let work: EntityWorkspace
    /// In milliseconds since the epoch.
    private let now: Int64
    /// Sees what a person can't: a simulation checks its promises by it.
    package var observe: ((EntityEvent) -> Void)?

    /// - Parameters:
    ///   - lockedTypes: those whose commands are answered `not_entitled`, which isn't remembered: the same command may come again.
    ///   - headSeq: the last number of the user's log; 0 while it's empty.
    ///   - makeTag: a random number for each log row. It must not be computed from anything.
    package init(
        _ storage: any EntityStorage, types: EntityTypes, rules: EntityRules = .all, lockedTypes: Set<String> = [],
        headSeq: Int64, now: Int64, makeTag: @escaping () -> Int64
    ) {
        self.types = types
        self.rules = rules
        self.lockedTypes = lockedTypes
        self.now = now
        work = EntityWorkspace(storage, types: types, headSeq: headSeq, makeTag: makeTag)
    }

    /// The most that the rows in one response may take, in bytes of JSON.
    static let answeredSizeBytes = 8 << 20

    /// The number of the last row of the log.
    package var headSeq: Int64 { work.headSeq }

    /// The new rows of the log so far.
    package var log: [EntityLogRow] { work.changes.log }

    /// Stores what was decided.
    package func store() throws { try work.store() }

    // MARK: Exactly once (rule 4)

    /// Performs the commands in their order.
    ///
    /// - Throws: `EntityRequestReused` where a known request id comes with other content; the caller rolls back.
    package func perform(_ commands: [EntityCommand]) throws -> [EntityResult] {
        try prefetch(for: commands)
        let known = rules.contains(.requests) ? try work.answers(to: commands.map(\.requestID)) : [:]
        var answeredBytes = 0
        return try commands.enumerated().map { index, command in
            // A batch may hold one request twice.
            let earlier =
                rules.contains(.requests) ? work.changes.answers[command.requestID] ?? known[command.requestID] : nil
            let result =
                isLocked(command, earlier)
                ? notEntitled(command) : try perform(command, at: index, earlier: earlier)
            answeredBytes += result.entity?.approximateSizeBytes ?? 0
            guard answeredBytes <= Self.answeredSizeBytes else { throw EntityTransactionTooLarge() }
            return result
        }
    }

    /// True for a command that the account may not make. One that was performed while it might gets its first answer again.
    private func isLocked(_ command: EntityCommand, _ earlier: RecordedAnswer?) -> Bool {
        guard lockedTypes.contains(command.type) else { return false }
        return earlier.map { $0.performedAt + RecordedAnswer.keptMilliseconds <= now } ?? true
    }

    private func notEntitled(_ command: EntityCommand) -> EntityResult {
        var result = EntityResult(.rejected, .notEntitled, id: command.id, requestID: command.requestID)
        result.seq = work.headSeq
        result.detail = "This account may not change \(command.type)s. Ask whoever runs the server."
        return result
    }

    /// Performs a command, or gives the answer again that it got before.
    ///
    /// - Parameter earlier: what was recorded under its request id; nil if nothing was.
    private func perform(_ command: EntityCommand, at index: Int, earlier: RecordedAnswer?) throws -> EntityResult {
        // @write 21 perform-once
        let hash = command.payloadHash
        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds > now {
            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: index) }
            return try EntityResult(json: JSONValue(parsing: earlier.result))
        }
        let result = try decide(command, isForgotten: earlier != nil)
        work.record(
            RecordedAnswer(payloadHash: hash, result: CanonicalJSON.text(result.json), performedAt: now),
            for: command.requestID)
        return result
        // @starter
        //| throw NotWritten(21, "give a known request its first answer; perform any other, and record the answer")
        // @end
    }

    /// Decides a command, and completes its result.
    private func decide(_ command: EntityCommand, isForgotten: Bool) throws -> EntityResult {
        let before = work.headSeq
        var result = try decide(command)
        result.requestID = command.requestID
        result.seq = work.headSeq
        if result.id != command.id { result.entity = try work.row(result.id) }
        observe?(.performed(command, result, isChange: work.headSeq != before, isForgotten: isForgotten))
        return result
    }

    /// Reads in a few queries what the commands will ask for one by one.
    private func prefetch(for commands: [EntityCommand]) throws {
        try work.prefetch(rows: commands.map(\.id), references: commands.flatMap(references))
        for (name, commands) in Dictionary(grouping: commands, by: \.type) {
            guard let type = types[name] else { continue }
            try prefetch(keysOf: commands.filter { $0.operation != .delete }.map { $0.fields.chosen }, type)
            let deleted = commands.filter { $0.operation == .delete }.map(\.id)
            try work.prefetch(referrersTo: deleted.filter { try !work.isReplaced($0) }, type: name)
        }
    }

    /// Reads who has the names, or starts when these do.
    func prefetch(keysOf values: [[String: JSONValue]], _ type: EntityType) throws {
        if type.hasUniqueName {
            let names = values.compactMap { $0["name"]?.string }.filter(EntityLimits.isLine).map(EntityName.folded)
            try work.prefetch(type: type.name, foldedNames: Set(names))
        }
        if let likeness = type.likeness {
            let starts = values.compactMap { likeness.values(of: $0)?.start }
            try work.prefetch(type: type, likeness: likeness, starts: starts)
        }
    }

    private func references(in command: EntityCommand) -> [UUID] {
        guard let type = types[command.type], case .object(let members) = command.fields else { return [] }
        return members.flatMap { member -> [UUID] in
            guard type.field(member.name)?.referencedType != nil else { return [] }
            return [member.value["base"], member.value["to"]].compactMap(\.self)
                .flatMap { $0.texts + [$0.string].compactMap(\.self) }.compactMap { UUID(text: $0) }
        }
    }

    private func decide(_ command: EntityCommand) throws -> EntityResult {
        guard let type = types[command.type] else { return EntityResult(.rejected, .unknownType, id: command.id) }
        do {
            let changes = try command.changes(of: type)
            switch command.operation {
            case .create: return try create(command.id, type, changes)
            case .update: return try update(command.id, type, changes)
            case .delete: return try delete(command.id, type)
            }
        } catch let invalid as EntityInvalid {
            return .rejected(invalid, id: command.id)
        }
    }

    func verdict(_ id: UUID, lost: Set<String>) -> EntityResult {
        guard !lost.isEmpty else { return EntityResult(.applied, id: id) }
        var result = EntityResult(.conflict, .changed, id: id)
        result.fields = lost.sorted()
        return result
    }
}

/// A known request id came with other content.
package struct EntityRequestReused: Error, Hashable, Sendable {
    /// The place of the command in its batch.
    package let index: Int
}

/// What a decider did, for a simulation.
package enum EntityEvent: Sendable {
    /// - Parameter isForgotten: it was performed before, too long ago to be remembered.
    case performed(EntityCommand, EntityResult, isChange: Bool, isForgotten: Bool)
    /// A new entity was taken for one that exists.
    case matched(UUID, with: UUID)
    /// A restated value can't be had: its name is taken, or its group is gone.
    case refused(UUID, field: String)
}

extension JSONValue {
    /// Of the fields of a command, the values that the person chose.
    fileprivate var chosen: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        // Only names that a field may have: hashing others can cost minutes.
        return members.reduce(into: [:]) { if FieldName.isValid($1.name) { $0[$1.name] = $1.value["to"] } }
    }
}
