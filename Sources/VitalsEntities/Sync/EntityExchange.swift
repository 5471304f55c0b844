import Foundation
import GRDB
package import Vitals

/// One sync of the entities: what `OutboxMachine` decides, done on the store. Whoever drives it sends its requests and hands
/// back the responses; between two of them a process may die.
package struct EntityExchange {
    private let access: EntityAccess
    private let limits: EntityExchangeLimits
    private var machine = OutboxMachine()
    private var actions: [OutboxMachine.Action]
    private var parts: [[UUID]]?
    private var waiting: Waiting?
    private var hasAskedAgain = false
    /// The error that ended it; nil while it runs, and after a success.
    package private(set) var failure: EntityFailure?
    /// True once it ended without an error.
    package private(set) var isDone = false

    /// A request under way, with the state of the store that it was made from.
    private struct Waiting {
        var position: EntityPosition
        var batch: [EntityTables.Queued] = []
        var isRestate = false
        var isLastPart = false
    }

    package init(_ access: EntityAccess, limits: EntityExchangeLimits = EntityExchangeLimits()) throws {
        self.access = access
        self.limits = limits
        let bound = try access.store.syncState()
        let state = try access.write { tables in
            try tables.bind(to: "\(bound.origin ?? "") \(bound.account ?? "")")
            try tables.liftHolds()
            return try tables.state()
        }
        actions = machine.handle(
            .began(restating: state.isRestating && access.rules.contains(.restateFirst), single: state.isSingle))
    }

    /// Works until there's something to send; nil once the sync has ended.
    package mutating func next() throws -> (request: EntityRequest, context: SyncContext)? {
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .push(let limit): if let request = try push(min(limit, limits.batchCount)) { return request }
            case .pull: if let request = try pull() { return request }
            case .restate: if let request = try restate() { return request }
            case .reset: try access.write { try $0.loseHistory() }
            case .count(let requestID): try access.write { try $0.countFailure(of: requestID) }
            case .end(let isOK): isDone = isOK
            }
        }
        return nil
    }

    // MARK: Requests

    private mutating func push(_ limit: Int) throws -> (EntityRequest, SyncContext)? {
        let (batch, state) = try access.write { tables in
            let state = try tables.state()
            return (isTooEarly(state) ? [] : try tables.claim(limit: limit), state)
        }
        if isTooEarly(state) { return end() }
        guard !batch.isEmpty else {
            actions += machine.handle(.nothingToSend)
            return nil
        }
        waiting = Waiting(position: state.position, batch: batch)
        return (.push(batch.map(\.command)), try context(state.position))
    }

    private mutating func pull() throws -> (EntityRequest, SyncContext)? {
        let state = try access.read { try $0.state() }
        if isTooEarly(state) { return end() }
        guard !state.position.cursors.isEmpty else {
            actions += machine.handle(.pulled(more: false))
            return nil
        }
        waiting = Waiting(position: state.position)
        let head = state.position.receipt?.seq
        let isKnown = state.position.cursors.values.allSatisfy { $0 == head }
        return (
            .changes(state.position.cursors, limit: limits.pageSize, isKnown: isKnown), try context(state.position)
        )
    }

    private mutating func restate() throws -> (EntityRequest, SyncContext)? {
        let (state, all) = try access.read { (try $0.state(), try parts ?? $0.restateParts(size: limits.partSize)) }
        guard state.isRestating, let part = all.first else {
            parts = nil
            actions += machine.handle(.restated(more: false))
            return nil
        }
        let (rows, map) = try access.read { tables in
            (try part.compactMap { try tables.shadow($0) }, access.rules.contains(.restateMap) ? try tables.map() : [:])
        }
        let sent = rows.prefix(limits.count(of: rows))
        let rest = rows.dropFirst(sent.count).map(\.id)
        parts = (rest.isEmpty ? [] : [rest]) + all.dropFirst()
        waiting = Waiting(position: state.position, isRestate: true, isLastPart: parts?.isEmpty == true)
        return (.restate(Array(sent), aliases: map), try context(state.position))
    }

    /// True where another sync of this store has learned that history was lost, so that this one must give way.
    private func isTooEarly(_ state: EntityTables.State) -> Bool {
        state.isRestating && access.rules.contains(.restateFirst)
    }

    private mutating func end() -> (EntityRequest, SyncContext)? {
        actions = machine.handle(.moved)
        return nil
    }

    private func context(_ position: EntityPosition) throws -> SyncContext {
        SyncContext(account: try access.store.syncState().account, receipt: position.receipt)
    }

    // MARK: Responses

    /// Applies a response to the request that `next()` gave last.
    package mutating func received(_ result: Result<EntityResponse, EntityFailure>) throws {
        guard let asked = waiting else { return }
        waiting = nil
        switch result {
        case .success(let response):
            if let types = response.serverTypes { try noteServerTypes(types) }
            actions += machine.handle(try apply(response, to: asked))
        case .failure(let error): try received(error, to: asked)
        }
    }

    private mutating func apply(_ response: EntityResponse, to asked: Waiting) throws -> OutboxMachine.Event {
        switch response.body {
        case .pushed(let results):
            return try access.write { tables in
                try tables.apply(results, to: asked.batch, askedAt: asked.position, receipt: response.receipt)
            } ? .pushed : .moved
        case .page(let page):
            let outcome = try access.write { try $0.apply(page, askedAt: asked.position, receipt: response.receipt) }
            switch outcome {
            case .backward:
                failure = .failed(.unexpected(status: 200, detail: "cursor_backward: a cursor went back"))
                return .failed
            case .stuck:
                failure = .failed(.unexpected(status: 200, detail: "a page with more to come moved no cursor"))
                return .failed
            case .stored, .moved: break
            }
            return outcome == .stored ? .pulled(more: page.hasMore) : .moved
        case .restated(let restated):
            let counts = try access.write { tables in
                try tables.apply(
                    restated, isLast: asked.isLastPart, askedAt: asked.position, receipt: response.receipt)
            }
            return counts ? .restated(more: !asked.isLastPart) : .moved
        }
    }

    private mutating func received(_ error: EntityFailure, to asked: Waiting) throws {
        switch error {
        case .historyLost:
            // An answer to an older state of the store says nothing about this one.
            guard try access.read({ try $0.isStill(asked.position) }) else {
                actions += machine.handle(.moved)
                return
            }
            parts = nil
            actions += machine.handle(.historyLost)
        case .serverError where !asked.batch.isEmpty, .tooLarge where asked.batch.count > 1:
            failure = error
            try access.write { tables in
                try tables.setSingle(true)
                guard !access.rules.contains(.exhaustOnlyAlive), asked.batch.count == 1 else { return }
                try tables.countFailure(of: asked.batch[0].command.requestID)
            }
            actions += machine.handle(.serverError(requestIDs: asked.batch.map(\.command.requestID)))
        case .refused(let index, let code, let detail) where asked.batch.indices.contains(index):
            let queued = asked.batch[index]
            try access.write { tables in
                guard let current = try tables.pending(queued.number) else { return }
                try tables.bury(current, code: code, detail: detail)
            }
            actions += machine.handle(.pushed)
        case .tooLarge where asked.batch.count == 1:
            let queued = asked.batch[0]
            try access.write { tables in
                guard let current = try tables.pending(queued.number) else { return }
                try tables.bury(current, code: "too_large", detail: "It's larger than the server takes.")
            }
            actions += machine.handle(.pushed)
        case .unknownType(let types) where !hasAskedAgain:
            hasAskedAgain = true
            try noteServerTypes(types)
            actions += [asked.isRestate ? .restate : .pull]
            parts = nil
        default:
            failure = error
            actions += machine.handle(.failed)
        }
    }

    private func noteServerTypes(_ types: [String]) throws {
        guard try access.read({ try $0.state().serverTypes }) != types else { return }
        try access.write { try $0.setServerTypes(types) }
    }
}

/// How much travels at a time.
package struct EntityExchangeLimits: Hashable, Sendable {
    package var batchCount = OutboxMachine.batchCount
    package var pageSize = 500
    /// Rows in a part of a restate; the server takes at most 1,000.
    package var partSize = 500
    /// The most that the rows in a part take, as JSON; but a part has one row at least.
    static let partSizeBytes = 900_000

    package init() {}

    /// How many of these rows fit into a part.
    func count(of rows: [EntityRow]) -> Int {
        var bytes = 0
        let count = rows.prefix { row in
            bytes += 200 + CanonicalJSON.text(row.fieldsJSON).utf8.count + CanonicalJSON.text(row.stampsJSON).utf8.count
            return bytes <= Self.partSizeBytes
        }.count
        return max(1, count)
    }
}
