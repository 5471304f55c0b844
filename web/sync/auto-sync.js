// When a phone asks for a sync by itself: soon after an edit, when the network or the person comes back, and when its
// `SyncMachine` has asked to be woken.

import { autoSyncSettings } from './machine.js'

export class AutoSync {
  #ask
  #environment
  #timer = null
  /** When the first edit was made that no sync has followed yet, in milliseconds since 1970; null where there is none. */
  #firstEditAt = null
  /** The time of the next try after a failure, in milliseconds since 1970; null where none is planned. */
  retryAt = null

  constructor(ask, environment) {
    this.#ask = ask
    this.#environment = environment
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
    this.#ask()
  }

  /** Combines several edits in a row into one sync. Edits that never stop don't put it off for ever. */
  edited() {
    const now = this.#environment.now()
    this.#firstEditAt ??= now
    if (this.retryAt !== null) return
    const { quietSeconds, longestSeconds } = autoSyncSettings
    this.#schedule(Math.max(0, Math.min(quietSeconds * 1000, longestSeconds * 1000 - (now - this.#firstEditAt))))
  }

  /** Asks at a time: the next try after a failure, or the next sync after one that went well. */
  wakeAt(at, { isRetry }) {
    const now = this.#environment.now()
    this.#schedule(at - now)
    this.retryAt = isRetry ? at : null
    // A sync that failed may have left an edit behind; one that went well has not.
    this.#firstEditAt = isRetry ? this.#firstEditAt ?? now : null
  }

  get #isHidden() {
    return this.#environment.document?.visibilityState === 'hidden'
  }

  #schedule(milliseconds) {
    this.#environment.clearTimeout(this.#timer)
    // A longer time would overflow the browser's timer, which would then fire at once.
    this.#timer = this.#environment.setTimeout(() => {
      const isWorthIt = this.#firstEditAt !== null || !this.#isHidden
      this.#clear()
      if (isWorthIt) this.#ask()
    }, Math.min(milliseconds, 2 ** 31 - 1))
  }

  #clear() {
    this.#environment.clearTimeout(this.#timer)
    this.#firstEditAt = null
    this.retryAt = null
  }
}
