// A sentence in place of a form: read by the server, confirmed by the person, and stored as entries. Also symptoms and their labels.

import { newUUID } from '../core/measurement.js'
import { formatTimestamp } from '../core/timestamp.js'
import { zoneAt } from '../core/zone.js'
import { upsert } from '../store/edits.js'
import { SyncError } from '../sync/sync-error.js'
import { readEntries, toMeasurement } from './entries.js'
import { withTypedLabel } from './label.js'
import { symptomKinds } from './symptom.js'

/** Longer than the server waits for its model. */
const limitSeconds = 20

/** Stores entries as new records: all of them, or none. Where one is stored already, it stays as it is. */
async function addAll(tables, entries) {
  const records = entries.map((entry) => toMeasurement(entry, tables.now))
  for (const record of records) if (!await tables.row(record.id)) await upsert(tables, record)
  return records
}

/** The methods for the screens. */
const methods = ({ phone, edit, request, syncState, now }) => ({
  /** True when the phone's server last said that it reads sentences. */
  canRead: () => phone.serverHas('nl-logging'),

  /**
   * Sends a sentence to the server, and stores nothing.
   * @returns {Promise<{entries: object[], reader: string|null, hasFailed: boolean}>} each entry can be stored; `reader` names what read the
   *   sentence: `offline` for the server's own parser, else a model. `hasFailed` is true where the model failed. Rejects with
   *   `SyncError`.
   */
  async read(phrase) {
    if (phone.isOffline) throw new SyncError('offline')
    const at = now()
    const body = JSON.stringify({ phrase, requestedAt: formatTimestamp(at), timeZone: zoneAt(at) })
    const context = { account: syncState().account }
    const answer = await request('POST', '/parse', { body, context, limitSeconds }, (json, headers) => (
      { entries: readEntries(json, at), reader: headers.get('Vitals-Parser'), hasFailed: json?.failure === 'model' }))
    return { ...answer.body, entries: answer.body.entries.map((entry) => ({ id: newUUID(), ...entry })) }
  },

  /** Stores entries that the person has confirmed. @returns {Promise<MeasurementRecord[]>} */
  addAll: (entries) => edit('addAll', entries),
})

export const phrases = { name: 'phrases', kinds: symptomKinds, hooks: { withDraft: withTypedLabel }, writes: { addAll }, methods }
