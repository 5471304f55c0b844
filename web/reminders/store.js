// What reminders write and read, each in one transaction: of their entities, and of what this phone alone knows, which is never synced.

import { create, edit, remove } from '../entities/edits.js'
import { foldedName } from '../entities/fields.js'
import { list, shownEntity } from '../entities/listing.js'
import { EntityTables } from '../entities/tables.js'
import { isDeleted } from '../core/measurement.js'
import { zoneAt } from '../core/zone.js'
import { StoreError } from '../store/database.js'
import { accessState, readOnlySentence } from './access.js'
import { alarmChanges, appliedState, emptyRingState } from './calculator.js'
import { draftFields, isAnswered, readReminder, storedAnswer } from './model.js'
import { dayText } from './rule.js'
import { dayOf, once } from './schedule.js'

export const schema = {
  // `ring`: what has rung on this phone. `access`: what the server last said of the account.
  stores: ['reminder_ring'],
  upgrades: { 4: (database) => database.createObjectStore('reminder_ring') },
}

/** The only group, or the one that is called so. */
const groupName = 'Reminders'

const inEntities = (body) => (tables, ...values) => body(new EntityTables(tables), tables, ...values)

const all = inEntities(async (entities) => (await list(entities, 'reminder')).map(readReminder))

const reminder = inEntities(async (entities, tables, id) => {
  const entity = await shownEntity(entities, id)
  return entity?.type === 'reminder' ? readReminder(entity) : null
})

// What the account may do

/** Of the account that the store is bound to. @returns {Promise<{allowed: boolean, until: ?number}>} */
async function access(tables) {
  const [{ account }, known] = [await tables.syncState(), await tables.transaction.get('reminder_ring', 'access')]
  const { answer = null, answeredAt = null } = known?.account === account ? known : {}
  return accessState({ account: answer, answeredAt, now: tables.now })
}

/** The reason why a reminder isn't changed. */
export class ReadOnly extends Error {
  name = 'ReadOnly'
  code = 'not_entitled'
}

async function mayWrite(tables) {
  if (!(await access(tables)).allowed) throw new ReadOnly(readOnlySentence)
}

// Writes

async function groupFor(entities) {
  const groups = await list(entities, 'group')
  const own = groups.length === 1 ? groups[0] : groups.find(({ fields }) => foldedName(String(fields.name)) === foldedName(groupName))
  return (own ?? await create(entities, 'group', { name: groupName })).id
}

const add = inEntities(async (entities, tables, draft) => {
  await mayWrite(tables)
  const fields = draftFields(draft)
  // A refused write stores nothing, so neither does it leave a group behind.
  return readReminder(await create(entities, 'reminder', { ...fields, group: fields.group ?? await groupFor(entities) }))
})

const update = inEntities(async (entities, tables, id, draft, { seen } = {}) => {
  await mayWrite(tables)
  const before = await shownEntity(entities, id)
  if (before?.type !== 'reminder') throw new StoreError('notFound')
  return readReminder(await edit(entities, before.id, draftFields(draft, before.fields), { seen }))
})

const removeOne = inEntities(async (entities, tables, id) => {
  await mayWrite(tables)
  return remove(entities, id)
})

const answer = inEntities(async (entities, tables, id, occurrence, state) => {
  await mayWrite(tables)
  const before = await reminder(tables, id)
  if (!before) throw new StoreError('notFound')
  const value = storedAnswer(before, occurrence, state, { now: tables.now, zone: zoneAt(tables.now) })
  return readReminder(await edit(entities, before.id, { occurrences: { [occurrence]: value } }))
})

/**
 * Completes what a measurement answers: of each reminder of its kind, the open occurrence of its own local date. Runs for each record
 * that replaces a row except in a merge, and only a new one has version 1.
 */
export async function completeMeasured(tables, record) {
  if (record.version !== 1 || isDeleted(record) || !(await access(tables)).allowed) return
  const entities = new EntityTables(tables)
  const zone = zoneAt(tables.now)
  for (const { id, schedule, states, measurement } of await all(tables)) {
    if (measurement !== record.kind || !schedule) continue
    const offset = schedule.offset(zone)
    const day = dayOf(record.recordedAt, offset)
    const name = schedule.rule ? dayText(day) : once
    const isItsDay = schedule.rule ? schedule.occurrenceNamed(name, offset) : schedule.start === day
    if (isItsDay && !isAnswered(states[name])) await edit(entities, id, { occurrences: { [name]: 'completed' } })
  }
}

// What has rung here

const ringState = async ({ transaction }) => (await transaction.get('reminder_ring', 'ring')) ?? emptyRingState()

/** The difference to what this phone was told before. */
async function alarms(tables, { isStart = false, limit } = {}) {
  const [state, reminders] = [await ringState(tables), await all(tables)]
  return alarmChanges(reminders, { now: tables.now, state, zone: zoneAt(tables.now), isStart, ...(limit && { limit }) })
}

/** Most computes change nothing, and then nothing is written: a write could fail, as on a full disk. */
async function note(tables, changes) {
  const before = await ringState(tables)
  if (!Object.values(changes).some((list) => list.length)) return before
  const state = forgotten(appliedState(before, changes), changes, tables.now)
  tables.transaction.put('reminder_ring', state, 'ring')
  return state
}

/** How long a phone knows what rang, once that is neither scheduled nor on the screen: 60 days, as in Swift. */
const memoryMilliseconds = 60 * 86_400_000

/** Without what rang so long ago that only a clock which is set back would ask for it. */
function forgotten(state, { cancel, ring }, now) {
  const noted = { ...state.noted }
  for (const key of [...cancel, ...ring.map((alarm) => alarm.key)]) noted[key] = now
  const isKept = (key) => state.shown.includes(key) || key in state.scheduled || (noted[key] ??= now) >= now - memoryMilliseconds
  const rung = Object.fromEntries(Object.entries(state.rung).filter(([key]) => isKept(key)))
  const isKnown = (key) => key in rung
  return { ...state, rung, returned: state.returned.filter(isKnown), noted: Object.fromEntries(Object.entries(noted).filter(([key]) => isKnown(key))) }
}

/**
 * Computes and notes in one transaction, so that of several tabs only one rings.
 * @param {{isStart: boolean, mayRing: boolean}} options without permission nothing has rung, and it's due still when it may
 * @returns {Promise<{cancel: string[], ring: Object[], nextAt: ?number}>} `nextAt`: when the next one is due, in milliseconds
 */
async function take(tables, { isStart, mayRing }) {
  const { cancel, schedule, ring } = await alarms(tables, { isStart })
  const { scheduled } = await note(tables, { cancel, schedule, ring: mayRing ? ring : [] })
  const times = Object.values(scheduled).map(({ at }) => at).filter((at) => at > tables.now)
  return { cancel, ring: mayRing ? ring : [], nextAt: times.length ? Math.min(...times) : null }
}

const noteAccount = (tables, account, answer) => tables.transaction.put('reminder_ring', { account, answer, answeredAt: tables.now }, 'access')

export const reads = { all, reminder, access, alarms }
export const writes = { add, update, remove: removeOne, answer, note, take, noteAccount }
