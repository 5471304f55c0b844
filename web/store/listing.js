// Rows as a person sees them: with what was refused in place of its row, and what lost beside it.

import { makeRecord } from '../core/measurement.js'
import { beats } from '../core/precedence.js'

const isWithin = ({ kind, recordedAt }, filter) => (filter.kind === undefined || kind === filter.kind)
  && recordedAt >= filter.from && recordedAt <= filter.to

/** @returns {Promise<import('../types.js').ListedRecord[]>} newest measurement first; of one moment, in order of id */
export async function listed(tables, { kind, from = -Infinity, to = Infinity, limit } = {}) {
  const filter = { kind, from: Number(from), to: Number(to) }
  const entries = new Map((await tables.rows(filter)).map((row) => [row.record.id, fromRow(row)]))
  for (const [id, entry] of await refusedToShow(tables)) {
    entries.delete(id)
    if (isWithin(entry.record, filter)) entries.set(id, entry)
  }
  for (const { id, number } of await tables.entries('conflict')) addConflict(entries.get(id), number)
  const inOrder = [...entries.values()].sort(({ record: one }, { record: other }) =>
    other.recordedAt - one.recordedAt || (one.id < other.id ? -1 : 1))
  return limit === undefined ? inOrder : inOrder.slice(0, limit)
}

const fromRow = ({ record, isDirty }) => ({
  record, state: isDirty ? 'saved' : 'synced', refusal: null, conflictIds: [],
})

/** Refused copies that would win, had they not been refused: a map by id. */
async function refusedToShow(tables) {
  const shown = new Map()
  for (const entry of await tables.entries('rejected')) {
    const record = makeRecord(entry)
    const rival = shown.get(entry.id)?.record ?? (await tables.row(entry.id))?.record
    if (rival && !beats(record, rival)) continue
    const refusal = { id: entry.number, code: entry.code, detail: entry.detail }
    shown.set(entry.id, { record, state: 'refused', refusal, conflictIds: [] })
  }
  return shown
}

function addConflict(entry, number) {
  if (!entry) return
  entry.conflictIds.push(number)
  if (entry.state === 'synced') entry.state = 'conflict'
}
