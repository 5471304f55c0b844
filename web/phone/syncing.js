// The phone's syncs: it performs what `SyncMachine` decides, one sync at a time in all tabs.

import { AutoSync } from '../sync/auto-sync.js'
import { SyncMachine } from '../sync/machine.js'
import { SyncError } from '../sync/sync-error.js'
import { Syncer, SyncLock } from '../sync/syncer.js'

/** How long a login waits for another tab's sync to stop. */
const loginPatienceMilliseconds = 10_000

export class Syncing {
  #environment
  #local
  #dispatch
  #post
  #syncer
  #lock
  #machine = new SyncMachine()
  #isAutomatic
  #autoSync = null
  /** The present run, which later ones don't interfere with, and its promise. */
  #run = null
  #inFlight = null
  #isEdited = false
  #failure = null
  /** The ids of the records that are on their way. */
  sending = new Set()
  /** What the latest sync has done, also where it failed. @type {{report: SyncReport, at: number}|null} */
  lastReport = null

  /**
   * @param {Object} options `name` of the phone, `local`, `automatic`, `dispatch`, `post`, `environment`, and what a `Syncer`
   *   needs: api, origin, settings, list
   */
  constructor({ name, local, automatic, dispatch, post, environment, ...options }) {
    const { random, sleep, locks } = environment
    this.#environment = environment
    this.#local = local
    this.#dispatch = dispatch
    this.#post = post
    this.#lock = new SyncLock(`vitals-sync:${name}`, locks)
    this.#syncer = new Syncer({ ...options, store: local.store, random, sleep, onStep: (step) => this.#onStep(step) })
    this.#isAutomatic = automatic
  }

  get phase() {
    const { phase } = this.#machine.status
    if (this.#local.device.isOffline) return 'offline'
    const needsToken = phase === 'needsToken' && this.#failure !== null
    if (needsToken || ['syncing', 'wrongAccount', 'failed'].includes(phase)) return phase
    if (!this.#environment.isOnline()) return 'offline'
    // Without a token and without an error, nothing is wrong: the phone was never paired, or is logged out.
    return { offline: 'waiting', needsToken: 'idle' }[phase] ?? phase
  }

  get progress() {
    return this.#machine.status.progress ?? null
  }

  /** Why the last sync failed, and when; null after one that went well. @type {{error: Error, at: number}|null} */
  get failure() {
    return this.#failure
  }

  get retryAt() {
    return this.#autoSync?.retryAt ?? null
  }

  /** Syncs automatically from now on, at once for the first time. */
  start() {
    this.#autoSync?.now()
  }

  /** Notes an edit. A running sync may have read the edits before it. */
  edited() {
    this.#isEdited = true
    this.#autoSync?.edited()
  }

  /** What `Phone.sync` promises. */
  async sync() {
    for (let beganAfterCall = false; ; beganAfterCall = true) {
      if (this.#local.device.isOffline) throw new SyncError('offline', { message: 'This phone is switched offline.' })
      // The switch may have been read a moment ago, and the machine not know of it yet.
      if (this.#machine.isAirplane) this.#handle({ type: 'airplane', isOn: false })
      if (!this.#inFlight) {
        this.#handle({ type: 'asked', by: 'person' })
        return this.#inFlight
      }
      const report = await this.#inFlight
      if (beganAfterCall || !await this.#hasUnsent()) return report
    }
  }

  async #hasUnsent() {
    const { counts, others } = await this.#local.store.overview()
    return counts.dirty + others.waiting > 0
  }

  #handle(event) {
    const isPerson = event.by === 'person'
    const effect = this.#machine.handle(event)
    if (effect.type === 'stop') this.stop()
    if (effect.type === 'wake') this.#autoSync?.wakeAt(effect.at, { isRetry: event.type === 'failed' })
    if (effect.type !== 'start') return
    if (isPerson || (this.#autoSync && this.#isPaired)) this.#begin()
    // A phone that doesn't sync by itself waits for the person.
    else this.#handle({ type: this.#isPaired ? 'cancelled' : 'foundNoServer' })
  }

  get #isPaired() {
    return this.#local.device.token !== null
  }

  #begin() {
    const run = this.#run = { stopper: new AbortController() }
    // One that was stopped may still be ending.
    const before = this.#inFlight?.catch(() => {})
    this.#inFlight = before ? before.then(() => this.#work(run)) : this.#work(run)
    // Whoever asked by hand gets the error; the others see it in the status.
    this.#inFlight.catch(() => {})
  }

  async #work(run) {
    const { signal } = run.stopper
    let error = null
    this.#isEdited = false
    try {
      await this.#local.refresh()
      return await this.#lock.run(async () => {
        // Another tab may have logged in since.
        await this.#local.readDevice()
        return this.#syncer.run(signal)
      }, signal)
    } catch (caught) {
      error = caught
      throw caught
    } finally {
      if (this.#run === run) this.#end(error)
      await this.#local.refresh().catch(() => {})
    }
  }

  #end(error) {
    this.#inFlight = null
    this.sending = new Set()
    if (error?.category === 'cancelled') return this.#handle({ type: 'cancelled' })
    const { now, random } = this.#environment
    const at = now()
    this.#failure = error && { error, at }
    if (error) this.#local.noteError(error)
    this.#handle(error ? { type: 'failed', error, at, jitter: random() } : { type: 'ended', at })
    // The sync may have ended too early to include an edit made at that moment.
    if (this.#isEdited && !error) this.#autoSync?.edited()
    return this.#post('change')
  }

  #onStep({ report, sending, applied }) {
    this.lastReport = { report, at: this.#environment.now() }
    this.#handle({ type: 'progressed', progress: report })
    const wasSending = this.sending.size > 0
    this.sending = new Set(sending)
    const isChange = applied && (applied.confirmed || applied.adopted || applied.rejected || applied.conflicts)
    if (isChange) this.#post('change')
    if (isChange || wasSending || sending.length) this.#dispatch('change')
    this.#local.refresh().catch(() => {})
  }

  /** Ends the running sync. What it has applied stays. */
  stop() {
    this.#run?.stopper.abort()
  }

  /** Ends all syncs for good. */
  async close() {
    this.#autoSync?.stop()
    this.stop()
    await this.#inFlight?.catch(() => {})
  }

  /** Runs `body` while no sync is under way, in this tab or another. */
  async exclusively(body) {
    this.stop()
    this.#post('stop')
    try {
      await this.#local.call(() => this.#lock.run(body, AbortSignal.timeout(loginPatienceMilliseconds)))
    } catch (error) {
      throw error.category === 'cancelled' ? new SyncError('busy') : error
    }
    await this.#inFlight?.catch(() => {})
  }

  /** Begins with the token and the switch that the store has. */
  load() {
    if (this.#local.device.isOffline) this.#machine.handle({ type: 'airplane', isOn: true })
    if (!this.#isPaired) this.#machine.handle({ type: 'foundNoServer' })
    // Not before: an event of the page, such as `pageshow`, would find a phone without a token.
    if (this.#isAutomatic) this.#autoSync = new AutoSync(() => this.#handle({ type: 'asked', by: 'phone' }), this.#environment)
  }

  /** Takes over the switch and, after a login or logout, the token of `local`. */
  settingsChanged({ isLogin }) {
    const { isOffline } = this.#local.device
    if (isOffline !== this.#machine.isAirplane) this.#handle({ type: 'airplane', isOn: isOffline })
    if (!isLogin) return
    this.#failure = null
    this.#handle({ type: this.#isPaired ? 'loggedIn' : 'loggedOut' })
  }
}
