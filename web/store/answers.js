// Applies the server's responses to the store. Each is one transaction, and only has an effect where it still applies.

import { makeRecord } from '../core/measurement.js'
import { areEqual, beats, hasSameContent } from '../core/precedence.js'

/** Runs `body` if the response comes from the account that the store is bound to. Binds an unbound store first. */
export async function ifCurrent(tables, { answer, asked, origin }, body, isCurrent = () => true) {
  const applied = { confirmed: 0, adopted: 0, rejected: 0, conflicts: 0, isSuperseded: false }
  const state = await tables.syncState()
  const account = answer.account ?? null
  const isOurs = state.binding === asked.binding && (state.origin ?? origin) === origin
    && (state.account ?? account) === account
  if (isOurs && isCurrent(state, asked)) {
    await tables.setSyncState({ origin, account })
    tables.response = answer.body
    await body(applied)
    await tables.hooks.didApply(tables, answer.body)
  } else {
    applied.isSuperseded = true
  }
  applied.state = await tables.syncState()
  return applied
}

/**
 * Applies the response to a push. It only names ids; the copies that the server has seen are those that were pushed.
 */
export const applyPush = (tables, request) => ifCurrent(tables, request, async (applied) => {
  const { body, features, receipt } = request.answer
  // First, because the refusals in this response were made under these features.
  await noteFeatures(tables, features)
  const copies = new Map(request.pushed.map((copy) => [copy.id, copy]))
  for (const id of [...body.acceptedIds, ...body.unchanged]) {
    if (copies.has(id) && await acknowledge(tables, copies.get(id))) applied.confirmed += 1
  }
  for (const record of body.stale) await mergeRemote(tables, record, applied)
  for (const rejection of body.rejected) {
    if (copies.has(rejection.id) && await storeRejection(tables, copies.get(rejection.id), rejection)) applied.rejected += 1
  }
  await advanceReceipt(tables, receipt)
})

/** Applies a page and its cursor, but only if the store's state is the same as when the page was requested. */
// @write 15 web-page
export const applyPage = (tables, request) => ifCurrent(tables, request, async (applied) => {
  const { body, features, receipt } = request.answer
  for (const record of body.records) await mergeRemote(tables, record, applied)
  await tables.setSyncState({ cursor: body.nextCursor })
  await advanceReceipt(tables, receipt)
  await noteFeatures(tables, features)
}, (state, asked) => state.cursor === asked.cursor && state.receipt === asked.receipt)
// @starter
//| export async function applyPage(tables, request) {
//|   throw new Error('@@todo 15 apply a page and its cursor, where they still belong')
//| }
// @end

/** Applies a refusal of the whole request. */
export const applyRejection = (tables, request) => ifCurrent(tables, request, async (applied) => {
  if (await storeRejection(tables, request.copy, request.rejection)) applied.rejected += 1
})

/** Applies that the server doesn't know our receipt (a history token). */
export const applyHistoryLost = (tables, request) => ifCurrent(tables, request, () => tables.resetSyncState())

/**
 * Marks a row clean if it still is the copy that was pushed. An edit made meanwhile is a later version and stays dirty.
 */
async function acknowledge(tables, copy) {
  await tables.hooks.didAcknowledge(tables, copy)
  // @write 15 web-acknowledge
  const row = await tables.row(copy.id)
  if (!row) return false
  if (!areEqual(row.record, copy)) {
    // The server has the copy even so. If the edit is refused, the row goes back to it.
    if (row.isDirty) await tables.setBaseIfGreater(copy)
    return false
  }
  tables.storeSynced(copy, row.isOwn)
  return true
  // @starter
  //| throw new Error('@@todo 15 mark a row clean if it still is the copy that was pushed')
  // @end
}

/** Merges a record from the server into the row of its id. */
export async function mergeRemote(tables, remote, applied) {
  await tables.hooks.willMerge(tables, remote)
  // @write 15 web-merge-remote
  const row = await tables.row(remote.id)
  if (!row) {
    tables.storeSynced(remote)
    applied.adopted += 1
    return
  }
  const { record: local, isDirty, isOwn } = row
  if (areEqual(local, remote)) {
    if (!isDirty) return
    tables.storeSynced(local, isOwn)
    applied.confirmed += 1
  } else if (beats(remote, local)) {
    if (await isUnseenEdit(tables, row, remote) && tables.insertConflict(local, remote)) applied.conflicts += 1
    // If the winner has the same content, the row still counts as entered here.
    tables.storeSynced(remote, isOwn && hasSameContent(local, remote))
    applied.adopted += 1
  } else if (isDirty) {
    await tables.setBaseIfGreater(remote)
  } else {
    // The server has lost a version that it got from us, or from the phone that sent it to us.
    await tables.setBaseIfGreater(local)
    tables.put(local, true, isOwn)
  }
  // @starter
  //| throw new Error('@@todo 15 merge a record of the server into its row')
  // @end
}

