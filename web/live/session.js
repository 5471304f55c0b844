// Keeps a phone's event stream: performs the actions of `LiveMachine`, and returns the results as events.

import { LiveMachine } from './machine.js'
import { readStream } from './stream.js'

/** A longer time would overflow the browser's timer, which would then fire at once. */
const longestTimerMilliseconds = 2 ** 31 - 1

export class LiveSession {
  #tools
  #login
  #onStatus
  #onStop
  #machine
  /** Ends the present stream; null while there is none. */
  #stream = null
  #timers = {}
  #isSyncing = false
  /** True while the machine is told of a sync that the phone has just begun by itself. */
  #joins = false
  #isOver = false
  #seconds = 0
  #clock

  /** @param {Object} tools those of a feature @param {{onStatus: (status: string) => void, onStop: (event: Object) => void}} listeners */
  constructor(tools, { onStatus, onStop }) {
    const { account, binding } = tools.syncState()
    this.#tools = tools
    this.#login = { account, binding, origin: tools.origin }
    this.#onStatus = onStatus
    this.#onStop = onStop
    this.#machine = new LiveMachine(tools.environment.random)
    this.#clock = tools.now()
  }

  start() {
    this.#handle({ type: 'started' })
  }

  /** Syncs, because there may be something new. */
  look() {
    this.#handle({ type: 'edited' })
  }

  end() {
    this.#isOver = true
    this.#stream?.abort()
    for (const timer of Object.values(this.#timers)) this.#tools.environment.clearTimeout(timer)
  }

  /** Called when the phone's status has changed: it may have begun or ended a sync by itself, or another tab has. */
  phoneChanged() {
    const { phone } = this.#tools
    if (this.#isSyncing || this.#isOver) return
    if (phone.status.phase === 'syncing') {
      this.#joins = true
      this.#handle({ type: 'edited' })
      this.#joins = false
    } else if (JSON.stringify(this.#cursors) !== this.#knownCursors) {
      this.#handle({ type: 'synced', cursors: this.#cursors })
    }
  }

  #knownCursors = null

  /** Up to which number the phone has read each log that a feature knows. */
  get #cursors() {
    const { events, syncState } = this.#tools
    return Object.fromEntries(Object.entries(events).map(([type, { cursor }]) => [type, cursor(syncState())]))
  }

  /** The machine's time, which isn't set back where a person sets the clock back. */
  get #now() {
    const clock = this.#tools.now()
    this.#seconds += Math.max(0, clock - this.#clock) / 1000
    this.#clock = clock
    return this.#seconds
  }

  /** Resolves when what the event brought is stored. */
  async #handle(event) {
    if (this.#isOver) return
    if (event.type === 'synced') this.#knownCursors = JSON.stringify(event.cursors)
    const merges = []
    for (const action of this.#machine.handle(event, this.#now)) {
      if (action.type === 'merge') merges.push(this.#merge(action))
      else this.#perform(action, event)
    }
    await Promise.all(merges)
  }

  #perform(action, event) {
    switch (action.type) {
      case 'open': return this.#open()
      case 'close': return this.#stream?.abort()
      case 'sync': return this.#sync()
      case 'wait': return this.#wait(action)
      case 'report': return this.#onStatus(action.status)
      default: return this.#onStop(event)
    }
  }

  async #open() {
    const { environment, fetch, token } = this.#tools
    const stream = this.#stream = new AbortController()
    const isPresent = () => this.#stream === stream && !stream.signal.aborted
    const { status, retryAfterSeconds } = await readStream({
      ...environment, ...this.#login, fetch, token: token(),
      onOpen: () => { if (isPresent()) this.#handle({ type: 'opened' }) },
      onEvent: async (event) => { if (isPresent()) await this.#handle({ type: 'received', event }) },
    }, stream.signal)
    // What an older stream still says isn't heard.
    if (isPresent()) this.#handle([0, 200].includes(status) ? { type: 'ended' } : { type: 'refused', status, retryAfterSeconds })
  }

  /** An event that doesn't fit the store is only a hint. Where the store fails, the sync after it reports that. */
  #merge({ event }) {
    return this.#tools.write('applyEvent', { event, ...this.#login }).catch(() => {})
  }

  async #sync() {
    const { phone } = this.#tools
    const isJoined = this.#joins
    this.#isSyncing = true
    const ending = async () => {
      // A sync under way may have read the last page before the stream was open or the event came, so another one follows it.
      if (!isJoined && phone.status.phase === 'syncing') await phone.sync().catch(() => {})
      await phone.sync()
    }
    const event = await ending().then(() => ({ type: 'synced', cursors: this.#cursors }), ({ isTemporary, category, retryAfterSeconds }) => (
      { type: 'syncFailed', isTemporary: Boolean(isTemporary) || category === 'cancelled', retryAfterSeconds }))
    this.#isSyncing = false
    this.#handle(event)
  }

  #wait({ timer, seconds }) {
    const { setTimeout, clearTimeout } = this.#tools.environment
    clearTimeout(this.#timers[timer])
    this.#timers[timer] = setTimeout(() => this.#handle({ type: 'timer', timer }), Math.min(seconds * 1000, longestTimerMilliseconds))
  }
}
