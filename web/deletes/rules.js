// What a deletion and an overwritten edit do to the tables, inside the transaction that brings them. The rules are those of
// `docs/protocol.md`, and of `Sources/Vitals/Deletes`.

import { isDeleted, makeRecord } from '../core/measurement.js'
import { areEqual, beats, hasSameContent } from '../core/precedence.js'
import { isOverwritten, isSameVersion, noVersion, versionOf } from './versions.js'

export { asDeletionIfDeleted } from './tombstone.js'

// Recently deleted

/** Keeps the content of a deleted record, unless an entry says the same. */
function keep(tables, copy, entries) {
  const known = [...entries, ...tables.keptContent ??= []]
  if (isDeleted(copy) || known.some((entry) => entry.id === copy.id && hasSameContent(entry, copy))) return
  tables.keptContent.push(copy)
  tables.addEntry('recently_deleted', copy)
}

/**
 * Moves the content of a record to `recently_deleted`, if the record that replaces its row is a deletion: from the row, the
 * base, the refused copies and the conflicts. Lost deletes among them are dropped.
 */
export async function willReplaceRow(tables, record) {
  if (!isDeleted(record)) return
  const { id } = record
  const entries = await tables.entriesOf('recently_deleted', id)
  const copies = [(await tables.row(id))?.record, await tables.base(id)].filter(Boolean)
  for (const table of ['rejected', 'conflict']) {
    for (const entry of await tables.entriesOf(table, id)) {
      copies.push(makeRecord(entry))
      tables.removeEntry(table, entry.number)
    }
  }
  for (const copy of copies) keep(tables, copy, entries)
}

/** The same before a merge, which replaces the row only if the server's record is the greater one. */
export async function willMerge(tables, remote) {
  if (!isDeleted(remote)) return
  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) await willReplaceRow(tables, remote)
}

/**
 * Erases what the write of a local deletion has left of the content: the base that a refusal would restore, and the version
 * that the edit was made from.
 */
export async function didReplaceRow(tables, record) {
  if (!isDeleted(record)) return
  tables.removeBase(record.id)
  await eraseEditedFrom(tables, record.id)
}

/** Keeps an edit that lost to a deletion among the recently deleted, and not as a conflict. */
export function keepLoser(tables, loser, winner) {
  if (!isDeleted(winner)) return false
  keep(tables, loser, [])
  return true
}

// The version that an edit was made from

/**
 * Notes what a row's first unsent edit was made from, and forgets it when the row is clean again. All writes of rows come through
 * here, so none can forget it: an edit, a healed record and a lost history all make a clean row dirty.
 */
export function didChangeRow({ transaction }, { id, before, isDirty, isRemoved }) {
  if (!before) return
  if (before.isDirty && (isRemoved || !isDirty)) transaction.delete('edited_from', id)
  if (!before.isDirty && isDirty) transaction.put('edited_from', { ...before.record, own: before.isOwn })
}

/** The version that the first unsent edit of a row was made from; version 0 for a new record. */
export async function editedFrom({ transaction }, id) {
  const entry = await transaction.get('edited_from', id)
  if (!entry) return noVersion
  return entry.digest === undefined ? versionOf(makeRecord(entry)) : { version: entry.version, digest: entry.digest }
}

/** A deletion leaves no base behind, so only this version says that the server had the record. */
export const isEditOfExchanged = async (tables, id) => (await editedFrom(tables, id)).version > 0

export async function isOwnBase(tables, base) {
  const entry = await tables.transaction.get('edited_from', base.id)
  return Boolean(entry?.own) && isSameVersion(await editedFrom(tables, base.id), versionOf(base))
}

/** Makes an acknowledged copy what the edits on top of it were made from. */
export async function didAcknowledge(tables, copy) {
  const row = await tables.row(copy.id)
  if (!row?.isDirty || areEqual(row.record, copy)) return
  tables.transaction.put('edited_from', { ...copy, own: row.isOwn })
  if (isDeleted(row.record)) await eraseEditedFrom(tables, copy.id)
}

async function eraseEditedFrom(tables, id) {
  const entry = await tables.transaction.get('edited_from', id)
  if (entry) tables.transaction.put('edited_from', { id, own: entry.own, ...await editedFrom(tables, id) })
}

// Overwritten edits

/** True when the server last named the feature. */
export const isOnServer = ({ features }) => (features ?? '').split(',').some((name) => name.trim() === 'deletes')

/**
 * True when a row that loses holds an edit that the winner's author can't have seen: the server saw it overwritten, or hasn't
 * confirmed it since history was lost. A server without the feature has nothing to say about either.
 */
export async function isUnseen(tables, { record, isDirty }) {
  if (!isOnServer(await tables.syncState())) return false
  return isDirty || isOverwritten(tables.response?.overwritten?.get(record.id), versionOf(record))
}
