// What the phone's facade gains: a sentence as entries, and several entries stored at once.

import { newUUID } from '../core/measurement.js'
import { formatTimestamp } from '../core/timestamp.js'
import { zoneAt } from '../core/zone.js'
import { upsert } from '../store/edits.js'
import { SyncError } from '../sync/sync-error.js'
import { readEntries, toMeasurement } from './entries.js'

/** Longer than the server waits for its model. */
const limitSeconds = 20

/** Stores entries as new records: all of them, or none. Where one is stored already, it stays as it is. */
async function addAll(tables, entries) {
  const records = entries.map((entry) => toMeasurement(entry, tables.now))
  for (const record of records) if (!await tables.row(record.id)) await upsert(tables, record)
  return records
}

export const phraseWrites = { addAll }

/** The methods for the screens. */
export const phraseMethods = ({ edit, request, syncState, now }) => ({
  /** True when the phone's server last said that it reads sentences. */
  readsSentences() {
    return this.hasFeature('nl-logging')
  },

  /**
   * Sends a sentence to the server, and stores nothing.
   * @returns {Promise<{entries: object[], reader: string|null, hasFailed: boolean}>} each entry can be stored; `reader` names what read the
   *   sentence: `offline` for the server's own parser, else a model. `hasFailed` is true where the model failed. Rejects with
   *   `SyncError`.
   */
  async readSentence(phrase) {
    if (this.isOffline) throw new SyncError('offline')
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
