// What the look inside keeps and reads. It has counts and times, never a value or a name.

import { isDeleted } from '../core/measurement.js'
import { maximumCount } from './exchanges.js'

export const schema = {
  // `exchanges`: the last ones, the oldest first. `devices`: how many the account had when they were last listed.
  stores: ['report'],
  upgrades: { 5: (database) => database.createObjectStore('report') },
}

/** Above each part of a compound key. */
const last = []

const exchanges = async ({ transaction }) => (await transaction.get('report', 'exchanges')) ?? []

async function keep(tables, noted) {
  tables.transaction.put('report', [...await exchanges(tables), ...noted].slice(-maximumCount), 'exchanges')
}

const keepDevices = ({ transaction }, count) => transaction.put('report', count, 'devices')

/** The groups of items with the same name: how many, and the first and last of their times. */
function grouped(items, what) {
  const groups = new Map()
  for (const { kind, code, at } of items) {
    const key = `${kind} ${code}`
    const group = groups.get(key) ?? { what, kind, code, count: 0, first: at, last: at }
    groups.set(key, { ...group, count: group.count + 1, first: Math.min(group.first, at), last: Math.max(group.last, at) })
  }
  return [...groups.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/** What the phone has of each kind, without reading its records. */
async function counts({ transaction }, kinds, types) {
  const deletions = await transaction.all('measurement', { index: 'deleted', from: 1, to: 1 })
  const found = await Promise.all(kinds.map(async (kind) => ({
    what: 'records', kind,
    count: await transaction.count('measurement', { index: 'kind', from: [kind], to: [kind, last] }) - deletions.filter((row) => row.kind === kind).length,
  })))
  const others = await transaction.count('measurement') - deletions.length - found.reduce((sum, { count }) => sum + count, 0)
  const entities = await Promise.all(types.map(async (kind) => (
    { what: 'entities', kind, count: await transaction.count('entity_view', { index: 'type', from: [kind], to: [kind, last] }) })))
  return [...[...found, { what: 'records', kind: 'other', count: others }].sort((one, other) => (one.kind < other.kind ? -1 : 1)), ...entities]
    .filter(({ count }) => count > 0)
}

/**
 * Reads in one transaction all that a report says of the store.
 * @param {{kinds: string[], types: string[]}} known the kinds and the types of entities that this page knows: another one's name
 *   could be anything, so it's called `other`. Without types, the phone has no entities
 */
async function look(tables, { kinds, types }) {
  const { transaction } = tables
  const [kindOf, typeOf] = [({ kind }) => (kinds.includes(kind) ? kind : 'other'), ({ type }) => (types.includes(type) ? type : 'other')]
  const dirty = await transaction.all('measurement', { index: 'dirty', from: [1], to: [1, last] })
  const waits = (rows, what) => grouped(rows.map((row) => ({ kind: kindOf(row), at: row.updatedAt })), what)
  const hasEntities = types.length > 0
  const commands = hasEntities ? await transaction.all('entity_command', { index: 'standing', from: ['pending'], to: ['pending', last] }) : []
  const dead = hasEntities ? await transaction.all('entity_dead') : []
  return {
    exchanges: (await exchanges(tables)).reverse(), deviceCount: (await transaction.get('report', 'devices')) ?? null,
    state: await tables.syncState(), totals: await tables.counts(), counts: await counts(tables, kinds, types),
    entities: hasEntities ? (await transaction.get('entity_state', 'state')) ?? {} : null,
    waiting: [
      ...waits(dirty.filter((row) => !isDeleted(row)), 'records'), ...waits(dirty.filter(isDeleted), 'deletions'),
      ...grouped(commands.map((command) => ({ kind: typeOf(command), at: Date.parse(command.updatedAt) })), 'commands'),
    ],
    refused: [
      ...grouped((await transaction.all('rejected')).map((copy) => ({ kind: kindOf(copy), code: copy.code, at: copy.at })), 'records'),
      ...grouped(dead.map(({ command, code, at }) => ({ kind: typeOf(command), code, at })), 'commands'),
    ],
  }
}

export const reads = { look }
export const writes = { keep, keepDevices }
