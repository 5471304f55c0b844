// What a person decides about: refused commands ("dead letters") and edits that lost.

import { StoreError } from '../store/database.js'
import { add, create, withReferences } from './edits.js'
import { changesOf, flat, nested } from './fields.js'
import { shownEntity } from './listing.js'
import { InvalidEntity, requiredReferences, types, validate } from './types.js'

/** Keeps an edit that lost. `kept` has its values by flat names. */
export async function keepConflict(entities, { code, type, id, kept, requestId = null }) {
  if (!entities.rules.conflictsAreKept) return
  entities.transaction.put('entity_conflict', { number: await entities.takeNumber(), code, type, id, kept, requestId, at: entities.now })
}

/** Moves a command from the outbox to the dead letters. */
export async function keepDead(entities, command, { code, path = null, detail = null }) {
  entities.removeCommand(command)
  const dead = await entities.transaction.all('entity_dead')
  const named = new Set([command.id, ...referencesOf(command)])
  const isUnderAnother = ['unknown', 'reference_unknown'].includes(code)
  // The create of what it names, if that was refused too; else the latest that was refused of it.
  const cause = isUnderAnother ? dead.filter(({ command: { id } }) => named.has(id)).sort((one, other) => (one.command.op === 'create') - (other.command.op === 'create')).at(-1) : null
  const { op, type, id, fields, requestId, number: made } = command
  entities.transaction.put('entity_dead', {
    number: await entities.takeNumber(), command: { op, type, id, fields, requestId }, made, code, path, detail,
    dependsOn: cause?.command.requestId ?? null, at: entities.now,
  })
}

/** The ids that a command's required references name. */
function referencesOf({ type: typeName, fields }) {
  const type = types.get(typeName)
  return type ? requiredReferences(type).map(({ name }) => fields[name]?.to).filter(Boolean) : []
}

const valuesOf = ({ type, fields }) => Object.fromEntries(Object.entries(changesOf(types.get(type), fields)).map(([name, { to }]) => [name, to]))

/**
 * All that waits for a decision: the conflicts with the latest first, and the dead letters in the order of their commands.
 * @returns {Promise<{conflicts: Object[], dead: Object[]}>} a dead letter has the numbers of those that depend on it
 */
export async function needsYou(entities) {
  const [conflicts, dead] = [await entities.transaction.all('entity_conflict'), await sortedDead(entities)]
  const shown = async (id) => shownEntity(entities, id)
  const listed = { conflicts: [], dead: [] }
  for (const { number, code, type, id, kept, at } of conflicts.reverse()) {
    listed.conflicts.push({ number, code, type, id, fields: nested(types.get(type), kept), names: Object.keys(kept), now: await shown(id), at })
  }
  for (const { number, command, code, path, detail, dependsOn, at } of dead) {
    const cause = dead.find((each) => each.command.requestId === dependsOn)
    listed.dead.push({
      number, code, path, detail, at, op: command.op, type: command.type, id: command.id, requestId: command.requestId,
      fields: nested(types.get(command.type), valuesOf(command)), now: await shown(command.id),
      dependsOn: cause ? dependsOn : null, dependents: dependentsOf(dead, command.requestId).map((each) => each.number),
    })
  }
  return listed
}

const sortedDead = async (entities) => (await entities.transaction.all('entity_dead')).sort((one, other) => one.made - other.made || one.number - other.number)

/** All dead letters that depend on one, at whatever distance. */
function dependentsOf(dead, requestId) {
  const found = new Set([requestId])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const { dependsOn, command } of dead) if (found.has(dependsOn)) found.add(command.requestId)
  }
  return dead.filter(({ command }) => command.requestId !== requestId && found.has(command.requestId))
}

async function entry(entities, store, number) {
  const found = await entities.transaction.get(store, number)
  if (!found) throw new StoreError('notFound')
  return found
}

/**
 * Makes an edit that lost a new one. What is gone by now is made anew, under another id.
 * @param {Object} [replacements] other values for fields, such as another group where the kept one is deleted
 * @returns {Promise<Object>} the entity as it's shown
 * @throws {InvalidEntity} `reference_gone` where a required reference isn't shown any more, `reference_refused` where a link is to
 *   what was refused
 */
export async function restore(entities, number, replacements = {}) {
  const { code, type: typeName, id, kept } = await entry(entities, 'entity_conflict', number)
  const type = types.get(typeName)
  const values = { ...kept, ...flat(type, replacements) }
  entities.transaction.delete('entity_conflict', number)
  if (code !== 'changed') {
    if (!Object.keys(values).length) throw new InvalidEntity('fields', 'There is nothing to restore.', 'nothing')
    return create(entities, typeName, nested(type, values), { isKept: true })
  }
  const shown = await shownEntity(entities, id)
  if (!shown) throw new InvalidEntity('id', `This ${type.words[0]} isn’t there any more, so there is nothing to change.`, 'gone')
  await addUpdate(entities, shown, values)
  return shownEntity(entities, shown.id)
}

/** An update whose base is what is shown now. Links to what was deleted are left out. */
async function addUpdate(entities, shown, values) {
  const type = types.get(shown.type)
  const before = flat(type, shown.fields)
  const to = await withReferences(entities, type, values, true)
  validate(type, to, { ...before, ...to })
  const changes = Object.fromEntries(Object.entries(to).map(([name, value]) => [name, { base: before[name] ?? null, to: value }]))
  await add(entities, { op: 'update', type: shown.type, id: shown.id, changes })
}

/**
 * Makes new commands of what a dead letter and all that depends on it asked, in the order in which they were made.
 * @param {Object} [corrections] other values for the fields of the dead letter itself
 */
export async function retry(entities, number, corrections = {}) {
  const first = await entry(entities, 'entity_dead', number)
  const dead = await sortedDead(entities)
  const dependents = dependentsOf(dead, first.command.requestId)
  for (const each of [first, ...dependents]) entities.transaction.delete('entity_dead', each.number)
  await retryOne(entities, first.command, corrections)
  for (const { command } of dependents) await retryOne(entities, command, {})
}

async function retryOne(entities, { op, type: typeName, id, fields }, corrections) {
  const type = types.get(typeName)
  if (op === 'delete') return add(entities, { op, type: typeName, id })
  const shown = await shownEntity(entities, id)
  const asked = changesOf(type, fields)
  const before = shown ? flat(type, shown.fields) : {}
  const changes = Object.fromEntries(Object.entries({ ...asked, ...flat(type, corrections) }).map(([name]) => {
    const to = Object.hasOwn(corrections, name) || !asked[name] ? flat(type, corrections)[name] : asked[name].to
    return [name, { base: op === 'create' ? null : shown ? before[name] ?? null : asked[name]?.base ?? null, to }]
  }))
  const values = Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to]))
  // An update of what isn't shown can't be checked as a whole; the server does.
  if (op === 'create' || shown) validate(type, values, op === 'create' ? values : { ...before, ...values })
  return add(entities, { op, type: typeName, id, changes })
}

/** Lets a conflict go, or a dead letter and what depends on it. */
export async function discard(entities, number) {
  if (await entities.transaction.get('entity_conflict', number)) return entities.transaction.delete('entity_conflict', number)
  const { command } = await entry(entities, 'entity_dead', number)
  const dependents = dependentsOf(await sortedDead(entities), command.requestId)
  for (const each of [number, ...dependents.map((dead) => dead.number)]) entities.transaction.delete('entity_dead', each)
  return undefined
}
