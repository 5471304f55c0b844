// The records of one person on this phone: the primary store, which needs no network. What holds:
// 1. A row is dirty while the server may not have it; nothing but a matching answer of the server makes it clean.
// 2. A local write never lowers a version, and `updatedAt` always moves forward.
// 3. What an answer changes, it changes in one transaction with the cursor and the receipt that it brings.
// 4. A local edit that loses goes to the conflicts, a refused one to the rejected. No edit disappears.
// 5. All answers that are applied come from the one server and account that the store is bound to.

import { checkedRecord, makeRecord, newUUID } from '../core/measurement.js'
import { applyHistoryLost, applyPage, applyPush, applyRejection } from './answers.js'
import { dismiss, edit, fix, restore, upsert } from './edits.js'
import { listed } from './listing.js'
import { SyncError } from '../sync/sync-error.js'
import { initialSyncState, RecordTables } from './tables.js'

export class MeasurementStore {
  #database
  #now

  /**
   * @param {Object} database with `read`, `write` and `close`, as `Database` has them
   * @param {() => number} now milliseconds since 1970
   */
  constructor(database, now = Date.now) {
    this.#database = database
    this.#now = now
  }

  #read(body) {
    return this.#database.read((transaction) => body(new RecordTables(transaction, this.#now())))
  }

  #write(body) {
    return this.#database.write((transaction) => body(new RecordTables(transaction, this.#now())))
  }

  close() {
    return this.#database.close()
  }

  // Records

  /** As `Phone.list`, but for what is under way. */
  list(filter) {
    return this.#read((tables) => listed(tables, filter))
  }

  async byId(id) {
    return (await this.#read((tables) => tables.row(id)))?.record
  }

  /** @throws {InvalidMeasurement} */
  async add({ kind, value, unit, recordedAt, id = newUUID() }) {
    const now = this.#now()
    return this.upsert(checkedRecord({
      id, kind, value, unit, recordedAt: recordedAt === undefined ? now : Number(recordedAt), updatedAt: now, version: 1,
    }))
  }

  /** Stores a local edit: as it is where it is later than what is there, else as the next version. */
  upsert(record) {
    return this.#write((tables) => upsert(tables, makeRecord(record)))
  }

  edit(id, draft) {
    return this.#write((tables) => edit(tables, id, draft))
  }

  // What lost or was refused

  async conflicts() {
    return this.#read(async (tables) => {
      const conflicts = []
      for (const entry of await tables.entries('conflict')) {
        const winner = (await tables.row(entry.id))?.record ?? null
        conflicts.push({ id: entry.number, loser: makeRecord(entry), winner, lostAt: entry.at })
      }
      return conflicts
    })
  }

  restore(conflictId) {
    return this.#write((tables) => restore(tables, conflictId))
  }

  dismissConflict(conflictId) {
    return this.#write((tables) => dismiss(tables, 'conflict', conflictId))
  }

  async rejected() {
    const entries = await this.#read((tables) => tables.entries('rejected'))
    return entries.map((entry) => ({
      id: entry.number, record: makeRecord(entry), code: entry.code, detail: entry.detail, rejectedAt: entry.at,
    }))
  }

  fix(rejectedId, draft) {
    return this.#write((tables) => fix(tables, rejectedId, draft))
  }

  dismissRejected(rejectedId) {
    return this.#write((tables) => dismiss(tables, 'rejected', rejectedId))
  }

  // Sync

  syncState() {
    return this.#read((tables) => tables.syncState())
  }

  /** Counts and sync state of one moment. */
  overview() {
    return this.#read(async (tables) => ({ counts: await tables.counts(), state: await tables.syncState() }))
  }

  /** Dirty rows in order of id, beginning after `after`: the next batch to push. */
  dirty(after, limit) {
    return this.#read((tables) => tables.dirty(after, limit))
  }

  /** @returns {Promise<import('./answers.js').Applied>} */
  applyPush(request) {
    return this.#write((tables) => applyPush(tables, request))
  }

  applyPage(request) {
    return this.#write((tables) => applyPage(tables, request))
  }

  applyRejection(request) {
    return this.#write((tables) => applyRejection(tables, request))
  }

  applyHistoryLost(request) {
    return this.#write((tables) => applyHistoryLost(tables, request))
  }

  noteSyncEnded() {
    return this.#write((tables) => tables.setSyncState({ lastSyncAt: tables.now }))
  }

  // The phone's own

  device() {
    return this.#read((tables) => tables.device())
  }

  setDevice(changes) {
    return this.#write((tables) => tables.setDevice(changes))
  }

  /** Binds the store to a server and keeps its token, together. @see bind */
  bind(login) {
    return this.#write((tables) => bind(tables, login))
  }
}

/**
 * Binds the store to a server and keeps the token for it.
 *
 * Another server is let in where none has answered yet, as after an address that was mistyped, and where the person says
 * so: `isRebinding` takes every record to the new server or account.
 * @param {{origin: string, token: string, isRebinding?: boolean}} login
 * @throws {SyncError} where the store has exchanged something with another server
 */
async function bind(tables, { origin, token, isRebinding = false }) {
  const state = await tables.syncState()
  const isElsewhere = state.origin !== null && state.origin !== origin
  if (isElsewhere && !isRebinding && !isUntouched(state)) throw SyncError.wrongServer(state.origin, origin)
  if (isElsewhere || isRebinding) {
    await tables.forgetHistory()
    await tables.setSyncState({ ...initialSyncState })
  }
  await tables.setSyncState({ origin, binding: state.binding + 1 })
  await tables.setDevice({ token })
}

/** Whether no server has answered yet. */
const isUntouched = (state) => ['account', 'receipt', 'features', 'lastSyncAt'].every((name) => state[name] === null)
  && state.cursor === 0
