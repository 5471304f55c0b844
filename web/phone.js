// The phone as the screens see it: one isolated store and its sync. Screens import from this module and from no other.
//
// Every method that touches the store returns a promise. It rejects with `InvalidMeasurement` (what was entered breaks a
// rule; has `.field`, `.code`), `StoreError` (the browser's storage; has `.category`) or `SyncError` (the server or the
// way to it; has `.category`). The `.message` of each is one sentence for a person that says what to do.

/**
 * One version of a measurement, as it is stored. Frozen; an edit makes a new one.
 * @typedef {Object} MeasurementRecord
 * @property {string} id lower-case UUID
 * @property {string} kind `WEIGHT`, `STEPS`, `HEART_RATE`, `ACTIVE_ENERGY`, `DISTANCE`, or one that this build does not know
 * @property {number} value in `unit`
 * @property {string} unit the kind's canonical unit: `KG`, `COUNT`, `BPM`, `KCAL`, `KM`; any text for an unknown kind
 * @property {number} recordedAt when it was measured, in milliseconds since 1970
 * @property {number} updatedAt when this version was written, in milliseconds since 1970
 * @property {number} version 1 to 2^53-1
 * @property {string} extra members that this build does not know, as one JSON text; empty where there are none
 */

/**
 * What a person enters. Times are milliseconds since 1970, or a `Date`.
 * @typedef {Object} Draft
 * @property {string} [kind]
 * @property {number} [value]
 * @property {string} [unit] canonical, or `LB` for a weight, `MI` for a distance
 * @property {number|Date} [recordedAt]
 */

/**
 * @typedef {Object} ListedRecord
 * @property {MeasurementRecord} record what the person last said: a refused copy stands in for its row until it is fixed
 * @property {'saved'|'sending'|'synced'|'refused'|'conflict'} state `saved`: here, to be sent. `conflict`: synced, and an
 *   edit made on this phone lost to it
 * @property {{id: number, code: string, detail: string}|null} refusal why, and the id for `fix` and `dismissRejected`
 * @property {number[]} conflictIds for `restore` and `dismissConflict`
 */

/**
 * @typedef {Object} Conflict
 * @property {number} id
 * @property {MeasurementRecord} loser the edit that lost
 * @property {MeasurementRecord|null} winner what stands there now
 * @property {number} lostAt milliseconds since 1970
 */

/**
 * @typedef {Object} RejectedMeasurement
 * @property {number} id
 * @property {MeasurementRecord} record the copy that the server refused
 * @property {string} code such as `out_of_bounds`
 * @property {string} detail the server's sentence for a person
 * @property {number} rejectedAt milliseconds since 1970
 */

/**
 * @typedef {Object} SyncReport
 * @property {number} pushed records sent, counting each time that one was
 * @property {number} accepted records that won on the server
 * @property {number} unchanged records that the server had already
 * @property {number} stale records that lost on the server
 * @property {number} rejected records that the server refused
 * @property {number} pulled records received by pulls
 * @property {number} adopted rows that took a greater record from the server
 * @property {number} conflicts local edits that lost and were kept
 * @property {number} setAside records at which the server failed; sent again with the next sync
 * @property {number} unreadable records from the server that this build cannot read
 */

/**
 * @typedef {Object} PhoneStatus
 * @property {'idle'|'syncing'|'waiting'|'offline'|'needsToken'|'wrongAccount'|'failed'} phase `waiting`: a passing
 *   failure, tried again at `retryAt`; `offline`: the switch is on or the browser has no network; `idle` with
 *   `isPaired` false: never paired, or logged out
 * @property {SyncReport|null} progress what the sync under way has done until now
 * @property {number|null} lastSync when a sync last ended well, in milliseconds since 1970
 * @property {number} pendingCount records that the server may lack
 * @property {number} conflictCount
 * @property {number} rejectedCount
 * @property {{category: string, message: string, at: number}|null} lastError gone once a sync ends well
 * @property {string|null} account the account that the store is bound to
 * @property {string} origin the server
 * @property {boolean} tellsAccountsApart false for a server that names no account
 * @property {number|null} retryAt when the next automatic try is due, in milliseconds since 1970
 */

/**
 * Opens a phone: one isolated store and its sync.
 *
 * @param {Object} [options]
 * @param {string} [options.name] of the database; two names on one page are two phones
 * @param {string} [options.origin] the server
 * @param {boolean} [options.automatic] sync by itself: after an edit, on `online`, on becoming visible, on a slow timer
 * @returns {Promise<Phone>} rejects with `StoreError`
 */
export async function openPhone({ name = 'vitals', origin = location.origin, automatic = true } = {}) {
  throw new Error(`${name} ${origin} ${automatic} is not written yet`)
}

/** Dispatches `change` when the store changed and `status` when the sync's state did, whichever tab did it. */
export class Phone extends EventTarget {
  /**
   * Newest measurement first.
   * @param {{kind?: string, from?: number|Date, to?: number|Date, limit?: number}} [filter] `from` and `to` are inclusive
   * @returns {Promise<ListedRecord[]>}
   */
  async list(filter) {}

  /** @returns {Promise<ListedRecord|null>} */
  async get(id) {}

  /** @param {Draft} draft `recordedAt` is now where it is left out @returns {Promise<MeasurementRecord>} */
  async add(draft) {}

  /** Changes what the draft names and keeps the rest. @param {Draft} draft @returns {Promise<MeasurementRecord>} */
  async edit(id, draft) {}

  /** Edits of this phone that lost, the latest first. @returns {Promise<Conflict[]>} */
  async conflicts() {}

  /** Makes the edit that lost a new edit, which wins. @returns {Promise<MeasurementRecord>} */
  async restore(conflictId) {}

  async dismissConflict(conflictId) {}

  /** Copies that the server refused, the latest first. @returns {Promise<RejectedMeasurement[]>} */
  async rejected() {}

  /** Sends a refused copy again, changed by the draft. @param {Draft} draft @returns {Promise<MeasurementRecord>} */
  async fix(rejectedId, draft) {}

  async dismissRejected(rejectedId) {}

  /** @type {PhoneStatus} */
  get status() {}

  /** @type {boolean} whether there is a token */
  get isPaired() {}

  /** Logs in. Also what mends `needsToken` and, with the token of the store's own account, `wrongAccount`. */
  async setToken(token) {}

  /** Trades a one-time code for a token and logs in. */
  async pair(code) {}

  /** Forgets the token. The records stay, and stay bound to their account. */
  async logOut() {}

  /** After `wrongAccount`, the other choice: takes all records to the account of the token that is set. */
  async rebind() {}

  /** Single flight: a second call joins the first. @returns {Promise<SyncReport>} */
  async sync() {}

  /** The airplane switch, kept in the store. */
  async setOffline(isOffline) {}

  /** @type {boolean} */
  get isOffline() {}

  /**
   * For a panel; never a token, never a value.
   * @returns {Promise<{
   *   lastRequest: {method: string, path: string, status: number|null, durationMilliseconds: number, at: number}|null,
   *   counts: {records: number, dirty: number, rejected: number, conflicts: number, cursor: number},
   *   errors: {at: number, category: string, message: string}[],
   *   storage: {isPersistent: boolean|null, usageBytes: number|null, quotaBytes: number|null},
   *   crossTabLock: boolean}>} `errors`: the last ten, the latest first; `crossTabLock` false: no Web Locks here
   */
  async diagnostics() {}

  /** Stops everything and closes the database. */
  async close() {}
}
