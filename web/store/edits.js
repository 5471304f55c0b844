// What a person does to records. Each is a part of one transaction: the next version, a later `updatedAt`, dirty.

import { checkedRecord, makeRecord, nextVersion } from '../core/measurement.js'
import { areEqual, beats } from '../core/precedence.js'
import { StoreError } from './database.js'

const present = (records) => records.filter((record) => record !== undefined)

/** What an edit of an id meets: its row, and the refused copy that the edit fixes. */
async function editTarget(tables, id) {
  const [row, copy] = [await tables.row(id), await tables.refused(id)]
  // Of the copies that were refused, only one that would win had it not been refused is worth a fix.
  const refused = copy && (!row || beats(copy, row.record)) ? copy : undefined
  return { row, refused, displayed: refused ?? row?.record, competingVersions: present([row?.record, refused]) }
}

/** Writes an edit: the row, when the server has it, becomes what a refusal goes back to. */
async function storeEdit(tables, record, { row, refused }) {
  if (row && !row.isDirty) tables.setBase(row.record)
  const isNew = !row || !areEqual(row.record, record)
  tables.put(record, true, isNew || row.isOwn)
  if (isNew && refused) await tables.removeRefused(refused)
}

/** Stores a record as it is when it is later than what is there, and as the next version when it is not. */
export async function upsert(tables, record) {
  const target = await editTarget(tables, record.id)
  const isTaken = target.competingVersions.some((rival) => rival.version >= record.version)
  const isSame = target.row && areEqual(target.row.record, record)
  const edit = isTaken && !isSame ? nextVersion(record, target.competingVersions, tables.now) : record
  await storeEdit(tables, edit, target)
  return edit
}

/** The record with what the draft names, which may be nothing. */
const withDraft = (record, { kind, value, unit, recordedAt }) => ({
  ...record,
  kind: kind ?? record.kind, value: value ?? record.value, unit: unit ?? record.unit,
  recordedAt: recordedAt === undefined ? record.recordedAt : Number(recordedAt),
})

async function write(tables, record, draft, competingVersions, target) {
  const edited = checkedRecord(nextVersion(withDraft(record, draft), competingVersions, tables.now))
  await storeEdit(tables, edited, target)
  return edited
}

/** Changes a record, or fixes its refused copy where that is what the person sees. */
export async function edit(tables, id, draft) {
  const target = await editTarget(tables, id)
  if (!target.displayed) throw new StoreError('notFound')
  return write(tables, target.displayed, draft, target.competingVersions, target)
}

/** Sends one refused copy again, as the draft changes it; the fix outranks the row and every other refused copy. */
export async function fix(tables, number, draft) {
  const entry = await tables.entry('rejected', number)
  if (!entry) throw new StoreError('notFound')
  const [copy, row] = [makeRecord(entry), await tables.row(entry.id)]
  return write(tables, copy, draft, present([row?.record, await tables.refused(copy.id)]), { row, refused: copy })
}

/** Makes an edit that lost a new edit, which beats the record that it had lost to. */
export async function restore(tables, number) {
  const entry = await tables.entry('conflict', number)
  if (!entry) throw new StoreError('notFound')
  const [loser, row] = [makeRecord(entry), await tables.row(entry.id)]
  const restored = nextVersion(loser, present([row?.record, await tables.refused(loser.id), loser]), tables.now)
  await storeEdit(tables, restored, { row })
  tables.removeEntry('conflict', number)
  return restored
}

export async function dismiss(tables, table, number) {
  if (!await tables.entry(table, number)) throw new StoreError('notFound')
  tables.removeEntry(table, number)
}
