// The records of one person on this phone: the primary store, which needs no network. Its invariants:
// 1. A row is dirty while the server may not have it; only a matching response of the server makes it clean.
// 2. A local write never lowers a version, and `updatedAt` always moves forward.
// 3. A response changes the rows, the cursor and the receipt in one transaction.
// 4. A local edit that loses goes to the conflicts, a refused one to the rejected. No edit disappears.
// 5. All responses that are applied come from the one server and account that the store is bound to.

import { featureList } from '../core/feature-list.js'
import { checkedRecord, newUUID } from '../core/measurement.js'
import { SyncError } from '../sync/sync-error.js'
import { applyHistoryLost, applyPage, applyPush, applyRejection } from './answers.js'
import { dismiss, edit, fix, restore, upsert } from './edits.js'
import { conflicts, listed, rejected } from './listing.js'
import { initialSyncState, RecordTables } from './tables.js'

const sums = (counts) => counts.reduce((sum, { waiting, needsYou }) => (
  { waiting: sum.waiting + waiting, needsYou: sum.needsYou + needsYou }), { waiting: 0, needsYou: 0 })

/** Each method is one reading transaction. The shapes of the results are in `types.js`. */
const reads = {
  list: listed,
  get: async (tables, id) => (await listed(tables, { id }))[0] ?? null,
  conflicts,
  rejected,
  byId: async (tables, id) => (await tables.row(id))?.record,
  /** Reads dirty rows, sorted by id, after an id: the next batch to push. */
  dirty: (tables, after, limit) => tables.dirty(after, limit),
  syncState: (tables) => tables.syncState(),
  device: (tables) => tables.device(),
  /** Reads counts and sync state in one transaction. `others`: what waits beside records, and what needs the person. */
  overview: async (tables) => ({
    counts: await tables.counts(), state: await tables.syncState(), others: sums(await tables.hooks.waitingCounts(tables)),
  }),
  /** Further members of a push's body. */
  pushMembers: async (tables, records) => Object.assign({}, ...await tables.hooks.pushMembers(tables, records)),
  /** What exists on this phone only, beside records. */
  unsent: (tables) => tables.hooks.unsent(tables),
}

/**
 * Binds the store to a server and keeps the token for it. Another server is accepted if no server has responded yet, as
 * after a mistyped address, or if the person asks for it: a rebinding moves every record there.
 */
async function bind(tables, { origin, token, isRebinding = false }) {
  const state = await tables.syncState()
  const isElsewhere = state.origin !== null && state.origin !== origin
  const isUntouched = !(state.account ?? state.receipt ?? state.features ?? state.lastSyncAt) && state.cursor === 0
  if (isElsewhere && !isRebinding && !isUntouched) throw new SyncError('wrongServer', { detail: state.origin })
  const isAnew = isElsewhere || isRebinding
  if (isAnew) await tables.resetSyncState()
  await tables.setSyncState({ ...(isAnew && initialSyncState), origin, binding: state.binding + 1 })
  await tables.setDevice({ token })
}

/** Each method is one writing transaction: all of it happens, or nothing. */
const writes = {
  add: (tables, { kind, value, unit, recordedAt = tables.now, id = newUUID(), ...added }) => (
    upsert(tables, checkedRecord(tables.hooks.withDraft({
      id, kind, value, unit, recordedAt: Number(recordedAt), updatedAt: tables.now, version: 1,
    }, added)))),
  upsert,
  edit,
  fix,
  restore,
  dismissConflict: (tables, number) => dismiss(tables, 'conflict', number),
  dismissRejected: (tables, number) => dismiss(tables, 'rejected', number),
  applyPush,
  applyPage,
  applyRejection,
  applyHistoryLost,
  async noteSyncEnded(tables) {
    await tables.setSyncState({ lastSyncAt: tables.now })
    await tables.hooks.tidy(tables)
  },
  setDevice: (tables, changes) => tables.setDevice(changes),
  bind,
  tidy: (tables) => tables.hooks.tidy(tables),
}

export class MeasurementStore {
  /**
   * @param {Object} database with `read`, `write` and `close`, like `Database`
   * @param {() => number} now milliseconds since 1970
   * @param {Object} list the phone's features, as `featureList` returns them; the store has the methods of each under its name
   */
  constructor(database, now = Date.now, list = featureList()) {
    const add = (target, mode, methods = {}) => {
      for (const [name, body] of Object.entries(methods)) {
        target[name] = (...values) => (
          database[mode]((transaction) => body(new RecordTables(transaction, now(), list), ...values)))
      }
    }
    add(this, 'read', reads)
    add(this, 'write', writes)
    for (const feature of list.features) {
      const own = this[feature.name] = {}
      add(own, 'read', feature.reads)
      add(own, 'write', feature.writes)
    }
    this.close = () => database.close()
  }
}
