// What a person does to entities. A local write is one command in the outbox, and what is shown of it, in one transaction.

import { newUUID, parseUUID } from '../core/measurement.js'
import { formatTimestamp } from '../core/timestamp.js'
import { StoreError } from '../store/database.js'
import { commandFields, flat, isSameValue, payloadHash, sortedSet } from './fields.js'
import { shownEntity, viewIsShown } from './listing.js'
import { declared, InvalidEntity, requiredReferences, setReferences, types, validate } from './types.js'
import { resolve, withCommand } from './view.js'

const typeOf = (name) => {
  const type = types.get(name)
  if (!type) throw new InvalidEntity('type', 'This phone doesn’t know entities of that type.', 'unknown_type')
  return type
}

/** Values as they're stored: ids in lower case, sets sorted. */
const tidied = (type, changes) => Object.fromEntries(Object.entries(changes).map(([name, value]) => {
  const field = declared(type, name)
  if (value == null || !field) return [name, value ?? null]
  const tidy = field.content === 'reference' ? (id) => parseUUID(id) ?? id : (each) => each
  if (field.kind === 'set') return [name, Array.isArray(value) ? sortedSet(value.map(tidy)) : value]
  return [name, field.kind === 'value' ? tidy(value) : value]
}))

/**
 * Follows the references of changes to where they live now. What isn't shown can't be referred to.
 * @param {boolean} [isKept] true for values that were kept: their sets lose only links to what was deleted, and a link to what was
 *   refused waits until that is decided
 */
export async function withReferences(entities, type, changes, isKept = false) {
  const replaced = await entities.replaced()
  const checked = { ...changes }
  for (const { name, to, isRequired } of [...requiredReferences(type), ...setReferences(type)]) {
    if ((checked[name] ?? null) === null) continue
    const ids = [checked[name]].flat().map((id) => resolve(replaced, id))
    const shown = []
    for (const id of ids) {
      if (await viewIsShown(entities, id, to)) shown.push(id)
      else if (isKept && !isRequired && !(await entities.row(id))?.deleted) {
        if (await isRefused(entities, id)) throw new InvalidEntity(`fields.${name}`, `A ${types.get(to).words[0]} of it was refused, and waits here too. Decide about that first.`, 'reference_refused')
        shown.push(id)
      }
    }
    if (isRequired && !shown.length) throw new InvalidEntity(`fields.${name}`, `This ${types.get(to).words[0]} isn’t there any more. Choose another one.`, 'reference_gone')
    checked[name] = isRequired ? shown[0] : sortedSet(shown)
  }
  return checked
}

const isRefused = async (entities, id) => (await entities.transaction.all('entity_dead')).some(({ command }) => command.op === 'create' && command.id === id)

/** Puts a command at the end of the outbox and shows its effect. `changes` are by flat names, each `{ base, to }`. */
export async function add(entities, { op, type, id, changes = {} }) {
  const entity = resolve(await entities.replaced(), id)
  const fields = commandFields(types.get(type), changes, op === 'create')
  const command = { op, type, id, fields }
  const stored = {
    ...command, requestId: newUUID(), payloadHash: payloadHash(command), updatedAt: formatTimestamp(entities.now),
    number: await entities.takeNumber(), entity, standing: 'pending', isSent: false, seq: null, tries: 0,
  }
  entities.putCommand(stored)
  await showOnTop(entities, stored)
  return stored
}

/** The newest command is the last one that is applied, so the others needn't be read again. */
async function showOnTop(entities, command) {
  const { entity, type } = command
  const view = await entities.view(entity)
  if (!view || !entities.rules.viewOnTop) return entities.refresh(entity)
  const fields = withCommand(view.fields, command, entity)
  if (!fields) return entities.transaction.delete('entity_view', entity)
  return entities.putView({ id: entity, type, fields, waiting: view.waiting + 1 })
}

/** @returns {Promise<Object>} the entity as it's shown */
export async function create(entities, typeName, fields, { id = newUUID(), isKept } = {}) {
  const type = typeOf(typeName)
  const own = parseUUID(id)
  if (!own) throw new InvalidEntity('id', 'An id is a UUID.')
  if (await entities.row(own) || (await entities.commandsOf(own)).length) throw new InvalidEntity('id', 'This id is taken already.')
  const given = Object.fromEntries(Object.entries(tidied(type, flat(type, fields))).filter(([, value]) => value !== null))
  validate(type, given, given)
  const values = await withReferences(entities, type, given, isKept)
  await add(entities, { op: 'create', type: typeName, id: own, changes: Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { to }])) })
  return shownEntity(entities, own)
}

/**
 * Changes the fields that are named; null removes a value. A key of a map is changed by naming it in an object of its map.
 * @param {Object} [options] `seen`: the fields that the person saw when they began, such as those of an open form. A field that
 *   they left as it was isn't changed, whatever a sync has brought since, and one that somebody else changed too is a conflict.
 */
export async function edit(entities, id, fields, { seen } = {}) {
  const shown = await shownEntity(entities, id)
  if (!shown) throw new StoreError('notFound')
  const type = typeOf(shown.type)
  const changes = tidied(type, flat(type, fields))
  const now = flat(type, shown.fields)
  const before = flat(type, seen ?? shown.fields)
  validate(type, changes, { ...now, ...changes })
  const values = await withReferences(entities, type, changes)
  const held = (of, name) => of[name] ?? (declared(type, name)?.kind === 'set' ? [] : null)
  const edited = Object.entries(values).filter(([name, to]) => !isSameValue(held(before, name), to) && !isSameValue(held(now, name), to))
  if (!edited.length) return shown
  const changed = Object.fromEntries(edited.map(([name, to]) => [name, { base: before[name] ?? null, to }]))
  await add(entities, { op: 'update', type: shown.type, id: shown.id, changes: changed })
  return shownEntity(entities, shown.id)
}

export async function remove(entities, id) {
  const shown = await shownEntity(entities, id)
  if (!shown) throw new StoreError('notFound')
  await add(entities, { op: 'delete', type: shown.type, id: shown.id })
}
