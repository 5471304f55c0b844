// Deletes by the person, and the records that can still be brought back. Each method is one transaction.

import { makeRecord, nextVersion } from '../core/measurement.js'
import { StoreError } from '../store/database.js'
import { dismiss, editTarget, storeEdit } from '../store/edits.js'
import { editedFrom, isOnServer } from './rules.js'
import { asDeletion } from './tombstone.js'

/** 30 days, in milliseconds. After them the content of a deleted record is erased. */
export const keptMilliseconds = 30 * 24 * 60 * 60 * 1000

export const deletedCount = (transaction) => transaction.count('measurement', { index: 'deleted' })

/**
 * Deletes a record. The deletion is a version like any other, and is sent also for a record that no server has acknowledged:
 * the acknowledgement may have been lost.
 */
async function remove(tables, id) {
  const target = await editTarget(tables, id)
  if (!target.displayed) throw new StoreError('notFound')
  const deletion = asDeletion(nextVersion(target.displayed, target.competingVersions, tables.now))
  await storeEdit(tables, deletion, target)
  return deletion
}

/** The deleted records whose content this phone still has, the latest first. */
async function list(tables) {
  return (await tables.entries('recently_deleted')).map((entry) => (
    { id: entry.number, record: makeRecord(entry), deletedAt: entry.at, erasedAt: entry.at + keptMilliseconds }))
}

/** Restores a deleted record as a new edit, which beats the deletion. */
async function restore(tables, number) {
  const entry = await tables.entry('recently_deleted', number)
  if (!entry) throw new StoreError('notFound')
  const [content, row] = [makeRecord(entry), await tables.row(entry.id)]
  const competing = [row?.record, await tables.refused(content.id), content].filter(Boolean)
  const restored = nextVersion(content, competing, tables.now)
  await storeEdit(tables, restored, { row })
  tables.removeEntry('recently_deleted', number)
  return restored
}

/** Erases what was deleted more than 30 days ago. Where the clock was set back since, the 30 days start again. */
export async function tidy(tables) {
  for (const entry of await tables.entries('recently_deleted')) {
    if (entry.at > tables.now) tables.transaction.put('recently_deleted', { ...entry, at: tables.now })
    else if (entry.at <= tables.now - keptMilliseconds) tables.removeEntry('recently_deleted', entry.number)
  }
}

/** The member `bases` of a push: the version that each unsent edit was made from. Only for a server that asks for it. */
export async function pushMembers(tables, records) {
  if (!isOnServer(await tables.syncState())) return {}
  const versions = await Promise.all(records.map(async ({ id }) => [id, await editedFrom(tables, id)]))
  return { bases: Object.fromEntries(versions) }
}

export const reads = { list }

export const writes = { delete: remove, restore, erase: (tables, number) => dismiss(tables, 'recently_deleted', number) }
