// The phone as the screens see it: one isolated store and its sync. Screens import from this module only.
//
// Every method that touches the store returns a promise. It rejects with `InvalidMeasurement` (the entered values break
// a rule; has `.field`, `.code`), `StoreError` (the browser's storage failed; has `.category`) or `SyncError` (the
// server or the connection failed; has `.category`). The `.message` of each is one sentence for a person that says what
// to do. The shapes named below are in `types.js`.

import { browserEnvironment, storageFacts } from './environment.js'
import { Database, StoreError } from './store/database.js'
import {
  insightMethods, openLive, phoneMethods, phraseMethods, sessionMethods, wakeMethods, withSessions,
} from './extensions.js'
import { MeasurementStore } from './store/measurement-store.js'
import { AutoSync } from './sync/auto-sync.js'
import { HTTPSyncAPI, isToken } from './sync/http-api.js'
import { SyncError } from './sync/sync-error.js'
import { Syncer, SyncLock } from './sync/syncer.js'

export { addedKinds, amountWords } from './core/extensions.js'
export { dayTotals, longestInterval } from './core/day-totals.js'
export { isDeleted } from './core/measurement.js'
export { InvalidMeasurement, kilogramsPerPound, kilometresPerMile, kinds } from './core/units.js'
export { StoreError, SyncError }

/**
 * Opens a phone: one isolated store and its sync.
 *
 * @param {Object} [options] also the members of `browserEnvironment`, which a test may replace
 * @param {string} [options.name] the database's name; two names on one page are two phones
 * @param {string} [options.origin] the server's origin
 * @param {boolean} [options.automatic] sync automatically: after an edit, on `online`, on becoming visible, on a slow
 *   timer
 * @param {boolean} [options.startsSyncing] false: the first automatic sync waits for `startSyncing`, so that a screen can be
 *   drawn before it
 * @param {Object} [options.settings] replaces `syncSettings`
 * @param {number} [options.timeoutSeconds] timeout of one request
 * @returns {Promise<Phone>} rejects with `StoreError`
 */
export async function openPhone({ name = 'vitals', origin = location.origin, startsSyncing = true, ...options } = {}) {
  const phone = new Phone(name, origin.replace(/\/+$/, ''), { ...browserEnvironment(), ...options })
  try {
    await phone.reload({ startsSyncing })
  } catch (error) {
    await phone.close()
    throw error
  }
  return phone
}

const wrongAccountCategories = ['wrongAccount', 'wrongServer', 'unidentifiedServer']

/** How long a login waits for another tab's sync to stop. */
const loginPatienceMilliseconds = 10_000

/**
 * A phone. Dispatches `change` when the store changed and `status` when the sync's state did, even if another tab did
 * it.
 */
export class Phone extends EventTarget {
  #environment
  #store
  #api
  #syncer
  #lock
  #channel
  #autoSync = null
  #live = null
  #lastRequest = null
  #errors = []
  #device = { token: null, isOffline: false }
  #overview = null
  #sending = new Set()
  #progress = null
  #failure = null
  #inFlight = null
  #stopper = null
  #isEdited = false
  #hasAskedToKeep = false

