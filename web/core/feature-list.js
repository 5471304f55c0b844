// The features that a phone is opened with, as the core sees them: what they store, and what they do when the core does
// something. No module of the core imports a feature.

import { fold } from './hooks.js'

/**
 * What a feature may do in the store and on the wire, and how the answers of several become one. Those that get `tables` run in
 * the transaction of the core's write.
 */
const hooks = {
  /** What the database's indexes need of a record beside its members. */
  rowMarks: 'members',
  /** Before a row is written or removed: `(tables, { id, before, isDirty, isRemoved })`. */
  didChangeRow: 'allAtOnce',
  /** Before a record of the server is merged into its row: `(tables, remote)`. */
  willMerge: 'all',
  /** Before and after a record replaces the row with its id, except in a merge: `(tables, record)`. */
  willReplaceRow: 'all',
  didReplaceRow: 'all',
  /** When the server has acknowledged a copy of a row, before the row is marked clean: `(tables, copy)`. */
  didAcknowledge: 'all',
  /** When a response was applied: `(tables, body)`. */
  didApply: 'all',
  /** When the store is opened and when a sync has ended: `(tables)`. */
  tidy: 'all',
  /** Is the record that a refused edit goes back to an edit of this phone? `(tables, base, refused)` */
  isOwnBase: 'first',
  /** Is a row without a base an edit of a record that the server had? `(tables, id)` */
  isEditOfExchanged: 'any',
  /** Does a row that loses hold an edit that the winner's author can't have seen? `(tables, row)` */
  isUnseen: 'any',
  /** Keeps an edit that lost in another place than the conflicts, and returns true if it did: `(tables, loser, winner)`. */
  keepLoser: 'anyAtOnce',
  /** The number of rows that are stored and not shown: `(transaction)`, one number each. */
  hiddenCounts: 'lists',
  /** A lost edit as it's brought back: `(record)`. */
  asRestored: 'chain',
  /** A record with what a draft says beyond the fields of part one: `(record, draft)`. Throws for what no server takes. */
  withDraft: 'chain',
  /** Further members of a push's body: `(tables, records)`, one object each. */
  pushMembers: 'lists',
  /** What a response says beyond its records: `(json)`. */
  readMembers: 'members',
  /** The `fetch` that the phone sends its requests with: `(fetch, { origin, now })`. */
  wrapFetch: 'chain',
  /** Before the page opens its phone. */
  beforeOpening: 'all',
  /** What the phone's state says beside records: `(tables)` returns `{ waiting, needsYou }`, two numbers. */
  waitingCounts: 'lists',
  /** What exists on this phone only, beside records: `(tables)` returns `{ count, one, more }`. */
  unsent: 'lists',
}

/**
 * @typedef {Object} Feature
 * @property {string} name its folder's name; the phone has its methods under it
 * @property {import('../store/database.js').Schema} [schema] what it adds to the database
 * @property {Object} [kinds] kinds in the order in which people see them: what `kinds` and `KINDS` say of one, and `words`
 * @property {Object} [hooks] see above
 * @property {Object} [reads] the store's methods under its name, each one reading transaction
 * @property {Object} [writes] the same, each one writing transaction
 * @property {(tools: Object) => Object} [methods] the phone's members under its name; `close` is called with the phone's
 * @property {Object<string, {cursor: (state: Object) => number}>} [events] by type of event: up to which number of that log the phone has read
 * @property {(tools: Object) => Promise<void>} [stage] its part of a sync, after the records: push, pull, check, commit
 * @property {(tables: Object) => Object[]} [unsent] what "Erase this phone" must ask about
 */

/** @param {Feature[]} [features] without them, the phone of part one */
export function featureList(features = []) {
  const parts = features.map(({ hooks, unsent }) => ({ ...hooks, ...(unsent && { unsent }) }))
  return {
    features,
    schemas: features.map(({ schema }) => schema).filter(Boolean),
    kinds: Object.assign({}, ...features.map(({ kinds }) => kinds)),
    events: Object.assign({}, ...features.map(({ events }) => events)),
    ...fold(parts, hooks),
  }
}
