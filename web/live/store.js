// What an event does to the store.

import { areEqual, beats } from '../core/precedence.js'
import { ifCurrent, mergeRemote } from '../store/answers.js'

/**
 * Runs in the transaction of a response. The rows of a page are covered by the cursor and the receipt (a history token) from
 * now on. An empty page means that the server has nothing more: rows that an event brought and no page did are missing
 * there, because it was restored from a backup. So they are sent, as after a lost history.
 */
export async function didApply(tables, { records, nextCursor, unreadable } = {}) {
  const { transaction } = tables
  if (nextCursor === undefined) return
  for (const { id } of records) transaction.delete('event_row', id)
  if (records.length + unreadable) return
  for (const { id } of await transaction.all('event_row')) {
    transaction.delete('event_row', id)
    const row = await tables.row(id)
    if (!row || row.isDirty) continue
    await tables.setBaseIfGreater(row.record)
    tables.put(row.record, true, row.isOwn)
  }
}

/**
 * Merges the records of an event, with what it says of overwritten versions. The cursor stays where it is: events may
 * be lost, doubled or late, so only a page says how far the phone has read.
 *
 * @param {Object} request
 * @param {{seq: number, records: MeasurementRecord[], overwritten?: Map}} request.event
 * @param {string|null} request.account the account that the stream belongs to
 * @param {number} request.binding the login that the stream was opened with
 * @param {string} request.origin
 * @returns {Promise<{adopted: number, conflicts: number, isSuperseded: boolean}>} `isSuperseded`: the
 *   event is for another account or login, or the phone has read further already; nothing was written
 */
export function applyEvent(tables, { event, account, binding, origin }) {
  const { seq, records, overwritten } = event
  const request = { answer: { account, body: { overwritten } }, asked: { binding }, origin }
  return ifCurrent(tables, request, async (applied) => {
    for (const record of records) {
      const row = await tables.row(record.id)
      // The event may be late, and the server may have lost its history since. So it confirms no row, and doesn't show
      // that the server has lost a version; a page does both.
      const isNews = !row || (row.isDirty ? !areEqual(row.record, record) : beats(record, row.record))
      if (!isNews) continue
      await mergeRemote(tables, record, applied)
      // A row that stays dirty is sent anyway.
      tables.transaction.put('event_row', { id: record.id })
    }
  }, (state) => state.account !== null && account !== null && seq > state.cursor)
}
