// Decides when a phone opens its event stream, merges, syncs and waits. A pure state machine: an event goes in, and the actions
// come out that its driver performs, in order. It's the same machine as `LiveMachine` in Swift, and
// `Tests/Vectors/live-machine.json` holds the two together:
// 1. After each opening it syncs before it merges: what happened without a stream is in no event. A sync that began before the
//    opening doesn't count.
// 2. An event that comes during a sync is merged after it, if the sync went well.
// 3. After an event it syncs within `soonSeconds`; under steady events at most every `steadySeconds`. Further events don't put
//    it off.
// 4. After a failure it waits a random time below a bound that doubles, so that a server that restarts isn't met by all its
//    phones at once.

const [soonSeconds, steadySeconds] = [0.3, 2]
const [firstWaitSeconds, longestWaitSeconds] = [1, 60]

/** Only the person can help after these, or another version of the server. */
const finalStatuses = [401, 403, 404, 405, 409]

const account = 'account.changed'

export class LiveMachine {
  #jitter
  /** `closed`, `opening` or `open`. */
  #stream = 'closed'
  #isSyncing = false
  /** By type of event, up to which number the phone has read that log. A log that isn't here can't be compared. */
  #cursors = { 'measurements.changed': 0 }
  /** True once a sync that began after the stream was opened has gone well. */
  #hasCaughtUp = false
  /** True once a sync has begun since the stream was opened. An older one may have read the log before that. */
  #hasBegunSync = false
  #failureCount = 0
  #syncTimerIsSet = false
  /** When the sync timer runs out, while it's set. */
  #syncTimerEndsAt = 0
  #syncsAgain = false
  /** The events that came during a sync, one for each log. */
  #pending = []
  #lastSyncAt = -Infinity
  #isStopped = false

  /** @param {() => number} jitter a random number from 0 to 1, drawn for each wait */
  constructor(jitter) {
    this.#jitter = jitter
  }

  /**
   * Handles an event: `started`; `opened`; `refused` (`status`, `retryAfterSeconds`), an answer other than 200; `ended`;
   * `received` (`event`); `synced` (`cursors`); `syncFailed` (`isTemporary`, `retryAfterSeconds`); `timer` (`timer`); `edited`,
   * as when the person wants a sync.
   * @param {number} now the time since some fixed moment, in seconds; never set back
   * @returns {Object[]} `open`, `close`, `sync`, `merge` (`event`), `wait` (`timer`, `seconds`), which replaces a timer of that
   *   name, `report` (`status`), and `stop`: nothing more happens until the next start
   */
  handle(event, now) {
    // What has ended is over also after a stop, or nothing of the kind begins after the next start.
    if (event.type === 'synced' || event.type === 'syncFailed') this.#isSyncing = false
    if (event.type === 'syncFailed') this.#syncsAgain = false
    if (event.type === 'timer' && event.timer === 'sync') this.#syncTimerIsSet = false
    if (this.#isStopped && event.type !== 'started') return []
    switch (event.type) {
      case 'started':
        this.#isStopped = false
        return this.#connect()
      case 'opened':
        if (this.#stream !== 'opening') return []
        this.#stream = 'open'
        this.#hasCaughtUp = false
        return this.#startSync()
      case 'refused':
        if (finalStatuses.includes(event.status)) return this.#stop(event.status === 404 ? 'notSupported' : 'stopped')
        return this.#reconnect(event.retryAfterSeconds)
      case 'ended': return this.#stream === 'closed' ? [] : this.#reconnect(null)
      case 'received': return this.#received(event.event, now)
      case 'synced': return this.#synced(event.cursors, now)
      case 'syncFailed': return this.#syncFailed(event, now)
      case 'timer':
        if (event.timer === 'sync') return this.#startSync()
        return this.#stream === 'closed' ? this.#connect() : []
      case 'edited': return this.#startSync()
      default: throw new TypeError(`not an event of a stream: ${event.type}`)
    }
  }

  #connect() {
    this.#stream = 'opening'
    this.#hasCaughtUp = false
    this.#hasBegunSync = false
    return [{ type: 'report', status: this.#failureCount === 0 ? 'connecting' : 'reconnecting' }, { type: 'open' }]
  }

  #reconnect(seconds) {
    const wait = Math.max(seconds ?? 0, this.#jitteredWait())
    this.#stream = 'closed'
    this.#hasCaughtUp = false
    this.#pending = []
    return [{ type: 'close' }, { type: 'report', status: 'reconnecting' }, { type: 'wait', timer: 'connect', seconds: wait }]
  }

  #stop(status) {
    this.#stream = 'closed'
    this.#isStopped = true
    this.#pending = []
    this.#hasCaughtUp = false
    this.#syncsAgain = false
    return [{ type: 'report', status }, { type: 'stop' }]
  }

  #jitteredWait() {
    this.#failureCount += 1
    return this.#jitter() * Math.min(firstWaitSeconds * 2 ** (Math.min(this.#failureCount, 10) - 1), longestWaitSeconds)
  }

  #startSync() {
    if (this.#isSyncing) {
      this.#syncsAgain = true
      return []
    }
    this.#isSyncing = true
    this.#hasBegunSync = this.#stream === 'open'
    return [{ type: 'sync' }]
  }

