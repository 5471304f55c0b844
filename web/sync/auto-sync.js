// When a phone syncs by itself: soon after an edit, when the network or the person comes back, every now and then, and
// after a passing failure with growing waits.

import { jitteredWait } from './engine.js'

export const autoSyncSettings = {
  afterEditSeconds: 1,
  everySeconds: 60,
  firstRetrySeconds: 4,
  longestRetrySeconds: 300,
}

export class AutoSync {
  #sync
  #environment
  #settings
  #timer = null
  #isAfterEdit = false
  #failureCount = 0
  /** When the next try after a failure is due, in milliseconds since 1970; null where none is. */
  retryAt = null

  /**
   * @param {() => void} sync starts a sync, whose end `settled` is told
   * @param {Object} environment `now`, `random`, `setTimeout`, `clearTimeout`, `window`, `document`
   */
  constructor(sync, environment, settings = autoSyncSettings) {
    this.#sync = sync
    this.#environment = environment
    this.#settings = settings
    environment.window?.addEventListener('online', this)
    environment.window?.addEventListener('pageshow', this)
    environment.document?.addEventListener('visibilitychange', this)
  }

  stop() {
    const { window, document } = this.#environment
    this.#clear()
    window?.removeEventListener('online', this)
    window?.removeEventListener('pageshow', this)
    document?.removeEventListener('visibilitychange', this)
  }

  /** Called by the browser. */
  handleEvent() {
    // A page that goes into the background with an edit unsent may never come back.
    if (!this.#isHidden || this.#isAfterEdit) this.now()
  }

  now() {
    this.#clear()
    this.#sync()
  }

  /** Several edits in a row make one sync. */
  edited() {
    if (this.retryAt !== null) return
    this.#isAfterEdit = true
    this.#schedule(this.#settings.afterEditSeconds)
  }

  /** @param {Error|null} error why the sync ended early */
  settled(error) {
    const { everySeconds, firstRetrySeconds, longestRetrySeconds } = this.#settings
    const isFailure = error?.isTemporary === true
    this.#failureCount = isFailure ? this.#failureCount + 1 : 0
    const wait = isFailure
      ? Math.max(error.retryAfterSeconds ?? 0,
        jitteredWait(this.#failureCount, firstRetrySeconds, longestRetrySeconds, this.#environment.random))
      : everySeconds
    this.#schedule(wait)
    this.retryAt = isFailure ? this.#environment.now() + wait * 1000 : null
  }

  get #isHidden() {
    return this.#environment.document?.visibilityState === 'hidden'
  }

  #schedule(seconds) {
    this.#environment.clearTimeout(this.#timer)
    // A longer time would overflow the browser's timer, and fire at once.
    this.#timer = this.#environment.setTimeout(() => {
      const isWorthIt = this.#isAfterEdit || !this.#isHidden
      this.#clear()
      if (isWorthIt) this.#sync()
    }, Math.min(seconds * 1000, 2 ** 31 - 1))
  }

  #clear() {
    this.#environment.clearTimeout(this.#timer)
    this.#isAfterEdit = false
    this.retryAt = null
  }
}
