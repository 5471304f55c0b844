// What deletes and overwritten edits keep in the database.

import { isDeleted, makeRecord } from '../core/measurement.js'

/** Marks a tombstone for the index that counts them. */
export const rowMarks = (record) => (isDeleted(record) ? { deleted: 1 } : {})

function upgrade(database, transaction) {
  // The exchanged record on which the first unsent edit of a row was made. A dirty row without an entry is new. When the
  // record is deleted, `version` and `digest` take the place of the content.
  database.createObjectStore('edited_from', { keyPath: 'id' })
  // The content of deleted records, for 30 days.
  database.createObjectStore('recently_deleted', { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
  const rows = transaction.objectStore('measurement')
  rows.createIndex('deleted', 'deleted')
  rows.getAll().onsuccess = ({ target }) => {
    for (const row of target.result) {
      if (isDeleted(row)) rows.put({ ...row, ...rowMarks(row) })
      if (!row.dirty) continue
      transaction.objectStore('base').get(row.id).onsuccess = ({ target: { result: base } }) => {
        if (base) transaction.objectStore('edited_from').put({ ...makeRecord(base), own: row.own })
      }
    }
  }
}

export const schema = { stores: ['edited_from', 'recently_deleted'], upgrades: { 1: upgrade } }