  #setSyncTimer(seconds, now) {
    if (this.#syncTimerIsSet) return []
    this.#syncTimerIsSet = true
    this.#syncTimerEndsAt = now + seconds
    return [{ type: 'wait', timer: 'sync', seconds }]
  }

  #syncFailed({ isTemporary, retryAfterSeconds }, now) {
    if (!isTemporary) return [{ type: 'close' }, ...this.#stop('stopped')]
    // While the stream waits to be opened, the sync after the opening is the next try.
    if (this.#stream === 'closed') return []
    // The stream may be well: only the sync is tried again.
    return this.#hasCaughtUp ? this.#retrySync(retryAfterSeconds, now) : this.#reconnect(retryAfterSeconds)
  }

  #retrySync(seconds, now) {
    // Each wait that is drawn doubles the next bound, so none is drawn for a timer that runs already.
    if (!this.#syncTimerIsSet) return this.#setSyncTimer(Math.max(seconds ?? 0, this.#jitteredWait()), now)
    // The timer that runs knows nothing of what the server wants now.
    if (seconds == null || now + seconds <= this.#syncTimerEndsAt) return []
    this.#syncTimerEndsAt = now + seconds
    return [{ type: 'wait', timer: 'sync', seconds }]
  }

  #received(event, now) {
    if (this.#stream !== 'open') return []
    if (!this.#hasCaughtUp || this.#isSyncing) {
      this.#keep(event)
      return []
    }
    if (event.type === account) return this.#startSync()
    if (event.seq <= this.#cursors[event.type]) return []
    const wait = Math.max(soonSeconds, steadySeconds - (now - this.#lastSyncAt))
    return [...(event.records?.length ? [{ type: 'merge', event }] : []), ...this.#setSyncTimer(wait, now)]
  }

  /**
   * Keeps an event until the sync has ended. Of two of one log, only "look again" is left. One of the account begins a sync,
   * which covers the others.
   */
  #keep(event) {
    if (this.#pending[0]?.type === account) return
    if (event.type === account) {
      this.#pending = [event]
      return
    }
    const same = this.#pending.findIndex(({ type }) => type === event.type)
    if (same < 0) this.#pending.push(event)
    else this.#pending[same] = { type: event.type, seq: Math.max(this.#pending[same].seq, event.seq), records: null }
  }

  #synced(cursors, now) {
    this.#cursors = cursors
    this.#lastSyncAt = now
    const actions = []
    if (this.#stream === 'open') {
      this.#failureCount = 0
      if (this.#hasBegunSync && !this.#hasCaughtUp) {
        this.#hasCaughtUp = true
        actions.push({ type: 'report', status: 'live' })
      }
      if (this.#hasCaughtUp) {
        const events = this.#pending
        this.#pending = []
        for (const event of events) actions.push(...this.#received(event, now))
      }
    }
    if (this.#syncsAgain) {
      this.#syncsAgain = false
      actions.push(...this.#startSync())
    }
    return actions
  }
}
