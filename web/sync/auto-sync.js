// Decides when a phone syncs automatically: soon after an edit, when the network or the person comes back, at
// intervals, and after a temporary failure with growing waits.

import { jitteredWait } from './engine.js'

/** The schedule of every phone, in seconds; `docs/protocol.md` has it, and a test compares it with Swift's. */
export const autoSyncSettings = {
  quietSeconds: 2,
  longestSeconds: 10,
  intervalSeconds: 300,
  firstWaitSeconds: 15,
  longestWaitSeconds: 900,
}

export class AutoSync {
  #sync
  #environment
  #settings
  #timer = null
  /** When the first edit was made that no sync has followed yet, in milliseconds since 1970; null where there is none. */
  #firstEditAt = null
  #failureCount = 0
  /** The time of the next try after a failure, in milliseconds since 1970; null where none is planned. */
  retryAt = null

  constructor(sync, environment, settings = autoSyncSettings) {
    this.#sync = sync
    this.#environment = environment
    this.#settings = settings
    for (const [target, event] of this.#events) target?.addEventListener(event, this)
  }

  stop() {
    this.#clear()
    for (const [target, event] of this.#events) target?.removeEventListener(event, this)
  }

  get #events() {
    const { window, document } = this.#environment
    return [[window, 'online'], [window, 'offline'], [window, 'pageshow'], [document, 'visibilitychange']]
  }

  /** Called by the browser. */
  handleEvent() {
    // A hidden page with an unsent edit may never become visible again.
    if (!this.#isHidden || this.#firstEditAt !== null) this.now()
  }

  now() {
    this.#clear()
    this.#sync()
  }

  /** Combines several edits in a row into one sync. Edits that never stop don't put it off for ever. */
  edited() {
    const now = this.#environment.now()
    this.#firstEditAt ??= now
    if (this.retryAt !== null) return
    const { quietSeconds, longestSeconds } = this.#settings
    this.#schedule(Math.max(0, Math.min(quietSeconds, longestSeconds - (now - this.#firstEditAt) / 1000)))
  }

  syncEnded(error) {
    const { intervalSeconds, firstWaitSeconds, longestWaitSeconds } = this.#settings
    const isFailure = error?.isTemporary === true
    this.#failureCount = isFailure ? this.#failureCount + 1 : 0
    const wait = isFailure
      ? Math.max(error.retryAfterSeconds ?? 0,
        jitteredWait(this.#failureCount, firstWaitSeconds, longestWaitSeconds, this.#environment.random))
      : intervalSeconds
    this.#schedule(wait)
    const now = this.#environment.now()
    this.retryAt = isFailure ? now + wait * 1000 : null
    // A sync that failed may have left an edit behind; one that went well has not.
    this.#firstEditAt = isFailure ? this.#firstEditAt ?? now : null
  }

  get #isHidden() {
    return this.#environment.document?.visibilityState === 'hidden'
  }

  #schedule(seconds) {
    this.#environment.clearTimeout(this.#timer)
    // A longer time would overflow the browser's timer, which would then fire at once.
    this.#timer = this.#environment.setTimeout(() => {
      const isWorthIt = this.#firstEditAt !== null || !this.#isHidden
      this.#clear()
      if (isWorthIt) this.#sync()
    }, Math.min(seconds * 1000, 2 ** 31 - 1))
  }

  #clear() {
    this.#environment.clearTimeout(this.#timer)
    this.#firstEditAt = null
    this.retryAt = null
  }
}