  /** Used by `openPhone` only. */
  constructor(name, origin, { database, automatic = true, settings, timeoutSeconds, ...environment }) {
    super()
    const { now, random, fetch, sleep, locks, indexedDB, openChannel } = environment
    this.origin = origin
    this.#environment = environment
    this.#store = new MeasurementStore(database ?? new Database(name, indexedDB), now)
    const fetchFromServer = withSessions(fetch, { origin, now })
    this.#api = new HTTPSyncAPI({
      origin, fetch: fetchFromServer, now, timeoutSeconds, token: () => this.#device.token,
      onExchange: (exchange) => { this.#lastRequest = exchange },
    })
    this.#syncer = new Syncer({
      store: this.#store, api: this.#api, origin, settings, random, sleep, onStep: (step) => this.#onProgress(step),
    })
    this.#lock = new SyncLock(`vitals-sync:${name}`, locks)
    this.#channel = openChannel(`vitals:${name}`)
    this.#channel.onmessage = ({ data }) => this.#onMessage(data)
    const tools = {
      read: (name, ...values) => this.#local(() => this.#store[name](...values)),
      edit: (name, ...values) => this.#edit(() => this.#store[name](...values)),
      request: (...request) => this.#api.request(...request),
      write: (name, ...values) => this.#write(() => this.#store[name](...values)),
      syncState: () => this.#overview.state,
      token: () => this.#device.token,
      close: () => this.close(),
      fetch: fetchFromServer,
      now, name, origin, environment,
    }
    Object.assign(
      this, phoneMethods(tools), phraseMethods(tools), insightMethods(tools), sessionMethods(tools), wakeMethods(tools))
    if (automatic) this.#autoSync = new AutoSync(() => this.#syncQuietly(), environment)
    if (automatic) this.#live = openLive(this, tools)
  }

  // Records

  /**
   * Newest measurement first.
   * @param {{kind?: string, from?: number|Date, to?: number|Date, limit?: number}} [filter] both ends are inclusive
   * @returns {Promise<ListedRecord[]>}
   */
  async list(filter) {
    const entries = await this.#local(() => this.#store.list(filter))
    return entries.map((entry) => this.#withSending(entry))
  }

  /** @returns {Promise<ListedRecord|null>} */
  async get(id) {
    const entry = await this.#local(() => this.#store.get(id))
    return entry && this.#withSending(entry)
  }

  #withSending(entry) {
    return entry.state === 'saved' && this.#sending.has(entry.record.id) ? { ...entry, state: 'sending' } : entry
  }

  /** @param {Draft} draft `recordedAt` is now where it is left out @returns {Promise<MeasurementRecord>} */
  add(draft) {
    return this.#edit(() => this.#store.add(draft))
  }

  /** Changes the fields that the draft names. @param {Draft} draft @returns {Promise<MeasurementRecord>} */
  edit(id, draft) {
    return this.#edit(() => this.#store.edit(id, draft))
  }

  // Lost and refused edits

  /** Edits of this phone that lost, the latest first. @returns {Promise<Conflict[]>} */
  conflicts() {
    return this.#local(() => this.#store.conflicts())
  }

  /** Turns the edit that lost into a new edit, which wins. @returns {Promise<MeasurementRecord>} */
  restore(conflictId) {
    return this.#edit(() => this.#store.restore(conflictId))
  }

  dismissConflict(conflictId) {
    return this.#edit(() => this.#store.dismissConflict(conflictId))
  }

  /** Copies that the server refused, the latest first. @returns {Promise<RejectedMeasurement[]>} */
  rejected() {
    return this.#local(() => this.#store.rejected())
  }

  /**
   * Sends a refused copy again, with the draft's changes. @param {Draft} draft @returns {Promise<MeasurementRecord>}
   */
  fix(rejectedId, draft) {
    return this.#edit(() => this.#store.fix(rejectedId, draft))
  }

  dismissRejected(rejectedId) {
    return this.#edit(() => this.#store.dismissRejected(rejectedId))
  }

  // Account and sync

  /** @type {PhoneStatus} */
  get status() {
    const { state, counts } = this.#overview
    return {
      phase: this.#phase, progress: this.#progress, lastSync: state.lastSyncAt, pendingCount: counts.dirty,
      conflictCount: counts.conflicts, rejectedCount: counts.rejected,
      lastError: this.#failure && {
        category: this.#failure.error.category, message: this.#failure.error.message, at: this.#failure.at,
      },
      account: state.account, origin: this.origin, retryAt: this.#autoSync?.retryAt ?? null,
      tellsAccountsApart: state.account !== null || state.lastSyncAt === null,
    }
  }

  get #phase() {
    if (this.#device.isOffline) return 'offline'
    if (this.#inFlight) return 'syncing'
    const error = this.#failure?.error
    if (error && !error.isTemporary) {
      if (error.category === 'unauthorized') return 'needsToken'
      return wrongAccountCategories.includes(error.category) ? 'wrongAccount' : 'failed'
    }
    if (!this.#environment.isOnline()) return 'offline'
    return error ? 'waiting' : 'idle'
  }

  /** @type {boolean} true when there is a token */
  get isPaired() {
    return this.#device.token !== null
  }

  /** What the screens say of the connection to the server's events; null where there is nothing to say. */
  get liveState() {
    return this.#live?.state ?? null
  }

  /** True when the phone's own server last named a feature in `Vitals-Features`. */
  hasFeature(name) {
    const { origin, features } = this.#overview.state
    const isOwnServer = this.isPaired && origin === this.origin && !['needsToken', 'wrongAccount'].includes(this.#phase)
    return isOwnServer && (features ?? '').split(',').some((each) => each.trim() === name)
  }

  /** Logs in. It also ends `needsToken` and, with a token of the store's own account, `wrongAccount`. */
  async setToken(token) {
    await this.#login({ token })
  }

  /** Exchanges a one-time code for a token and logs in. */
  async pair(code) {
    let token
    try {
      token = await this.#api.pair(code, this.#environment.deviceName)
    } catch (caught) {
      const { status, detail } = caught
      const isRefused = status >= 400 && status < 500 && status !== 429
      const error = isRefused ? new SyncError('badCode', { message: detail }) : caught
      this.#noteError(error)
      throw error
    }
    await this.#login({ token })
  }

  /** Deletes the token. The records stay, and stay bound to their account. */
  async logOut() {
    await this.#exclusively(() => this.#store.setDevice({ token: null }))
  }

  /** The other way out of `wrongAccount`: moves all records to the account of the current token. */
  async rebind() {
    await this.#login({ token: this.#device.token, isRebinding: true })
  }

  async #login({ token, isRebinding }) {
    if (!isToken(token)) throw new SyncError('unauthorized', { message: 'This isn’t a token. Copy it again.' })
    await this.#exclusively(() => this.#store.bind({ origin: this.origin, token, isRebinding }))
    this.#requestPersistentStorage()
    this.#autoSync?.now()
  }

  /**
   * Asks the browser to keep the data, which it may otherwise delete when space runs short. Some browsers then ask the
   * person, so it waits until there is something to keep.
   */
  #requestPersistentStorage() {
    this.#hasAskedToKeep = true
    Promise.resolve(this.#environment.storage?.persist?.()).catch(() => {})
  }

  /** Runs `body` while no sync is under way, in this tab or another. */
  async #exclusively(body) {
    this.#stop()
    this.#channel.postMessage('stop')
    try {
      await this.#local(() => this.#lock.run(body, AbortSignal.timeout(loginPatienceMilliseconds)))
    } catch (error) {
      throw error.category === 'cancelled' ? new SyncError('busy') : error
    }
    this.#failure = null
    await this.#settingsChanged()
  }

  /**
   * Syncs. What was written before the call has been sent when it returns, unless the server failed on it. Single
   * flight: a second call waits for the first. That one may have read the edits before the call; then one more sync
   * follows, for all that wait.
   * @returns {Promise<SyncReport>}
   */
  async sync() {
    for (let beganAfterCall = false; ; beganAfterCall = true) {
      if (this.#device.isOffline) throw new SyncError('offline', { message: 'This phone is switched offline.' })
      if (!this.#inFlight) return this.#inFlight = this.#sync()
      const report = await this.#inFlight
      if (beganAfterCall || (await this.#store.dirty(undefined, 1)).length === 0) return report
    }
  }

  async #sync() {
    this.#stopper = new AbortController()
    this.#isEdited = false
    const { signal } = this.#stopper
    let error = null
    try {
      await this.#refresh()
      return await this.#lock.run(async () => {
        // Another tab may have logged in since.
        this.#device = await this.#store.device()
        return this.#syncer.run(signal)
      }, signal)
    } catch (caught) {
      error = caught
      throw caught
    } finally {
      this.#inFlight = null
      this.#progress = null
      this.#sending = new Set()
      if (error?.category !== 'cancelled') this.#onSyncEnd(error)
      await this.#refresh().catch(() => {})
    }
  }

  #onSyncEnd(error) {
    const at = this.#environment.now()
    this.#failure = error && { error, at }
    if (error) this.#noteError(error)
    this.#autoSync?.syncEnded(error)
    // The sync may have ended too early to include an edit made at that moment.
    if (this.#isEdited && !error) this.#autoSync?.edited()
    this.#channel.postMessage('change')
  }

  /** Syncs automatically. Errors only show in the status. It doesn't retry where only the person can help. */
  #syncQuietly() {
    const isStopped = this.#device.isOffline || ['needsToken', 'wrongAccount'].includes(this.#phase)
    if (this.isPaired && !isStopped) this.sync().catch(() => {})
  }

  #stop() {
    this.#stopper?.abort()
  }

  /** Sets the airplane switch, which is kept in the store. */
  async setOffline(isOffline) {
    if (isOffline) this.#stop()
    await this.#local(() => this.#store.setDevice({ isOffline }))
    await this.#settingsChanged()
    if (!isOffline) this.#autoSync?.now()
  }

  /** @type {boolean} */
  get isOffline() {
    return this.#device.isOffline
  }

  // Diagnostics

  /** Facts for a panel; never a token, never a value. @returns {Promise<DiagnosticsFacts>} */
  async diagnostics() {
    await this.#refresh()
    const { counts, state } = this.#overview
    return {
      lastRequest: this.#lastRequest, counts: { ...counts, cursor: state.cursor },
      errors: this.#errors, storage: await storageFacts(this.#environment.storage),
      crossTabLock: this.#environment.locks !== undefined,
    }
  }

  #noteError({ category = 'failed', message }) {
    this.#errors = [{ at: this.#environment.now(), category, message }, ...this.#errors].slice(0, 10)
  }

  /** Stops everything and closes the database. */
  async close() {
    this.#autoSync?.stop()
    this.#live?.close()
    this.#stop()
    await this.#inFlight?.catch(() => {})
    this.#channel.close()
    await this.#store.close()
  }

  // Changes of the store

  /** Reads again what this tab remembers of the store. Used by `openPhone`. */
  async reload({ startsSyncing = true } = {}) {
    this.#device = await this.#local(() => this.#store.device())
    // If the browser can't write, a later sync tries again.
    await this.#store.removeExpired?.().catch(() => {})
    await this.#refresh()
    if (startsSyncing) this.startSyncing()
  }

  /** Syncs automatically from now on, at once for the first time. Only `openPhone` with `startsSyncing: false` leaves it out. */
  startSyncing() {
    this.#autoSync?.now()
  }

  /** Calls the store, and remembers its error. */
  async #local(body) {
    try {
      return await body()
    } catch (error) {
      if (error instanceof StoreError) this.#noteError(error)
      throw error
    }
  }

  async #edit(body) {
    const result = await this.#local(body)
    this.#isEdited = true
    if (!this.#hasAskedToKeep) this.#requestPersistentStorage()
    await this.#changed()
    this.#autoSync?.edited()
    return result
  }

  /** Writes what isn't an edit, and so needs no sync. */
  async #write(body) {
    const result = await this.#local(body)
    await this.#changed()
    return result
  }

  #onProgress({ report, sending, applied }) {
    this.#progress = report
    const wasSending = this.#sending.size > 0
    this.#sending = new Set(sending)
    const isChange = applied && (applied.confirmed || applied.adopted || applied.rejected || applied.conflicts)
    if (isChange) this.#channel.postMessage('change')
    if (isChange || wasSending || sending.length) this.dispatchEvent(new Event('change'))
    this.#refresh().catch(() => {})
  }

  /** Handles a message from another tab of this phone, which changed the store. */
  async #onMessage(message) {
    if (message !== 'change') this.#stop()
    if (message === 'stop') return
    try {
      if (message === 'settings') {
        this.#failure = null
        await this.reload()
      } else {
        await this.#refresh()
      }
      this.dispatchEvent(new Event('change'))
    } catch {
      // The next call of the store reports the error.
    }
  }

  async #settingsChanged() {
    this.#device = await this.#store.device()
    this.#channel.postMessage('settings')
    await this.#refresh()
  }

  async #changed() {
    await this.#refresh()
    this.#channel.postMessage('change')
    this.dispatchEvent(new Event('change'))
  }

  async #refresh() {
    this.#overview = await this.#store.overview()
    this.dispatchEvent(new Event('status'))
  }
}
