// Decides when a phone is connected to its server's events, and what follows from an event. One tab of a phone has the
// connection; the others hear from it by a channel.

import { keepStream } from './stream.js'

/** How long a page stays connected after it was hidden. */
const hiddenMilliseconds = 300_000

/** The pause between an event and the sync after it, in which more events may come. */
const soonMilliseconds = 300

/** The shortest time between two syncs where events never pause. */
const steadyMilliseconds = 2000

/** The connection of a phone. */
export class Live {
  #phone
  #tools
  #environment
  #channel
  /** Ends the connection, or the waiting for it; null where the phone isn't to be connected. */
  #stopper = null
  /** The login that the server gave a final answer to: no further try until the next one. */
  #refusedBinding = null
  #binding = null
  #cursor = 0
  /** This tab's connection, while it has the lock: `isCaughtUp` once a sync that began after it was open ended well. */
  #connection = null
  #hiddenTimer
  #isHiddenLong = false
  #syncTimer = null
  #lastSyncAt = null
  /** The greatest `seq` of the events that no sync has followed yet. */
  #awaitedSeq = 0
  #state = null
  #isClosed = false

  constructor(tools) {
    const { environment, name, phone } = tools
    this.#phone = phone
    this.#tools = tools
    this.#environment = environment
    this.#channel = environment.openChannel(`vitals-live:${name}`)
    this.#channel.onmessage = ({ data }) => this.#onMessage(data)
    phone.addEventListener('status', this)
    for (const [target, event] of this.#events) target?.addEventListener(event, this)
    this.#onVisibility()
  }

  get #events() {
    const { window, document } = this.#environment
    return [[window, 'online'], [window, 'offline'], [document, 'visibilitychange']]
  }

  /** @returns {'live'|'reconnecting'|'offline'|null} null where the server sends no events, or gave a final answer */
  get state() {
    if (!this.#hasFeature) return null
    return this.#isOffline ? 'offline' : this.#state
  }

  close() {
    this.#isClosed = true
    this.#phone.removeEventListener('status', this)
    for (const [target, event] of this.#events) target?.removeEventListener(event, this)
    this.#environment.clearTimeout(this.#hiddenTimer)
    this.#environment.clearTimeout(this.#syncTimer)
    this.#stop()
    this.#channel.close()
  }

  /** Called by the browser and by the phone. */
  handleEvent({ type }) {
    if (type === 'visibilitychange') this.#onVisibility()
    if (type === 'status') this.#onStatus()
    else this.#update()
  }

  // When to be connected

  get #hasFeature() {
    // Before its first status event the phone hasn't read its store.
    return this.#binding !== null && this.#phone.serverHas('live') && this.#tools.syncState().account !== null
  }

  get #isOffline() {
    return this.#phone.isOffline || !this.#environment.isOnline()
  }

