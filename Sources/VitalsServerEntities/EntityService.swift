package import Foundation
package import Vitals
package import VitalsEntities
package import VitalsServer

/// The protocol of entities over any store, without HTTP. The routes call it, and so do simulations in their place.
package struct EntityService: Sendable {
    package let store: any EntityStore
    package let types: EntityTypes
    private let rules: EntityRules
    private let now: @Sendable () -> Timestamp
    private let makeTag: @Sendable () -> Int64
    /// The types that a user may not change now.
    private let lockedTypes: @Sendable (UUID) async throws -> Set<String>
    /// Called after a commit that changed something, with the number of the log's last row.
    private let didChange: @Sendable (UUID, Int64) -> Void

    package init(
        store: any EntityStore, types: EntityTypes, rules: EntityRules = .all,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        makeTag: @escaping @Sendable () -> Int64 = { .random(in: .min ... .max) },
        lockedTypes: @escaping @Sendable (UUID) async throws -> Set<String> = { _ in [] },
        didChange: @escaping @Sendable (UUID, Int64) -> Void = { _, _ in }
    ) {
        self.store = store
        self.types = types
        self.rules = rules
        self.now = now
        self.makeTag = makeTag
        self.lockedTypes = lockedTypes
        self.didChange = didChange
    }

    /// A response to a 200: its body, and the head of the log when it was computed.
    package struct Response<Body: Sendable>: Sendable {
        package let body: Body
        package let head: EntityLogRow?
    }

    /// Performs the commands in one transaction. What the user may change is asked once, before it.
    package func push(
        _ commands: [EntityCommand], user: UUID, receipt: Receipt?
    ) async throws(ServiceError) -> Response<[EntityResult]> {
        let locked = try await asServiceErrors { try await lockedTypes(user) }
        return try await decide(user: user, receipt: receipt, locked: locked) { try $0.perform(commands) }
    }

    /// Takes what a phone knows after history was lost.
    package func restate(
        _ rows: [EntityRow], aliases: [UUID: UUID], user: UUID, receipt: Receipt?
    ) async throws(ServiceError) -> Response<EntityDecider.Restated> {
        try await decide(user: user, receipt: receipt) { try $0.restate(rows, aliases: aliases) }
    }

    package func changes(
        cursors: [String: Int64], limit: Int, user: UUID, receipt: Receipt?
    ) async throws(ServiceError) -> EntityPage {
        try await asServiceErrors {
            try await store.page(user: user, receipt: receipt, cursors: cursors, limit: limit)
        }
    }

    /// Finds an entity, also by an id that was replaced. The page is empty if there's none.
    package func entity(
        type: String, id: UUID, user: UUID, receipt: Receipt?
    ) async throws(ServiceError) -> EntityPage {
        try await asServiceErrors { try await store.entity(user: user, receipt: receipt, type: type, id: id) }
    }

    /// Runs `body` with a decider in one transaction, and tells of what it changed.
    ///
    /// - Parameter left: rules that don't count for this transaction.
    func decide<Body: Sendable>(
        user: UUID, receipt: Receipt?, locked: Set<String> = [], leavingOut left: EntityRules = [],
        _ body: @escaping @Sendable (EntityDecider) throws -> Body
    ) async throws(ServiceError) -> Response<Body> {
        let (types, rules, makeTag, now) = (
            types, rules.subtracting(left), makeTag, now().millisecondsSinceEpoch
        )
        let (response, isChange) = try await asServiceErrors {
            try await store.transact(user: user, receipt: receipt) { storage, head in
                let decider = EntityDecider(
                    storage, types: types, rules: rules, lockedTypes: locked, headSeq: head?.seq ?? 0, now: now,
                    makeTag: makeTag)
                let value = try body(decider)
                try decider.store()
                return (Response(body: value, head: decider.log.last ?? head), !decider.log.isEmpty)
            }
        }
        if isChange, let head = response.head { didChange(user, head.seq) }
        return response
    }

    private func asServiceErrors<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await body()
        } catch SyncStoreError.historyLost {
            throw .entitiesLost
        } catch let reused as EntityRequestReused {
            throw .requestReused(path: "commands[\(reused.index)].requestId")
        } catch is EntityTransactionTooLarge {
            throw .touchesTooMuch
        } catch {
            throw .from(error)
        }
    }
}
