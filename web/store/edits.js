// A person's edits of records. Each is part of one transaction, and stores the next version, with a later `updatedAt`,
// as dirty.

import { checkedRecord, isDeleted, makeRecord, nextVersion } from '../core/measurement.js'
import { areEqual, beats } from '../core/precedence.js'
import { StoreError } from './database.js'

const present = (records) => records.filter((record) => record !== undefined)

/** The copies that an edit of an id competes with: its row, and the refused copy that the edit fixes. */
export async function editTarget(tables, id) {
  const [row, copy] = [await tables.row(id), await tables.refused(id)]
  // Only fix a refused copy that would have won had it not been refused.
  const refused = copy && (!row || beats(copy, row.record)) ? copy : undefined
  const competingVersions = present([row?.record, refused])
  return { row, refused, displayed: present([refused, row?.record]).find((copy) => !isDeleted(copy)), competingVersions }
}

/** Writes an edit. If the server has the row, the row becomes the base that a refusal restores. */
export async function storeEdit(tables, record, { row, refused }) {
  await tables.hooks.willReplaceRow(tables, record)
  if (row && !row.isDirty) tables.setBase(row.record)
  const isNew = !row || !areEqual(row.record, record)
  tables.put(record, true, isNew || row.isOwn)
  if (isNew && refused) await tables.removeRefused(refused)
  await tables.hooks.didReplaceRow(tables, record)
}

/** Stores a record unchanged if its version is later than the stored ones, and otherwise as the next version. */
export async function upsert(tables, record) {
  const target = await editTarget(tables, record.id)
  const isTaken = target.competingVersions.some((rival) => rival.version >= record.version)
  const isSame = target.row && areEqual(target.row.record, record)
  const edit = isTaken && !isSame ? nextVersion(record, target.competingVersions, tables.now) : record
  await storeEdit(tables, edit, target)
  return edit
}

/** The record with the fields that the draft names, if any. */
const withDraft = (tables, record, { kind, value, unit, recordedAt, ...added }) => tables.hooks.withDraft({
  ...record,
  kind: kind ?? record.kind, value: value ?? record.value, unit: unit ?? record.unit,
  recordedAt: recordedAt === undefined ? record.recordedAt : Number(recordedAt),
}, added)

async function write(tables, record, draft, competingVersions, target) {
  const edited = checkedRecord(nextVersion(withDraft(tables, record, draft), competingVersions, tables.now))
  await storeEdit(tables, edited, target)
  return edited
}

/** Changes a record, or fixes its refused copy if the person sees that one. */
export async function edit(tables, id, draft) {
  const target = await editTarget(tables, id)
  if (!target.displayed) throw new StoreError('notFound')
  return write(tables, target.displayed, draft, target.competingVersions, target)
}

/** Sends one refused copy again, with the draft's changes. The fix beats the row and every other refused copy. */
export async function fix(tables, number, draft) {
  const entry = await tables.entry('rejected', number)
  if (!entry) throw new StoreError('notFound')
  const [copy, row] = [makeRecord(entry), await tables.row(entry.id)]
  return write(tables, copy, draft, present([row?.record, await tables.refused(copy.id)]), { row, refused: copy })
}

/** Turns an edit that lost into a new edit, which beats the record it had lost to. */
export async function restore(tables, number) {
  const entry = await tables.entry('conflict', number)
  if (!entry) throw new StoreError('notFound')
  const [loser, row] = [makeRecord(entry), await tables.row(entry.id)]
  const competing = present([row?.record, await tables.refused(loser.id), loser])
  const restored = tables.hooks.asRestored(nextVersion(loser, competing, tables.now))
  await storeEdit(tables, restored, { row })
  tables.removeEntry('conflict', number)
  return restored
}

export async function dismiss(tables, table, number) {
  if (!await tables.entry(table, number)) throw new StoreError('notFound')
  tables.removeEntry(table, number)
}