  get #isWanted() {
    return !this.#isClosed && this.#hasFeature && !this.#isOffline && !this.#isHiddenLong
      && this.#refusedBinding !== this.#binding
  }

  #onVisibility() {
    const { document, setTimeout, clearTimeout } = this.#environment
    clearTimeout(this.#hiddenTimer)
    this.#isHiddenLong = false
    if (document?.visibilityState !== 'hidden') return
    this.#hiddenTimer = setTimeout(() => {
      this.#isHiddenLong = true
      this.#update()
    }, hiddenMilliseconds)
  }

  #onStatus() {
    const { binding, cursor } = this.#tools.syncState()
    // Another login needs another connection, and so does a server that lost its history: then the cursor goes back.
    const isOther = binding !== this.#binding || cursor < this.#cursor
    this.#binding = binding
    this.#cursor = cursor
    if (isOther) this.#stop()
    this.#update()
  }

  #update() {
    if (!this.#isWanted) this.#stop()
    else if (!this.#stopper) this.#start()
  }

  #stop() {
    this.#stopper?.abort()
    this.#stopper = null
    if (this.#connection) this.#channel.postMessage({ state: null })
    this.#connection = null
    this.#setState(null)
  }

  #start() {
    const { locks } = this.#environment
    this.#stopper = new AbortController()
    const { signal } = this.#stopper
    const connect = () => this.#connect(signal)
    this.#channel.postMessage('who')
    if (!locks) return connect()
    return locks.request(`vitals-live:${this.#tools.name}`, { signal }, connect).catch(() => {})
  }

  async #connect(signal) {
    if (signal.aborted) return
    const { fetch, origin, token, syncState } = this.#tools
    const { account, binding } = syncState()
    const connection = this.#connection = { openCount: 0, isCaughtUp: false }
    const status = await keepStream({
      ...this.#environment, fetch, origin, account, token: token(),
      onOpen: () => {
        connection.openCount += 1
        this.#show('live')
        // An event may have been missed before.
        this.#sync(connection).catch(() => {})
      },
      onEvent: (event) => this.#onEvent(event, connection, { account, binding, origin }),
      onClose: () => {
        connection.openCount += 1
        connection.isCaughtUp = false
        this.#show('reconnecting')
      },
    }, signal)
    if (signal.aborted || status === null) return
    this.#refusedBinding = binding
    this.#stop()
    // The phone learns by a sync whether its token still counts.
    this.#lookAgain()
  }

  // What follows

  async #onEvent(event, connection, login) {
    const { type, seq, records } = event
    const { write, syncState } = this.#tools
    if (type !== 'account.changed' && seq <= syncState().cursor) return
    if (records && connection.isCaughtUp) {
      // Where the store fails, the sync reports it.
      await write('applyEvent', { event, ...login }).catch(() => {})
    }
    this.#lookAgain(type === 'account.changed' ? Infinity : seq)
  }

  /** Syncs soon, unless the phone has read up to `seq` by then. Further events don't put it off. */
  #lookAgain(seq = Infinity) {
    const { now, setTimeout } = this.#environment
    this.#awaitedSeq = Math.max(this.#awaitedSeq, seq)
    if (this.#syncTimer !== null) return
    // The clock may have been set back.
    const passed = this.#lastSyncAt === null ? Infinity : Math.max(0, now() - this.#lastSyncAt)
    this.#syncTimer = setTimeout(() => {
      this.#syncTimer = null
      this.#lookNow().catch(() => {})
    }, Math.max(soonMilliseconds, steadyMilliseconds - passed))
  }

  async #lookNow() {
    const seq = this.#awaitedSeq
    this.#awaitedSeq = 0
    const { phase, retryAt } = this.#phone.status
    // After a failure the phone has planned the next try, as late as the server asked for.
    if (this.#isClosed || !this.#phone.isPaired || retryAt !== null) return
    if (['offline', 'needsToken', 'wrongAccount'].includes(phase)) return
    // Often the sync that sent an edit reads the event's records too.
    if (phase === 'syncing') await this.#phone.sync().catch(() => {})
    if (seq > this.#tools.syncState().cursor) await this.#sync(this.#connection)
  }

  /** Syncs. A sync under way may have read the last page before the event, so another one follows it. */
  async #sync(connection) {
    const openCount = connection?.openCount
    if (this.#phone.status.phase === 'syncing') await this.#phone.sync().catch(() => {})
    await this.#phone.sync()
    this.#lastSyncAt = this.#environment.now()
    if (connection && connection.openCount === openCount) connection.isCaughtUp = true
  }

  // The other tabs

  #show(state) {
    this.#channel.postMessage({ state })
    this.#setState(state)
  }

  #setState(state) {
    if (this.#state === state) return
    this.#state = state
    this.#phone.dispatchEvent(new Event('status'))
  }

  #onMessage(message) {
    if (message === 'look' && this.#environment.document?.visibilityState !== 'hidden') this.#lookAgain()
    else if (message === 'who' && this.#connection) this.#channel.postMessage({ state: this.#state })
    else if (message.state !== undefined && !this.#connection) this.#setState(message.state)
  }
}
