// The sync engine: a pure state machine. An event goes in, the next action comes out; it touches no store, no network
// and no clock. `Syncer` performs its actions, one at a time. Its invariants:
// 1. Every sync ends: rounds, retries, restarts and bisections are bounded.
// 2. Only a 200, 400, 409 or 413 response of the store's own account is applied.
// 3. A failing request changes nothing: its rows stay dirty.
// 4. A store without an account pulls before its first push.

import { SyncError } from './sync-error.js'

export const syncSettings = {
  /** Records in one push. 500 of the largest allowed records stay below a server's 5 MiB. */
  batchSize: 500,
  /** Records in one page of a pull, 1 to 10 000. */
  pageSize: 500,
  /** Tries of one request. After that the sync ends or, if other requests succeed, the batch is bisected. */
  maximumAttempts: 4,
  /** The upper bound of the first wait; it doubles with each try. */
  firstWaitSeconds: 0.5,
  /** If the server asks for a longer wait, the sync ends. */
  longestWaitSeconds: 30,
  /**
   * Rounds of push and pull in one sync. Two are enough for one phone's changes; the others are for edits made
   * meanwhile.
   */
  maximumRounds: 4,
  /** How often a sync starts again, because the server lost its history or another tab moved the store. */
  maximumRestarts: 3,
  /** Pushes in a row that may fail for good: several times the bisections from a full batch down to one record. */
  maximumFailuresInARow: 64,
}

/**
 * A random time below a bound that doubles with each failure: full jitter, so that phones don't retry at the same time.
 */
export const jitteredWait = (failureCount, firstSeconds, longestSeconds, random) =>
  random() * Math.min(longestSeconds, firstSeconds * 2 ** (failureCount - 1))

/** The state of the pushes in a round: what is left, and what failed. */
const newPushQueue = (skippedIDs = new Set()) => ({
  /** The id after which the next dirty rows are read. */
  after: '',
  /** Pieces of bisected batches; the last one is next. */
  pending: [],
  /** Batches that failed for good, kept until the engine knows if the server responds. */
  deferred: [],
  /** True while pieces of a failed batch are pushed. */
  isBisecting: false,
  /** Pushes that failed for good since the last successful one. */
  failedInARow: 0,
  /** Set when the server accepts no push at all. */
  pushIsDown: null,
  /** Records of this round that the server responded to. */
  sentCount: 0,
  /** True when the last page was empty: the store has everything. */
  hasPulledAll: false,
  /** Ids at which the server fails; skipped until the next sync. */
  skippedIDs,
})

const emptyReport = {
  pushed: 0, accepted: 0, unchanged: 0, stale: 0, rejected: 0, pulled: 0, adopted: 0, conflicts: 0, skipped: 0,
  unreadable: 0,
}

/** The engine. Its events and actions are listed in `types.js`. */
export class SyncEngine {
  #origin
  #settings
  #random
  #state = null
  /** `starting`, `pushing` a `batch`, `pulling`, or `probing` after a `failure`. */
  #phase = { name: 'starting' }
  #queue = newPushQueue()
  #restartCount = 0
  #roundCount = 0
  #attemptCount = 0
  #report = { ...emptyReport }

  constructor(origin, { settings = syncSettings, random = Math.random } = {}) {
    this.#origin = origin
    this.#settings = settings
    this.#random = random
  }

  /** The work done so far. */
  get report() {
    return { ...this.#report, skipped: this.#queue.skippedIDs.size }
  }

  handle(event) {
    switch (event.type) {
      case 'state': return this.#begin(event.state)
      case 'dirty': return this.#push(event.rows)
      case 'pushed': return this.#pushed(event.answer)
      case 'pulled': return this.#pulled(event.answer)
      case 'failed':
        return this.#phase.name === 'pushing' ? this.#pushFailed(event.failure) : this.#pullFailed(event.failure)
      case 'applied': return this.#applied(event.applied)
      default: return this.#request()
    }
  }

  // Start

  #begin(state) {
    this.#state = state
    this.#roundCount = 0
    this.#queue = newPushQueue(this.#queue.skippedIDs)
    if (state.origin !== null && state.origin !== this.#origin) {
      return this.#finish(new SyncError('wrongServer', { detail: state.origin }))
    }
    return state.account === null ? this.#startPull() : this.#startPush()
  }

