// A phone as its screens see it, and how its parts are put together: its store, its syncs, its account.

import { featureList } from '../core/feature-list.js'
import { addKinds } from '../core/units.js'
import { Database } from '../store/database.js'
import { MeasurementStore } from '../store/measurement-store.js'
import { HTTPSyncAPI } from '../sync/http-api.js'
import { Account } from './account.js'
import { diagnosticsOf, isNamedByServer, statusOf, toolsOf } from './facts.js'
import { LocalStore } from './local.js'
import { Syncing } from './syncing.js'
import { Tabs } from './tabs.js'

/**
 * A phone. Dispatches `change` when the store changed and `status` when the sync's state did, even if another tab did
 * it, `failed` with an `error` that was noted, and `exchange` when a request has ended, with an `exchange` without what was in it
 * and its `contents`. The methods of a feature are under its name, such as `phone.deletes.restore`.
 */
export class Phone extends EventTarget {
  #environment
  #list
  #api
  #local
  #syncing
  #account
  #tabs
  #lastRequest = null

  /** Used by `openPhone` only. */
  constructor(name, origin, { features, database, automatic = true, settings, timeoutSeconds, ...environment }) {
    super()
    const { now, fetch, indexedDB, openChannel } = environment
    const list = this.#list = featureList(features)
    addKinds(list.kinds)
    this.origin = origin
    this.#environment = environment
    const { post } = this.#tabs = new Tabs(name, openChannel)
    const dispatch = (type, members) => this.dispatchEvent(Object.assign(new Event(type), members))
    const store = new MeasurementStore(database ?? new Database(name, indexedDB, list.schemas), now, list)
    const local = this.#local = new LocalStore(store, { now, dispatch, post })
    const fetchFromServer = list.wrapFetch(fetch, { origin, now })
    const api = this.#api = new HTTPSyncAPI({
      origin, fetch: fetchFromServer, now, timeoutSeconds, list, token: () => local.device.token,
      onExchange: (exchange, contents) => {
        this.#lastRequest = exchange
        dispatch('exchange', { exchange, contents })
      },
    })
    const syncing = this.#syncing = new Syncing({ name, origin, local, api, list, automatic, settings, dispatch, post, environment })
    this.#account = new Account({ origin, api, local, syncing, environment, post })
    this.#tabs.listen({ local, syncing, dispatch })
    const shared = {
      phone: this, local, api, edit: (body) => this.#edit(body), fetch: fetchFromServer, now, name, origin, environment,
      isAutomatic: automatic, events: list.events,
    }
    for (const feature of list.features) {
      if (feature.methods) this[feature.name] = feature.methods(toolsOf(feature, shared))
    }
  }

  /** The kinds that the features add, with what a screen says of them. */
  get kinds() {
    return this.#list.kinds
  }

  // Records

  /**
   * Newest measurement first.
   * @param {{kind?: string, from?: number|Date, to?: number|Date, limit?: number}} [filter] both ends are inclusive
   * @returns {Promise<ListedRecord[]>}
   */
  async list(filter) {
    const entries = await this.#local.call((store) => store.list(filter))
    return entries.map((entry) => this.#withSending(entry))
  }

  /** @returns {Promise<ListedRecord|null>} */
  async get(id) {
    const entry = await this.#local.call((store) => store.get(id))
    return entry && this.#withSending(entry)
  }

  #withSending(entry) {
    return entry.state === 'saved' && this.#syncing.sending.has(entry.record.id) ? { ...entry, state: 'sending' } : entry
  }

  /** @param {Draft} draft `recordedAt` is now where it is left out @returns {Promise<MeasurementRecord>} */
  add(draft) {
    return this.#edit((store) => store.add(draft))
  }

  /** Changes the fields that the draft names. @param {Draft} draft @returns {Promise<MeasurementRecord>} */
  edit(id, draft) {
    return this.#edit((store) => store.edit(id, draft))
  }

  // Lost and refused edits

  /** Edits of this phone that lost, the latest first. @returns {Promise<Conflict[]>} */
  conflicts() {
    return this.#local.call((store) => store.conflicts())
  }

  /** Turns the edit that lost into a new edit, which wins. @returns {Promise<MeasurementRecord>} */
  restore(conflictId) {
    return this.#edit((store) => store.restore(conflictId))
  }

  dismissConflict(conflictId) {
    return this.#edit((store) => store.dismissConflict(conflictId))
  }

  /** Copies that the server refused, the latest first. @returns {Promise<RejectedMeasurement[]>} */
  rejected() {
    return this.#local.call((store) => store.rejected())
  }

  /**
   * Sends a refused copy again, with the draft's changes. @param {Draft} draft @returns {Promise<MeasurementRecord>}
   */
  fix(rejectedId, draft) {
    return this.#edit((store) => store.fix(rejectedId, draft))
  }

  dismissRejected(rejectedId) {
    return this.#edit((store) => store.dismissRejected(rejectedId))
  }

  /** What the features have on this phone only. @returns {Promise<{count: number, one: string, more?: string}[]>} */
  unsent() {
    return this.#local.call((store) => store.unsent())
  }

  async #edit(body) {
    const result = await this.#local.write(body)
    this.#account.noteEdit()
    this.#syncing.edited()
    return result
  }

  // Account and sync

  /** @type {PhoneStatus} */
  get status() {
    return statusOf(this.#local, this.#syncing, this.origin)
  }

  /** @type {boolean} true when there is a token */
  get isPaired() {
    return this.#local.device.token !== null
  }

  /** @type {boolean} */
  get isOffline() {
    return this.#local.device.isOffline
  }

  /** True when the phone's own server last named this feature in `Vitals-Features`. */
  serverHas(name) {
    return isNamedByServer(name, this.#local, this.#syncing, this.origin)
  }

  /** Logs in. It also ends `needsToken` and, with a token of the store's own account, `wrongAccount`. */
  async setToken(token) {
    await this.#account.logIn({ token })
  }

  /** Exchanges a one-time code for a token and logs in. */
  async pair(code) {
    await this.#account.pair(code)
  }

  /** Deletes the token. The records stay, and stay bound to their account. */
  async logOut() {
    await this.#account.logOut()
  }

  /** The other way out of `wrongAccount`: moves all records to the account of the current token. */
  async rebind() {
    await this.#account.logIn({ token: this.#local.device.token, isRebinding: true })
  }

  /**
   * Syncs. What was written before the call has been sent when it returns, unless the server failed on it. Single
   * flight: a second call waits for the first. That one may have read the edits before the call; then one more sync
   * follows, for all that wait.
   * @returns {Promise<SyncReport>}
   */
  sync() {
    return this.#syncing.sync()
  }

  /** Sets the airplane switch, which is kept in the store. */
  async setOffline(isOffline) {
    if (isOffline) this.#syncing.stop()
    await this.#local.call((store) => store.setDevice({ isOffline }))
    await this.#account.settingsChanged({ isLogin: false })
  }

  /** Syncs automatically from now on, at once for the first time. Only `openPhone` with `startsSyncing: false` leaves it out. */
  startSyncing() {
    this.#syncing.start()
  }

  // Diagnostics

  /** Facts for a panel; never a token, never a value. @returns {Promise<DiagnosticsFacts>} */
  async diagnostics() {
    await this.#local.refresh()
    return diagnosticsOf(this.#local, this.#lastRequest, this.#syncing.lastReport, this.#environment)
  }

  /** Notes an error that a screen shows, with those of the syncs. */
  noteError(error) {
    this.#local.noteError(error)
  }

  // Opening and closing

  /** Reads what this tab remembers of the store. Used by `openPhone`. */
  async load() {
    await this.#local.readDevice()
    // If the browser can't write, a later sync tries again.
    await this.#local.store.tidy().catch(() => {})
    await this.#local.refresh()
    this.#syncing.load()
  }

  /** Stops everything and closes the database. */
  async close() {
    for (const { name } of this.#list.features) this[name]?.close?.()
    await this.#syncing.close()
    this.#tabs.close()
    await this.#local.store.close()
  }
}
