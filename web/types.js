// The shapes that the phone's facade speaks of. Documentation: no page loads this file.

/**
 * One version of a measurement, as it is stored. Frozen; an edit makes a new one.
 * @typedef {Object} MeasurementRecord
 * @property {string} id lower-case UUID
 * @property {string} kind `WEIGHT`, `STEPS`, `HEART_RATE`, `ACTIVE_ENERGY`, `DISTANCE`, or an unknown one
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
 * @property {MeasurementRecord} record what the person last said: a refused copy stands in for its row
 * @property {'saved'|'sending'|'synced'|'refused'|'conflict'} state `saved`: here, to be sent. `conflict`: synced, and
 *   an edit made on this phone lost to it
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
 * What `Phone.diagnostics` tells.
 * @typedef {Object} DiagnosticsFacts
 * @property {{method: string, path: string, status: number|null, durationMilliseconds: number, at: number}|null}
 *   lastRequest `status` is null where no answer came
 * @property {{records: number, dirty: number, rejected: number, conflicts: number, cursor: number}} counts
 * @property {{at: number, category: string, message: string}[]} errors the last ten, the latest first
 * @property {{isPersistent: boolean|null, usageBytes: number|null, quotaBytes: number|null}} storage nulls where the
 *   browser does not say
 * @property {boolean} crossTabLock false where there are no Web Locks: one sync at a time holds within a tab only
 */

// Errors: each has `.category` and, as `.message`, one sentence for a person. `InvalidMeasurement` has `.code` (as in a
// server's `rejected[].code`) and `.field` instead: `kind`, `value`, `unit`, `recordedAt`, or `record`.

/** @typedef {'full'|'unavailable'|'blocked'|'newer'|'closed'|'notFound'|'failed'} StoreErrorCategory */

/**
 * `unavailable`: 5xx or 429. `refused`: 400 or 413, within a sync only. `unexpected`: what no Vitals server answers.
 * `badCode`: from `pair` only. `cancelled`: the switch, a login or closing ended the sync.
 * @typedef {'offline'|'timedOut'|'unavailable'|'unauthorized'|'wrongAccount'|'wrongServer'|'unidentifiedServer'
 *   |'historyLost'|'refused'|'unexpected'|'busy'|'cancelled'|'badCode'} SyncErrorCategory
 */

/**
 * What a `SyncError` knows besides.
 * @typedef {Object} SyncErrorFacts
 * @property {number} status 0 where no answer came
 * @property {string} detail one line for a person
 * @property {string|null} account whose answer it is
 * @property {string} code the problem document's
 * @property {number|null} index of the record that a 400 names
 * @property {number|null} retryAfterSeconds the server's own wish
 */

// The engine

/**
 * @typedef {{type: 'state', state: Object} | {type: 'dirty', rows: MeasurementRecord[]}
 *   | {type: 'pushed', answer: Object} | {type: 'pulled', answer: Object} | {type: 'failed', failure: SyncError} | {type: 'applied', applied: Applied}
 *   | {type: 'waited'}} EngineEvent
 */

/**
 * Those that apply an answer carry `asked`, the state of the store that the request was made with.
 * @typedef {{type: 'readState'} | {type: 'readDirty', after: string, limit: number}
 *   | {type: 'push', batch: MeasurementRecord[], context: Object} | {type: 'applyPush', answer, pushed, asked}
 *   | {type: 'applyRejection', copy, rejection, answer, asked} | {type: 'pull', cursor, limit, context}
 *   | {type: 'applyPage', answer, asked} | {type: 'applyHistoryLost', answer, asked} | {type: 'wait', seconds: number}
 *   | {type: 'finish', error: SyncError|null}} EngineAction
 */

// The store

// @show web-row
/**
 * @typedef {Object} Row
 * @property {MeasurementRecord} record
 * @property {boolean} isDirty the server may lack it
 * @property {boolean} isOwn it was written on this phone
 */
// @end

/**
 * What applying an answer did.
 * @typedef {Object} Applied
 * @property {number} settled rows that now are what the server has
 * @property {number} adopted rows that took a greater record
 * @property {number} rejected
 * @property {number} conflicts local edits that lost and were kept aside
 * @property {boolean} isSuperseded the answer was to a question that is no longer the store's: nothing was changed
 * @property {Object} state the store's state after it
 */

export {}
