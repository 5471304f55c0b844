// The shapes that the phone's facade uses. Documentation only: no page loads this file.

/**
 * One version of a measurement, as it is stored. Frozen; an edit creates a new one.
 * @typedef {Object} MeasurementRecord
 * @property {string} id lower-case UUID
 * @property {string} kind `WEIGHT`, `STEPS`, `HEART_RATE`, `ACTIVE_ENERGY`, `DISTANCE`, or an unknown one
 * @property {number} value in `unit`
 * @property {string} unit the kind's canonical unit: `KG`, `COUNT`, `BPM`, `KCAL`, `KM`; any text for an unknown kind
 * @property {number} recordedAt when it was measured, in milliseconds since 1970
 * @property {number} updatedAt when this version was written, in milliseconds since 1970
 * @property {number} version 1 to 2^53-1
 * @property {string} extra members that this build doesn't know, as one JSON text; empty where there are none
 */

/**
 * The values that a person enters. Times are milliseconds since 1970, or a `Date`.
 * @typedef {Object} Draft
 * @property {string} [kind]
 * @property {number} [value]
 * @property {string} [unit] canonical, or `LB` for a weight, `MI` for a distance
 * @property {number|Date} [recordedAt]
 * @property {string} [label] the name of a symptom; of the feature `phrases`
 */

/**
 * @typedef {Object} ListedRecord
 * @property {MeasurementRecord} record the person's latest version: a refused copy replaces its row
 * @property {'saved'|'sending'|'synced'|'refused'|'conflict'} state `saved`: stored here, not sent yet. `conflict`:
 *   synced, and an edit made on this phone lost to it
 * @property {{id: number, code: string, detail: string}|null} refusal the reason, and the id for `fix` and
 *   `dismissRejected`
 * @property {number[]} conflictIds for `restore` and `dismissConflict`
 */

/**
 * @typedef {Object} Conflict
 * @property {number} id
 * @property {MeasurementRecord} loser the edit that lost
 * @property {MeasurementRecord|null} winner the record that is stored now
 * @property {boolean} isOwnWinner the winner was written on this phone too
 * @property {number} lostAt milliseconds since 1970
 */

/**
 * @typedef {Object} DeletedRecord
 * @property {number} id for `deletes.restore` and `deletes.erase`
 * @property {MeasurementRecord} record as it was before it was deleted
 * @property {number} deletedAt when this phone deleted it or heard of it, in milliseconds since 1970
 * @property {number} erasedAt when its content is erased, in milliseconds since 1970
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
 * @property {number} pushed records sent; a record counts each time that it was sent
 * @property {number} accepted records that won on the server
 * @property {number} unchanged records that the server already had
 * @property {number} stale records that lost on the server
 * @property {number} rejected records that the server refused
 * @property {number} pulled records received by pulls
 * @property {number} adopted rows that took a greater record from the server
 * @property {number} conflicts local edits that lost and were kept
 * @property {number} skipped records at which the server failed; skipped, and sent again with the next sync
 * @property {number} unreadable records from the server that this build can't read
 */

/**
 * @typedef {Object} PhoneStatus
 * @property {'idle'|'syncing'|'waiting'|'offline'|'needsToken'|'wrongAccount'|'failed'} phase `waiting`: a temporary
 *   failure, tried again at `retryAt`; `offline`: the switch is on or the browser has no network; `idle` with
 *   `isPaired` false: never paired, or logged out
 * @property {SyncReport|null} progress the work of the running sync so far
 * @property {number|null} lastSync when a sync last succeeded, in milliseconds since 1970
 * @property {number} pendingCount records that the server may not have yet
 * @property {number} conflictCount
 * @property {number} rejectedCount
 * @property {number} waitingCount what the features have that the server may not have yet
 * @property {number} needsYouCount what they have that the person decides about
 * @property {{category: string, message: string, at: number}|null} lastError cleared when a sync succeeds
 * @property {string|null} account the account that the store is bound to
 * @property {string} origin the server
 * @property {boolean} tellsAccountsApart false for a server that names no account
 * @property {number|null} retryAt the time of the next automatic try, in milliseconds since 1970
 */

/**
 * A request as it's noted: nothing of what it held.
 * @typedef {Object} Exchange
 * @property {string} method
 * @property {string} path without the query
 * @property {number|null} status null where no response came
 * @property {string|null} requestId the server's id of the request, which its log has too
 * @property {number} durationMilliseconds
 * @property {number} at milliseconds since 1970
 */

/**
 * The result of `Phone.diagnostics`.
 * @typedef {Object} DiagnosticsFacts
 * @property {Exchange|null} lastRequest
 * @property {{report: SyncReport, at: number}|null} lastReport what the latest sync has done so far, also where it failed
 * @property {{records: number, dirty: number, rejected: number, conflicts: number, cursor: number}} counts
 * @property {{at: number, category: string, message: string}[]} errors the last ten, the latest first
 * @property {{isPersistent: boolean|null, usageBytes: number|null, quotaBytes: number|null}} storage nulls where the
 *   browser doesn't report them
 * @property {boolean} crossTabLock false where there are no Web Locks: then the lock on syncs only works within a tab
 */

// Errors: each has `.category` and, as `.message`, one sentence for a person. `InvalidMeasurement` has `.code` (as in a
// server's `rejected[].code`) and `.field` instead: `kind`, `value`, `unit`, `recordedAt`, or `record`.

/** @typedef {'full'|'unavailable'|'blocked'|'newer'|'closed'|'notFound'|'failed'} StoreErrorCategory */

/**
 * `unavailable`: 5xx or 429. `refused`: 400 or 413, within a sync only. `unexpected`: a response that no Vitals server
 * sends. `badCode`: from `pair` only. `cancelled`: the switch, a login or closing ended the sync.
 * @typedef {'offline'|'timedOut'|'unavailable'|'unauthorized'|'wrongAccount'|'wrongServer'|'unidentifiedServer'
 *   |'historyLost'|'refused'|'unexpected'|'busy'|'cancelled'|'badCode'} SyncErrorCategory
 */

/**
 * The further facts of a `SyncError`.
 * @typedef {Object} SyncErrorFacts
 * @property {number} status 0 where no response came
 * @property {string} detail one line for a person
 * @property {string|null} account the account that the response came from
 * @property {string} code the code of the problem document
 * @property {number|null} index the index of the record that a 400 names
 * @property {string|null} path the place that the problem names
 * @property {number|null} retryAfterSeconds the wait that the server asked for
 * @property {Exchange|null} exchange the request that failed
 */

// The engine

/**
 * @typedef {{type: 'state', state: Object} | {type: 'dirty', rows: MeasurementRecord[]}
 *   | {type: 'pushed', answer: Object} | {type: 'pulled', answer: Object} | {type: 'failed', failure: SyncError} | {type: 'applied', applied: Applied}
 *   | {type: 'waited'}} EngineEvent
 */

/**
 * Actions that apply a response carry `asked`, the store's state when the request was sent.
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
 * @property {boolean} isOwn the record was written on this phone
 */
// @end

/**
 * The effects of applying a response.
 * @typedef {Object} Applied
 * @property {number} confirmed rows that now equal the server's
 * @property {number} adopted rows that took a greater record
 * @property {number} rejected
 * @property {number} conflicts local edits that lost and were kept
 * @property {boolean} isSuperseded the store has changed since the request, so the response changed nothing
 * @property {Object} state the store's state afterwards
 */

export {}
