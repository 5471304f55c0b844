package import Foundation

/// The sync engine: a pure state machine. An event goes in and the next action comes out. It touches no store, no
/// network and no clock, so a test can take it through any history.
///
/// `Syncer` performs its actions. One action is under way at a time. Invariants:
/// 1. Every sync ends: rounds, retries, restarts and bisections are bounded.
/// 2. Only a 200, 400, 409 or 413 from the store's own account is applied.
/// 3. A failing request changes nothing: its rows stay dirty.
/// 4. A store that has no account yet pulls before its first push.
package struct SyncEngine {
    // @show engine-events
    package enum Event: Sendable {
        /// The store's state, at the beginning and after each restart.
        case state(SyncState)
        /// The dirty rows that `readDirty` asked for.
        case dirty([Measurement])
        case pushAnswered(Result<SyncResponse<Pushed>, SyncFailure>)
        case pullAnswered(Result<SyncResponse<Pulled>, SyncFailure>)
        /// The effect of applying a response, with the store's state afterwards.
        case applied(Applied)
        case waited
    }

    package enum Action: Sendable {
        case readState
        /// Reads at most `limit` dirty rows in order of id, beginning after `after`.
        case readDirty(after: UUID?, limit: Int)
        case push([Measurement], SyncContext)
        case applyPush(SyncResponse<Pushed>, pushed: [Measurement])
        case applyRejection(copy: Measurement, Rejection, account: String?)
        case pull(cursor: Int64, limit: Int, SyncContext)
        case applyPage(SyncResponse<Pulled>, askedWith: SyncState)
        case resetSyncState
        case wait(seconds: Double)
        case finish(SyncEnd)
    }
    // @end

    package let settings: SyncSettings
    package let origin: String
    package private(set) var report = SyncReport()

    private var rules: SyncRules
    private var random: SplitMix64
    private var state = SyncState()
    private var phase = Phase.starting
    private var queue = PushQueue()
    private var restartCount = 0
    private var roundCount = 0
    private var attemptCount = 0

    private enum Phase {
        case starting
        case pushing([Measurement])
        case pulling
        /// A push failed for good. One pull shows if a record is at fault or the server is away.
        case probing(after: SyncFailure)
    }

    package init(origin: String, settings: SyncSettings = SyncSettings(), rules: SyncRules = .all, seed: UInt64) {
        self.origin = origin
        self.settings = settings
        self.rules = rules
        random = SplitMix64(seed: seed)
    }

    package mutating func handle(_ event: Event) -> Action {
        switch event {
        case .state(let state): return begin(state)
        case .dirty(let rows): return push(rows)
        case .pushAnswered(.success(let answer)): return pushSucceeded(answer)
        case .pushAnswered(.failure(let failure)): return pushFailed(failure)
        case .pullAnswered(.success(let page)): return pullSucceeded(page)
        case .pullAnswered(.failure(let failure)): return pullFailed(failure)
        case .applied(let applied): return afterApplying(applied)
        case .waited: return request()
        }
    }

    // MARK: Beginning

    private mutating func begin(_ state: SyncState) -> Action {
        self.state = state
        roundCount = 0
        queue = PushQueue(skippedIDs: queue.skippedIDs)
        if rules.contains(.accountBinding) {
            if let bound = state.origin, bound != origin {
                return finish(.failed(.wrongServer(bound: bound, asked: origin)))
            }
            if state.account == nil { return startPull() }
        }
        return startPush()
    }

    /// Reads the store's state again and starts over, a bounded number of times.
    private mutating func restart(_ reason: SyncError) -> Action {
        restartCount += 1
        guard restartCount <= settings.maximumRestarts else { return finish(.failed(reason)) }
        phase = .starting
        return .readState
    }

    private mutating func finish(_ end: SyncEnd) -> Action {
        report.skippedCount = queue.skippedIDs.count
        return .finish(end)
    }

    private var context: SyncContext {
        SyncContext(
            account: rules.contains(.accountBinding) ? state.account : nil,
            receipt: rules.contains(.receipts) ? state.receipt : nil)
    }

    /// The request of the current phase. After a wait, the same request again.
    private mutating func request() -> Action {
        switch phase {
        case .starting: return .readState
        case .pushing(let batch): return .push(batch, context)
        case .pulling, .probing: return .pull(cursor: state.cursor, limit: settings.pageSize, context)
        }
    }

    // MARK: Pushing

    private mutating func startPush() -> Action {
        roundCount += 1
        queue.after = nil
        queue.sentCount = 0
        return nextPush()
    }

    private mutating func nextPush() -> Action {
        attemptCount = 0
        if let batch = queue.pending.popLast() {
            phase = .pushing(batch)
            return request()
        }
        queue.isBisecting = false
        return .readDirty(after: queue.after, limit: settings.batchSize)
    }

    private mutating func push(_ rows: [Measurement]) -> Action {
        // @write 8 push-dirty
        guard let last = rows.last else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return queue.sentCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
        }
        queue.after = last.id
        let batch = rows.filter { !queue.skippedIDs.contains($0.id) }
        guard !batch.isEmpty else { return nextPush() }
        phase = .pushing(batch)
        return request()
        // @starter
        //| todo(8, "push these rows; when there are none, pull, or finish where nothing is left to do")
        // @end
    }

    private mutating func pushSucceeded(_ answer: SyncResponse<Pushed>) -> Action {
        guard case .pushing(let batch) = phase else { return restart(.unexpected("a response to no request")) }
        if let problem = accountProblem(answer.account) { return finish(.failed(problem)) }
        attemptCount = 0
        queue.failedInARow = 0
        queue.sentCount += batch.count
        report.pushedCount += batch.count
        report.acceptedCount += answer.body.acceptedIDs.count
        report.unchangedCount += answer.body.unchangedIDs.count
        report.staleCount += answer.body.stale.count
        return .applyPush(answer, pushed: batch)
    }

    private mutating func pushFailed(_ failure: SyncFailure) -> Action {
        guard case .pushing(let batch) = phase else { return restart(.unexpected("a response to no request")) }
        switch failure {
        case .badRecord(_, _, _, let account), .refused(_, _, let account):
            guard let problem = accountProblem(account) else { return refusedByAccount(batch, failure) }
            return account == nil ? refusedByNobody(batch, failure) : finish(.failed(problem))
        case .offline, .timedOut, .unavailable:
            return retryPush(batch, failure)
        default:
            return stop(failure)
        }
    }

    private mutating func refusedByAccount(_ batch: [Measurement], _ failure: SyncFailure) -> Action {
        switch failure {
        case .badRecord(let index, let code, let detail, let account):
            guard rules.contains(.bisection), batch.indices.contains(index) else {
                return refused(batch, status: 400, detail: detail, account: account)
            }
            var rest = batch
            let copy = rest.remove(at: index)
            if !rest.isEmpty { queue.pending.append(rest) }
            return reject(copy, code: code, detail: detail, account: account)
        case .refused(let status, let detail, let account):
            return refused(batch, status: status, detail: detail, account: account)
        default:
            return stop(failure)
        }
    }

    /// Handles a refusal by something between us and the server, such as a proxy with its own limit. Smaller batches
    /// may pass, and such a refusal must not mark any record as refused.
    private mutating func refusedByNobody(_ batch: [Measurement], _ failure: SyncFailure) -> Action {
        queue.bisectOrSkip(batch)
        return noteFailure(failure) ?? nextPush()
    }

    private mutating func refused(_ batch: [Measurement], status: Int, detail: String, account: String?) -> Action {
        guard rules.contains(.bisection) else { return finish(.failed(.unexpected(detail))) }
        guard batch.count > 1 else {
            return reject(batch[0], code: "refused_\(status)", detail: detail, account: account)
        }
        queue.bisect(batch)
        return nextPush()
    }

    private mutating func reject(_ copy: Measurement, code: String, detail: String, account: String?) -> Action {
        queue.sentCount += 1
        phase = .pushing([copy])
        let rejection = Rejection(id: copy.id, version: copy.version, code: code, detail: detail)
        return .applyRejection(copy: copy, rejection, account: account)
    }

    /// Handles a failure that may pass by itself: waits and tries again, then checks with a pull if the server can be
    /// reached.
    private mutating func retryPush(_ batch: [Measurement], _ failure: SyncFailure) -> Action {
        if failure.isRateLimit || failure.retryAfterSeconds ?? 0 > settings.longestWaitSeconds {
            return backoff(failure) ?? finish(.failed(SyncError(failure)))
        }
        // Try a piece of a failed batch only once: we know that the server can be reached.
        if queue.isBisecting, rules.contains(.bisection) {
            queue.bisectOrSkip(batch)
            return noteFailure(failure) ?? nextPush()
        }
        if let wait = backoff(failure) { return wait }
        guard rules.contains(.bisection) else { return finish(.failed(SyncError(failure))) }
        queue.deferred.append(batch)
        return noteFailure(failure) ?? probe(after: failure)
    }

    /// Counts a push that failed for good. After many in a row without a success, the records aren't the cause: the
    /// sync pulls what there is, and ends with this failure.
    private mutating func noteFailure(_ failure: SyncFailure) -> Action? {
        queue.failedInARow += 1
        guard queue.failedInARow > settings.maximumFailuresInARow else { return nil }
        queue.pushIsDown = failure
        queue.pending = []
        queue.deferred = []
        queue.skippedIDs = []
        return startPull()
    }

    private mutating func probe(after failure: SyncFailure) -> Action {
        attemptCount = 0
        phase = .probing(after: failure)
        return request()
    }

    /// Bisects the failed batches. The server responds, so a record in each batch must be at fault.
    private mutating func afterProbe() -> Action {
        for batch in queue.deferred { queue.bisectOrSkip(batch) }
        queue.deferred = []
        queue.isBisecting = !queue.pending.isEmpty
        return nextPush()
    }

    // MARK: Pulling

    private mutating func startPull() -> Action {
        attemptCount = 0
        phase = .pulling
        return request()
    }

    private mutating func pullSucceeded(_ page: SyncResponse<Pulled>) -> Action {
        if let problem = accountProblem(page.account) { return finish(.failed(problem)) }
        let body = page.body
        let isEmpty = body.records.isEmpty && body.unreadableCount == 0
        guard isEmpty ? body.nextCursor >= state.cursor : body.nextCursor > state.cursor else {
            return finish(.failed(.unexpected("the server's cursor went backwards")))
        }
        attemptCount = 0
        report.pulledCount += body.records.count
        report.unreadableCount += body.unreadableCount
        queue.hasPulledAll = isEmpty
        return .applyPage(page, askedWith: state)
    }

    private mutating func pullFailed(_ failure: SyncFailure) -> Action {
        switch failure {
        case .offline, .timedOut, .unavailable:
            if case .probing(let first) = phase { return finish(.failed(SyncError(first))) }
            return backoff(failure) ?? finish(.failed(SyncError(failure)))
        case .badRecord(_, _, let detail, _), .refused(_, let detail, _):
            return finish(.failed(.unexpected(detail)))
        default:
            return stop(failure)
        }
    }

    private mutating func pageApplied() -> Action {
        if case .probing = phase { return afterProbe() }
        if queue.hasPulledAll, let failure = queue.pushIsDown { return finish(.failed(SyncError(failure))) }
        // @write 8 after-page
        guard queue.hasPulledAll else { return startPull() }
        // Everything is pulled. Push the rows that the merge left dirty, the edits made meanwhile and, if the store had
        // no account before, everything.
        guard roundCount < settings.maximumRounds else { return finish(.done) }
        return startPush()
        // @starter
        //| todo(8, "pull the next page; after the last, push again what is dirty now, in a bounded number of rounds")
        // @end
    }

    // MARK: Both

    private mutating func afterApplying(_ applied: Applied) -> Action {
        report.add(applied)
        if applied.isSuperseded { return restart(.busy) }
        state = applied.state
        switch phase {
        case .starting: return restart(.historyLost)
        case .pushing: return nextPush()
        case .pulling, .probing: return pageApplied()
        }
    }

    private mutating func stop(_ failure: SyncFailure) -> Action {
        switch failure {
        case .historyLost(let account) where rules.contains(.receipts):
            if let problem = accountProblem(account) { return finish(.failed(problem)) }
            phase = .starting
            return .resetSyncState
        default:
            return finish(.failed(SyncError(failure)))
        }
    }

    private func accountProblem(_ account: String?) -> SyncError? {
        guard rules.contains(.accountBinding), let bound = state.account, bound != account else { return nil }
        return account == nil ? .unidentifiedServer : .wrongAccount
    }

    /// Exponential backoff with full jitter; nil when the attempts are used up, or when the server asks for a longer
    /// wait than `longestWaitSeconds`.
    private mutating func backoff(_ failure: SyncFailure) -> Action? {
        // @write 8 backoff
        attemptCount += 1
        guard attemptCount < settings.maximumAttempts else { return nil }
        if let wish = failure.retryAfterSeconds {
            guard wish <= settings.longestWaitSeconds else { return nil }
            return .wait(seconds: wish)
        }
        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
        // @starter
        //| todo(8, "wait as the server wishes, else at random below a ceiling that doubles; nil when it is enough")
        // @end
    }
}
