// Decides when a phone is connected to its server's events. One tab of a phone has the connection; the others hear of its state
// by a channel.

import { LiveSession } from './session.js'

/** How long a page stays connected after it was hidden. */
const hiddenMilliseconds = 300_000

/** What a screen shows of the session's states; nothing of the others. */
const shown = { live: 'live', reconnecting: 'reconnecting' }

export class Live {
  #phone
  #tools
  #environment
  #channel
  /** Ends the connection, or the waiting for it; null where the phone isn't to be connected. */
  #stopper = null
  /** This tab's session, while it has the lock. */
  #session = null
  /** The login with which the session stopped, and why: no further try until the next login or, after a failed sync, a good one. */
  #stop = null
  #binding = null
  #cursor = 0
  #hiddenTimer
  #isHiddenLong = false
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
    if (!this.#isOnServer) return null
    return this.#isOffline ? 'offline' : this.#state
  }

  close() {
    this.#isClosed = true
    this.#phone.removeEventListener('status', this)
    for (const [target, event] of this.#events) target?.removeEventListener(event, this)
    this.#environment.clearTimeout(this.#hiddenTimer)
    this.#end()
    this.#channel.close()
  }

  /** Called by the browser and by the phone. */
  handleEvent({ type }) {
    if (type === 'visibilitychange') this.#onVisibility()
    if (type === 'status') this.#onStatus()
    else this.#update()
  }

  // When to be connected

  get #isOnServer() {
    // Before its first status event the phone hasn't read its store.
    return this.#binding !== null && this.#phone.serverHas('live') && this.#tools.syncState().account !== null
  }

  get #isOffline() {
    return this.#phone.isOffline || !this.#environment.isOnline()
  }

  get #isStopped() {
    if (this.#stop?.binding !== this.#binding) return false
    return this.#stop.isFinal || this.#phone.status.lastError !== null
  }

  get #isWanted() {
    return !this.#isClosed && this.#isOnServer && !this.#isOffline && !this.#isHiddenLong && !this.#isStopped
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
    if (isOther) this.#end()
    this.#update()
    this.#session?.phoneChanged()
  }

  #update() {
    if (!this.#isWanted) this.#end()
    else if (!this.#stopper) this.#begin()
  }

  #begin() {
    const { locks } = this.#environment
    this.#stopper = new AbortController()
    const { signal } = this.#stopper
    this.#channel.postMessage('who')
    if (!locks) return this.#connect(signal)
    return locks.request(`vitals-live:${this.#tools.name}`, { signal }, () => this.#connect(signal)).catch(() => {})
  }

  /** Resolves when the connection isn't wanted any more, which frees the lock. */
  #connect(signal) {
    if (signal.aborted) return undefined
    const { binding } = this.#tools.syncState()
    this.#session = new LiveSession(this.#tools, {
      onStatus: (status) => this.#show(shown[status] ?? null),
      onStop: ({ type }) => {
        this.#stop = { binding, isFinal: type === 'refused' }
        this.#end()
        // The phone learns by a sync whether its token still counts.
        if (type === 'refused') this.#look()
      },
    })
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
    this.#session.start()
    return ended
  }

  #end() {
    this.#stopper?.abort()
    this.#stopper = null
    if (this.#session) this.#channel.postMessage({ state: null })
    this.#session?.end()
    this.#session = null
    this.#setState(null)
  }

  /** Syncs now, unless only the person can help. */
  #look() {
    if (this.#session) return this.#session.look()
    const { isPaired, status } = this.#phone
    if (this.#isClosed || !isPaired || ['offline', 'needsToken', 'wrongAccount'].includes(status.phase)) return undefined
    return this.#phone.sync().catch(() => {})
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
    if (message === 'look' && this.#environment.document?.visibilityState !== 'hidden') this.#look()
    else if (message === 'who' && this.#session) this.#channel.postMessage({ state: this.#state })
    else if (message.state !== undefined && !this.#session) this.#setState(message.state)
  }
}
