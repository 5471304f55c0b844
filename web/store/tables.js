// The rows of one transaction. All code that reads or writes rows is here.

import { featureList } from '../core/feature-list.js'
import { makeRecord } from '../core/measurement.js'
import { areEqual, beats, merge, hasSameContent } from '../core/precedence.js'

/** A text sorts below an array, so this is the upper end of every range of compound keys. */
const last = []

const asRow = (stored) => stored && { record: makeRecord(stored), isDirty: stored.dirty === 1, isOwn: stored.own }

export const initialSyncState = {
  cursor: 0, receipt: null, origin: null, account: null, features: null, lastSyncAt: null,
  // Changes with each login and rebind, so that the response to an earlier request is no longer applied.
  binding: 0,
}

const initialDevice = { token: null, isOffline: false }

export class RecordTables {
  /** The rows as this transaction last read or wrote them. A row is read before it is written. */
  #rows = new Map()
  /** The body of the response that is being applied. */
  response = undefined

  /** `hooks` is the list of the phone's features. */
  constructor(transaction, now, hooks = featureList()) {
    this.transaction = transaction
    this.now = now
    this.hooks = hooks
  }

  // Rows

  async row(id) {
    return this.#asRead(id, asRow(await this.transaction.get('measurement', id)))
  }

  #asRead(id, row) {
    this.#rows.set(id, row)
    return row
  }

  async rows({ id, kind, from, to }) {
    if (id !== undefined) return [await this.row(id)].filter(Boolean)
    const range = kind === undefined
      ? { index: 'time', from: [from], to: [to, last] }
      : { index: 'kind', from: [kind, from], to: [kind, to, last] }
    return (await this.transaction.all('measurement', range)).map(asRow)
  }

  async dirty(after = '', limit) {
    const range = { index: 'dirty', after: [1, after], to: [1, last], limit }
    return (await this.transaction.all('measurement', range)).map(makeRecord)
  }

  // @show web-tables
  put(record, isDirty, isOwn = false) {
    this.hooks.didChangeRow(this, { id: record.id, before: this.#rows.get(record.id), isDirty })
    this.transaction.put('measurement', { ...record, ...this.hooks.rowMarks(record), dirty: isDirty ? 1 : 0, own: isOwn })
    this.#asRead(record.id, { record, isDirty, isOwn })
  }

  remove(id) {
    this.hooks.didChangeRow(this, { id, before: this.#rows.get(id), isRemoved: true })
    this.transaction.delete('measurement', id)
    this.#rows.delete(id)
  }

  /** Stores a record that the row and the server agree on. */
  storeSynced(record, isOwn = false) {
    this.put(record, false, isOwn)
    this.removeBase(record.id)
  }

  // Base: the greatest record exchanged with the server

  async base(id) {
    const stored = await this.transaction.get('base', id)
    return stored && makeRecord(stored)
  }

  setBase(record) {
    this.transaction.put('base', record)
  }

  /** Keeps the greatest of the exchanged records, because that is the one a refusal restores. */
  async setBaseIfGreater(record) {
    const base = await this.base(record.id)
    if (!base || beats(record, base)) this.setBase(record)
  }

  removeBase(id) {
    this.transaction.delete('base', id)
  }
  // @end

  // Refused copies and lost edits

  /** One entry, by its number. */
  entry(table, number) {
    return this.transaction.get(table, number)
  }

  /** All entries, the latest first. */
  async entries(table) {
    return (await this.transaction.all(table)).reverse()
  }

  /** All entries of a record, the earliest first. */
  entriesOf(table, id) {
    return this.transaction.all(table, { index: 'id', from: id, to: id })
  }

  addEntry(table, record, facts) {
    this.transaction.put(table, { ...record, ...facts, at: this.now })
  }

  removeEntry(table, number) {
    this.transaction.delete(table, number)
  }

  /** The greatest refused copy of a record. */
  async refused(id) {
    const copies = await this.entriesOf('rejected', id)
    return copies.length ? copies.map(makeRecord).reduce(merge) : undefined
  }

  /** Removes this copy only. The others of its record may be edits that the person hasn't looked at yet. */
  async removeRefused(copy) {
    for (const entry of await this.entriesOf('rejected', copy.id)) {
      if (areEqual(makeRecord(entry), copy)) this.removeEntry('rejected', entry.number)
    }
  }

  /** Keeps a local edit that lost, unless the winner has the same content and so nothing is lost. */
  insertConflict(loser, winner) {
    if (hasSameContent(loser, winner)) return false
    if (!this.hooks.keepLoser(this, loser, winner)) this.addEntry('conflict', loser)
    return true
  }

  // State

  async syncState() {
    return { ...initialSyncState, ...await this.transaction.get('state', 'sync') }
  }

  async setSyncState(changes) {
    this.transaction.put('state', { ...await this.syncState(), ...changes }, 'sync')
  }

  async device() {
    return { ...initialDevice, ...await this.transaction.get('state', 'device') }
  }

  async setDevice(changes) {
    this.transaction.put('state', { ...await this.device(), ...changes }, 'device')
  }

  /** Starts the sync state anew, after the server lost its data or for another server: every record is pushed again. */
  async resetSyncState() {
    const clean = await this.transaction.all('measurement', { index: 'dirty', from: [0], to: [0, last] })
    for (const { record, isOwn } of clean.map((stored) => this.#asRead(stored.id, asRow(stored)))) {
      // The record was exchanged once, so it is what a refusal restores.
      this.setBase(record)
      this.put(record, true, isOwn)
    }
    await this.setSyncState({ cursor: 0, receipt: null })
  }

  async counts() {
    const { transaction, hooks } = this
    const [rows, hidden, dirty, rejected, conflicts] = await Promise.all([
      transaction.count('measurement'), hooks.hiddenCounts(transaction),
      transaction.count('measurement', { index: 'dirty', from: [1], to: [1, last] }),
      transaction.count('rejected'), transaction.count('conflict'),
    ])
    return { records: hidden.reduce((shown, count) => shown - count, rows), dirty, rejected, conflicts }
  }
}
