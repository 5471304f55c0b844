// The records as a person sees them: a refused copy replaces its row, and lost edits are listed with it.

import { isDeleted, makeRecord } from '../core/measurement.js'
import { beats } from '../core/precedence.js'

/** Lists the newest measurement first; measurements of the same moment are sorted by id. */
export async function listed(tables, { id, kind, from = -Infinity, to = Infinity, limit } = {}) {
  const filter = { id, kind, from: Number(from), to: Number(to) }
  const entries = new Map()
  for (const { record, isDirty } of await tables.rows(filter)) {
    if (isDeleted(record)) continue
    entries.set(record.id, { record, state: isDirty ? 'saved' : 'synced', refusal: null, conflictIds: [] })
  }
  for (const entry of (await refusedToShow(tables)).values()) {
    const { record } = entry
    entries.delete(record.id)
    if ((id ?? record.id) === record.id && (kind ?? record.kind) === record.kind
      && record.recordedAt >= filter.from && record.recordedAt <= filter.to) entries.set(record.id, entry)
  }
  for (const { id: loser, number } of await tables.entries('conflict')) {
    const entry = entries.get(loser)
    entry?.conflictIds.push(number)
    if (entry?.state === 'synced') entry.state = 'conflict'
  }
  const inOrder = [...entries.values()].sort(({ record: one }, { record: other }) =>
    other.recordedAt - one.recordedAt || (one.id < other.id ? -1 : 1))
  return inOrder.slice(0, limit)
}

/** The refused copies that would have won had they not been refused. */
async function refusedToShow(tables) {
  const shown = new Map()
  for (const entry of await tables.entries('rejected')) {
    const { number, code, detail } = entry
    const record = makeRecord(entry)
    const rival = shown.get(entry.id)?.record ?? (await tables.row(entry.id))?.record
    if (isDeleted(record) || (rival && !beats(record, rival))) continue
    shown.set(entry.id, { record, state: 'refused', refusal: { id: number, code, detail }, conflictIds: [] })
  }
  return shown
}

/** The edits of this phone that lost, the latest first. */
export async function conflicts(tables) {
  const found = []
  for (const entry of await tables.entries('conflict')) {
    const row = await tables.row(entry.id)
    found.push({
      id: entry.number, loser: makeRecord(entry), winner: row?.record ?? null, isOwnWinner: row?.isOwn ?? false, lostAt: entry.at,
    })
  }
  return found
}

/** The copies that the server refused, the latest first. */
export async function rejected(tables) {
  return (await tables.entries('rejected')).map((entry) => ({
    id: entry.number, record: makeRecord(entry), code: entry.code, detail: entry.detail, rejectedAt: entry.at,
  }))
}
