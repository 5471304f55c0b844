// Deletes, and the edits that were overwritten unseen.

import {
  asDeletionIfDeleted, didAcknowledge, didChangeRow, didReplaceRow, isEditOfExchanged, isOwnBase, isUnseen, keepLoser, willMerge,
  willReplaceRow,
} from './rules.js'
import { rowMarks, schema } from './schema.js'
import { deletedCount, pushMembers, reads, tidy, writes } from './store.js'
import { readOverwritten } from './versions.js'

/** The methods for the screens; the shapes are in `types.js`. */
const methods = ({ read, edit }) => ({
  /** Deletes a record, here and with the next syncs on all devices of the account. */
  delete: (id) => edit('delete', id),
  /** @returns {Promise<DeletedRecord[]>} the latest first */
  list: () => read('list'),
  /** Restores a deleted record as a new edit, which beats the deletion. @returns {Promise<MeasurementRecord>} */
  restore: (deletedId) => edit('restore', deletedId),
  /** Erases the content of a deleted record now, and not after 30 days. */
  erase: (deletedId) => edit('erase', deletedId),
})

export const deletes = {
  name: 'deletes',
  schema,
  hooks: {
    rowMarks, didChangeRow, willMerge, willReplaceRow, didReplaceRow, didAcknowledge, tidy, isOwnBase, isEditOfExchanged, isUnseen,
    keepLoser, hiddenCounts: deletedCount, asRestored: asDeletionIfDeleted, pushMembers,
    readMembers: ({ overwritten }) => ({ overwritten: readOverwritten(overwritten) }),
  },
  reads,
  writes,
  methods,
}