  /** Reads the store's state again and starts over, a bounded number of times. */
  #restart(reason) {
    this.#restartCount += 1
    if (this.#restartCount > this.#settings.maximumRestarts) return this.#finish(reason)
    this.#phase = { name: 'starting' }
    return { type: 'readState' }
  }

  #count(more) {
    for (const name in more) this.#report[name] += more[name]
  }

  #finish(error = null) {
    return { type: 'finish', error }
  }

  /** Sends the phase's request again after a wait. */
  #request() {
    const { account, receipt, cursor } = this.#state
    const context = { account, receipt }
    switch (this.#phase.name) {
      case 'pushing': return { type: 'push', batch: this.#phase.batch, context }
      default: return { type: 'pull', cursor, limit: this.#settings.pageSize, context }
    }
  }

  // Pushing

  #startPush() {
    this.#roundCount += 1
    this.#queue.after = ''
    this.#queue.sentCount = 0
    return this.#nextPush()
  }

  #nextPush() {
    this.#attemptCount = 0
    const batch = this.#queue.pending.pop()
    if (batch) return this.#startPushing(batch)
    this.#queue.isBisecting = false
    return { type: 'readDirty', after: this.#queue.after, limit: this.#settings.batchSize }
  }

  #startPushing(batch) {
    this.#phase = { name: 'pushing', batch }
    return this.#request()
  }

  #push(rows) {
    const queue = this.#queue
    // No dirty rows are left. If the round sent nothing, there is nothing new to pull.
    if (!rows.length) return queue.sentCount === 0 && queue.hasPulledAll ? this.#finish() : this.#startPull()
    queue.after = rows.at(-1).id
    const batch = rows.filter(({ id }) => !queue.skippedIDs.has(id))
    return batch.length ? this.#startPushing(batch) : this.#nextPush()
  }

  /** Splits a batch in half. A record that failed alone is skipped until the next sync. */
  #bisect(batch) {
    const middle = batch.length >> 1
    if (middle) this.#queue.pending.push(batch.slice(middle), batch.slice(0, middle))
    else this.#queue.skippedIDs.add(batch[0].id)
  }

  #pushed(answer) {
    const problem = this.#accountProblem(answer.account)
    if (problem) return this.#finish(problem)
    const { batch } = this.#phase
    this.#attemptCount = 0
    this.#queue.failedInARow = 0
    this.#queue.sentCount += batch.length
    const { acceptedIds, unchanged, stale } = answer.body
    this.#count({
      pushed: batch.length, accepted: acceptedIds.length, unchanged: unchanged.length, stale: stale.length,
    })
    return { type: 'applyPush', answer, pushed: batch, asked: this.#state }
  }

  #pushFailed(failure) {
    const { batch } = this.#phase
    if (failure.isTemporary) return this.#retryPush(batch, failure)
    if (failure.category !== 'refused') return this.#stop(failure)
    const problem = this.#accountProblem(failure.account)
    if (problem && failure.account !== null) return this.#finish(problem)
    return problem ? this.#refusedByNobody(batch, failure) : this.#refused(batch, failure)
  }

  #refused(batch, failure) {
    // @write 15 web-refused
    const copy = batch[failure.index]
    if (copy) {
      const rest = batch.toSpliced(failure.index, 1)
      if (rest.length) this.#queue.pending.push(rest)
      return this.#reject(copy, failure.code, failure)
    }
    if (batch.length === 1) return this.#reject(batch[0], `refused_${failure.status}`, failure)
    this.#bisect(batch)
    return this.#nextPush()
    // @starter
    //| throw new Error('@@todo 15 find the record that was refused, and let the others go on')
    // @end
  }

  /**
   * A refusal by something in between, such as a proxy. Smaller batches may pass; no record counts as refused because
   * of it.
   */
  #refusedByNobody(batch, failure) {
    this.#bisect(batch)
    return this.#noteFailure(failure) ?? this.#nextPush()
  }

  #reject(copy, code, { detail, account }) {
    this.#queue.sentCount += 1
    this.#phase = { name: 'pushing', batch: [copy] }
    return { type: 'applyRejection', copy, rejection: { code, detail }, answer: { account }, asked: this.#state }
  }

  /** Handles a temporary failure: waits and tries again, then uses a pull to check that the server responds at all. */
  #retryPush(batch, failure) {
    if (failure.status === 429 || failure.retryAfterSeconds > this.#settings.longestWaitSeconds) {
      return this.#backOff(failure) ?? this.#finish(failure)
    }
    // A piece of a batch that failed before is tried once, because its server is known to respond.
    if (this.#queue.isBisecting) return this.#refusedByNobody(batch, failure)
    const wait = this.#backOff(failure)
    if (wait) return wait
    this.#queue.deferred.push(batch)
    return this.#noteFailure(failure) ?? this.#probe(failure)
  }

  /** After many pushes in a row that failed for good, the records aren't the cause: pulls the rest, and ends. */
  #noteFailure(failure) {
    this.#queue.failedInARow += 1
    if (this.#queue.failedInARow <= this.#settings.maximumFailuresInARow) return null
    this.#queue = { ...newPushQueue(), pushIsDown: failure }
    return this.#startPull()
  }

  #probe(failure) {
    this.#attemptCount = 0
    this.#phase = { name: 'probing', failure }
    return this.#request()
  }

  /** The server responds, so the failed batches are at fault: bisects them down to single records. */
  #afterProbe() {
    for (const batch of this.#queue.deferred) this.#bisect(batch)
    this.#queue.deferred = []
    this.#queue.isBisecting = this.#queue.pending.length > 0
    return this.#nextPush()
  }

  // Pulling

  #startPull() {
    this.#attemptCount = 0
    this.#phase = { name: 'pulling' }
    return this.#request()
  }

  #pulled(answer) {
    const problem = this.#accountProblem(answer.account)
    if (problem) return this.#finish(problem)
    const { records, nextCursor, unreadable } = answer.body
    const isEmpty = records.length + unreadable === 0
    if (isEmpty ? nextCursor < this.#state.cursor : nextCursor <= this.#state.cursor) {
      return this.#finish(new SyncError('unexpected', { detail: 'its cursor went backwards' }))
    }
    this.#attemptCount = 0
    this.#count({ pulled: records.length, unreadable })
    this.#queue.hasPulledAll = isEmpty
    return { type: 'applyPage', answer, asked: this.#state }
  }

  #pullFailed(failure) {
    if (!failure.isTemporary) return this.#stop(failure)
    if (this.#phase.name === 'probing') return this.#finish(this.#phase.failure)
    return this.#backOff(failure) ?? this.#finish(failure)
  }

  #pageApplied() {
    // @write 15 web-rounds
    const queue = this.#queue
    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!queue.hasPulledAll) return this.#startPull()
    if (queue.pushIsDown) return this.#finish(queue.pushIsDown)
    // Push the rows that the merge left dirty and those edited meanwhile. If there was no account before, push
    // everything.
    return this.#roundCount < this.#settings.maximumRounds ? this.#startPush() : this.#finish()
    // @starter
    //| throw new Error('@@todo 15 decide what comes after a page')
    // @end
  }

  // Push and pull

  #applied(applied) {
    const { adopted, conflicts, rejected } = applied
    this.#count({ adopted, conflicts, rejected })
    if (applied.isSuperseded) return this.#restart(new SyncError('busy'))
    this.#state = applied.state
    switch (this.#phase.name) {
      case 'starting': return this.#restart(new SyncError('historyLost'))
      case 'pushing': return this.#nextPush()
      default: return this.#pageApplied()
    }
  }

  #stop(failure) {
    if (failure.category !== 'historyLost') return this.#finish(failure)
    const problem = this.#accountProblem(failure.account)
    if (problem) return this.#finish(problem)
    this.#phase = { name: 'starting' }
    return { type: 'applyHistoryLost', answer: { account: failure.account }, asked: this.#state }
  }

  #accountProblem(account) {
    const bound = this.#state.account
    if (bound === null || bound === account) return null
    return new SyncError(account === null ? 'unidentifiedServer' : 'wrongAccount')
  }

  /** The wait; null when the tries are used up, or the server asks for a longer wait than a person would accept. */
  #backOff({ retryAfterSeconds }) {
    const { maximumAttempts, firstWaitSeconds, longestWaitSeconds } = this.#settings
    this.#attemptCount += 1
    if (this.#attemptCount >= maximumAttempts || retryAfterSeconds > longestWaitSeconds) return null
    const seconds = retryAfterSeconds
      ?? jitteredWait(this.#attemptCount, firstWaitSeconds, longestWaitSeconds, this.#random)
    return { type: 'wait', seconds }
  }
}
