// What workouts write and read, each in one transaction: of their entities, and of the records that came from an import.

import { originOf } from '../core/day-totals.js'
import { create, edit, remove } from '../entities/edits.js'
import { list, shownEntity } from '../entities/listing.js'
import { EntityTables } from '../entities/tables.js'
import { InvalidEntity } from '../entities/types.js'
import { StoreError } from '../store/database.js'
import { byStart, draftFields, readWorkout } from './model.js'

const inEntities = (body) => (tables, ...values) => body(new EntityTables(tables), ...values)

const all = inEntities(async (entities) => (await list(entities, 'workout')).map(readWorkout).sort(byStart))

async function found(entities, id) {
  const entity = await shownEntity(entities, id)
  return entity?.type === 'workout' ? readWorkout(entity) : null
}

const workout = inEntities(found)

async function existing(entities, id) {
  const before = await found(entities, id)
  if (!before) throw new StoreError('notFound')
  return before
}

const present = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== ''))

const add = inEntities(async (entities, draft) => readWorkout(await create(entities, 'workout', present(draftFields(draft)))))

const update = inEntities(async (entities, id, draft, { seen } = {}) => {
  const before = await existing(entities, id)
  return readWorkout(await edit(entities, before.id, draftFields(draft, before), { seen }))
})

/** @returns {Promise<Object>} the fields that were deleted, for `restore` */
const removeOne = inEntities(async (entities, id) => {
  const { id: own, fields } = await existing(entities, id)
  await remove(entities, own)
  return fields
})

/**
 * Makes a deleted workout anew. A deletion is final, so it gets another id; and a value that this phone may not write, as another
 * version may have written, doesn't come back.
 * @param {{id?: string}} [options] the id that it gets, where that must be known before
 */
const restore = inEntities(async (entities, fields, { id } = {}) => {
  const kept = present(fields)
  for (;;) {
    try {
      return readWorkout(await create(entities, 'workout', kept, { id }))
    } catch (error) {
      if (!(error instanceof InvalidEntity) || !(error.field in kept) || ['start', 'minutes'].includes(error.field)) throw error
      delete kept[error.field]
    }
  }
})

/** The kinds whose records say what recorded them. */
const importedKinds = ['STEPS', 'ACTIVE_ENERGY', 'DISTANCE']

/**
 * What imports brought of today's kinds, since a moment: reading years would be slow.
 * @returns {Promise<{type: string, source: string, count: number, last: number}[]>}
 */
async function imports(tables, from) {
  const sums = new Map()
  for (const kind of importedKinds) {
    for (const { record } of await tables.rows({ kind, from, to: Infinity })) {
      const source = originOf(record)?.source
      if (source === undefined) continue
      const key = `${kind} ${source}`
      const { count, last } = sums.get(key) ?? { count: 0, last: -Infinity }
      sums.set(key, { type: kind, source, count: count + 1, last: Math.max(last, record.recordedAt) })
    }
  }
  return [...sums.values()]
}

export const reads = { all, workout, imports }
export const writes = { add, update, remove: removeOne, restore }
