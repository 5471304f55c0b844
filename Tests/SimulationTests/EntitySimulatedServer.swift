import Foundation
import Vitals
import VitalsEntities
import VitalsServerEntities

/// One server in memory, with the decider that ships, and the requests that its processes are working on.
final class EntitySimulatedServer {
    /// The response to a request: what a phone gets, and nothing while it's under way.
    final class Reply {
        var result: Result<EntityResponse, EntityFailure>?
        /// For a page that is the last: what the server held when it was read.
        var truth: [UUID: EntityRow]?
    }

    /// A request under way. It works in two steps, reading and committing, so that two can lie side by side.
    final class Job {
        let request: EntityRequest
        let receipt: Receipt?
        let pageSize: Int
        let reply: Reply
        var commit: (() -> Void)?
        var response: Result<EntityResponse, EntityFailure>?
        var truth: [UUID: EntityRow]?

        init(_ request: EntityRequest, _ receipt: Receipt?, pageSize: Int, _ reply: Reply) {
            (self.request, self.receipt, self.pageSize, self.reply) = (request, receipt, pageSize, reply)
        }
    }

    let types: EntityTypes
    let rules: EntityRules
    /// One transaction of the user at a time.
    let hasLock: Bool
    let oracle: EntityOracle
    private(set) var entities = MemoryEntities()
    private(set) var jobs: [Job] = []
    private weak var busy: Job?
    private var tag: Int64 = 0
    var now: Int64 = 0
    /// The types that the account may not change now.
    var lockedTypes: Set<String> = []
    /// Until when every request gets a 500.
    var downUntil: Int64 = 0

    init(types: EntityTypes, rules: EntityRules, hasLock: Bool, oracle: EntityOracle) {
        (self.types, self.rules, self.hasLock, self.oracle) = (types, rules, hasLock, oracle)
    }

    func restore(_ backup: MemoryEntities) { entities = backup }

    // MARK: Requests under way

    func begin(_ request: EntityRequest, receipt: Receipt?, pageSize: Int, reply: Reply) {
        jobs.append(Job(request, receipt, pageSize: pageSize, reply))
    }

    func kill(_ job: Job) {
        jobs.removeAll { $0 === job }
        if busy === job { busy = nil }
    }

    /// Takes one step of a request. False if it waits for another's lock.
    @discardableResult
    func step(_ job: Job) throws -> Bool {
        if case .changes(let cursors, _, _) = job.request {
            page(job, cursors)
            finish(job)
            return true
        }
        if job.response == nil {
            if hasLock, busy != nil { return false }
            busy = job
            try work(job)
            return true
        }
        job.commit?()
        if busy === job { busy = nil }
        finish(job)
        return true
    }

    private func finish(_ job: Job) {
        jobs.removeAll { $0 === job }
        job.reply.truth = job.truth
        job.reply.result = job.response
    }

    private func page(_ job: Job, _ cursors: [String: Int64]) {
        guard entities.knows(job.receipt) else { return job.response = .failure(.historyLost) }
        let page = entities.page(cursors: cursors, limit: job.pageSize)
        let body = EntityChangesPage(rows: page.rows, cursors: page.cursors(after: cursors), hasMore: page.hasMore)
        var receipt = entities.head?.receipt
        if !rules.contains(.receiptOfHead), page.hasMore, let last = page.rows.last {
            receipt = entities.log[last.seq]?.receipt
        }
        if !page.hasMore { job.truth = entities.rows }
        job.response = .success(EntityResponse(.page(body), receipt: receipt))
    }

    private func work(_ job: Job) throws {
        guard entities.knows(job.receipt) else { return job.response = .failure(.historyLost) }
        let storage = MemoryEntityStorage(entities, types: types)
        var events: [EntityEvent] = []
        var decider = EntityDecider(
            storage, types: types, rules: rules, lockedTypes: lockedTypes, headSeq: entities.head?.seq ?? 0, now: now,
            makeTag: { [unowned self] in
                tag += 1
                return tag
            })
        decider.observe = { events.append($0) }
        let body: EntityResponseBody
        switch job.request {
        case .push(let commands):
            guard !commands.contains(where: EntitySimulatedPhone.isPoison) else {
                job.response = .failure(.serverError)
                return
            }
            do {
                body = .pushed(try decider.perform(commands))
            } catch is EntityRequestReused {
                oracle.flag("4 requestId used for other content")
                job.response = .failure(.failed(.unexpected(status: 422, detail: "")))
                return
            }
        case .restate(let rows, let aliases):
            let result = try decider.restate(rows, aliases: aliases)
            body = .restated(EntityRestated(replaced: result.replaced, unplaced: result.unplaced))
        case .changes: preconditionFailure("A page needs no transaction.")
        }
        try decider.store()
        let changes = storage.changes
        let response = EntityResponse(body, receipt: changes.log.last?.receipt ?? entities.head?.receipt)
        job.response = .success(response)
        job.commit = { [unowned self] in
            entities.apply(changes)
            // Without the lock another transaction may have given out these numbers too.
            for row in changes.log { entities.log[row.seq] = row }
            oracle.committed(events, entities)
        }
    }
}
