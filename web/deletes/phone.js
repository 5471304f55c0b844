// What the phone's facade gains: deletes, and the origins that a push names.

/** The methods for the screens; the shapes are in `types.js`. `store` reads and writes as the phone's own methods do. */
export const phoneMethods = ({ read, edit }) => ({
  /** Deletes a record, here and with the next syncs on all devices of the account. */
  delete: (id) => edit('delete', id),
  /** @returns {Promise<DeletedRecord[]>} the latest first */
  recentlyDeleted: () => read('recentlyDeleted'),
  /** Restores a deleted record as a new edit, which beats the deletion. @returns {Promise<MeasurementRecord>} */
  restoreDeleted: (deletedId) => edit('restoreDeleted', deletedId),
  /** Erases the content of a deleted record now, and not after 30 days. */
  eraseDeleted: (deletedId) => edit('eraseDeleted', deletedId),
})

/** The member `bases` of a push's body, as text. */
export const basesOf = (origins) => (origins ? `,"bases":${JSON.stringify(Object.fromEntries(origins))}` : '')