/** True when a losing row is an edit of this person that the winner's author can't have seen. */
async function isUnseenEdit(tables, row, winner) {
  const { record, isDirty, isOwn } = row
  // Imported samples aren't edits, and the person would be asked about thousands of them.
  if (!isOwn) return false
  if (winner.version === record.version || await tables.hooks.isUnseen(tables, row)) return true
  if (!isDirty) return false
  // A row that is dirty only because history was lost or an edit refused equals its base, and isn't an edit.
  const base = await tables.base(record.id)
  return !base || !areEqual(base, record)
}

/**
 * Moves a refused copy out of its row, and only that copy: the row may hold a later edit by now, perhaps the fix. The
 * row goes back to the greatest record exchanged with the server, or is deleted. If the copy stayed in the row, it would
 * hide newer records.
 */
async function storeRejection(tables, copy, { code, detail }) {
  const row = await tables.row(copy.id)
  if (!row || !areEqual(row.record, copy)) return false
  tables.addEntry('rejected', copy, { code, detail, isOwn: row.isOwn })
  const base = await tables.base(copy.id)
  const isBase = base !== undefined && areEqual(base, copy)
  const wasExchanged = base !== undefined || await tables.hooks.isEditOfExchanged(tables, copy.id)
  if (base && !isBase) {
    // The base stays until the server and the row agree, because the next edit may be refused too.
    tables.put(base, true, await tables.hooks.isOwnBase(tables, base, row) ?? row.isOwn)
  } else {
    tables.removeBase(copy.id)
    tables.remove(copy.id)
  }
  // The server has, or had, a record of this id before our cursor. A deleted row must be read again. A server of the base
  // protocol reports only in a pull that it already has the base.
  const lacksAccountSupport = (await tables.syncState()).account === null
  if (wasExchanged && (!base || isBase || lacksAccountSupport)) await tables.setSyncState({ cursor: 0 })
  return true
}

/** When the server's features change, sends the refused copies again. */
async function noteFeatures(tables, features) {
  if (features === null || features === (await tables.syncState()).features) return
  await tables.setSyncState({ features })
  const refused = new Map()
  for (const entry of await tables.entries('rejected')) {
    // Before 0.4, every refused copy counted as the person's own.
    const copy = { record: makeRecord(entry), isOwn: entry.isOwn ?? true }
    refused.set(copy.record.id, [...refused.get(copy.record.id) ?? [], copy])
    tables.removeEntry('rejected', entry.number)
  }
  for (const copies of refused.values()) await sendAgain(tables, copies)
}

/**
 * Puts the greatest of a record's refused copies back into its row, unless the row is greater. Every edit of the person
 * that loses this way goes to the conflicts.
 */
async function sendAgain(tables, copies) {
  const greatest = copies.reduce((one, other) => (beats(other.record, one.record) ? other : one))
  const losers = [...copies]
  const row = await tables.row(greatest.record.id)
  let winner = greatest
  if (row && !beats(greatest.record, row.record)) {
    winner = row
  } else {
    if (row && !row.isDirty) {
      await tables.setBaseIfGreater(row.record)
    } else if (row) {
      const base = await tables.base(row.record.id)
      if (!base || !areEqual(base, row.record)) losers.push(row)
    }
    await tables.hooks.willReplaceRow(tables, greatest.record)
    tables.put(greatest.record, true, greatest.isOwn)
    await tables.hooks.didReplaceRow(tables, greatest.record)
  }
  for (const { record, isOwn } of losers) {
    if (isOwn && !areEqual(record, winner.record)) tables.insertConflict(record, winner.record)
  }
}

/** Stores a receipt, `seq.tag`, if it names a later row of the server's log than the stored receipt. */
async function advanceReceipt(tables, receipt) {
  if (receipt === null) return
  const held = (await tables.syncState()).receipt
  if (held === null || parseInt(receipt, 10) > parseInt(held, 10)) await tables.setSyncState({ receipt })
}
