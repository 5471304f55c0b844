// What goals read and write, each in one transaction.

import { formatTimestamp } from '../core/timestamp.js'
import { create, edit, remove } from '../entities/edits.js'
import { list } from '../entities/listing.js'
import { EntityTables } from '../entities/tables.js'
import { StoreError } from '../store/database.js'
import { countingGoal, dayOf, goalFields, readGoal } from './model.js'

const goalsOf = async (entities, kind) => (await list(entities, 'goal')).map(readGoal).filter((goal) => goal?.kind === kind)

const goal = async (tables, kind) => countingGoal(await goalsOf(new EntityTables(tables), kind))

/** Sets the goal in place of the one that counted before. With another value it begins anew, now and at the trend. */
async function set(tables, { startValue = null, ...draft }) {
  const entities = new EntityTables(tables)
  const fields = goalFields(draft, dayOf(tables.now))
  const before = countingGoal(await goalsOf(entities, fields.kind))
  const beginning = before?.value === fields.value ? {} : { start: formatTimestamp(tables.now - tables.now % 1000), startValue }
  const all = { ...fields, ...beginning }
  return readGoal(before ? await edit(entities, before.id, all) : await create(entities, 'goal', all))
}

/** Removes the goal, and those of other phones that it has outshone. */
async function removeAll(tables, kind) {
  const entities = new EntityTables(tables)
  const goals = await goalsOf(entities, kind)
  if (!goals.length) throw new StoreError('notFound')
  for (const { id } of goals) await remove(entities, id)
}

export const reads = { goal }
export const writes = { set, remove: removeAll }
