// What a person sees of an entity: what the server said last, with the commands of this phone on top of it. Pure functions.

import { settled } from './answer.js'
import { changesOf, flat, mergedSet, nested } from './fields.js'
import { declared, requiredReferences, setReferences, types } from './types.js'

/** The first of these commands' effects on the fields that are shown; null where nothing is shown. */
function applied(shown, command, { hasRow, entity }) {
  const type = types.get(command.type)
  const changes = changesOf(type, command.fields)
  if (command.op === 'create') {
    // What the server has is at least as new as the create that made it, also where it's a tombstone.
    if (shown || hasRow) return shown
    return Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to]))
  }
  if (!shown) return null
  // A delete that names an id which another identity replaced deletes nothing.
  if (command.op === 'delete') return entity === command.id ? null : shown
  const edited = Object.entries(changes).map(([name, change]) => [name, merged(shown[name], change, declared(type, name))])
  return { ...shown, ...Object.fromEntries(edited) }
}

/** Of a set, only what the person added and removed changes; and of two answers one may stay, as the server will decide. */
function merged(shown, { base, to }, field) {
  if (field?.kind === 'set') return mergedSet(shown ?? [], base ?? [], to ?? [])
  // What is done elsewhere mustn't look snoozed because of an older snooze here.
  const stays = field?.content === 'answer' ? settled(shown ?? null, { base, to }) : undefined
  return stays === undefined ? to : stays
}

/**
 * The fields of one entity as they are shown, by flat names; null where it isn't shown.
 * @param {Object|undefined} row what the server said last
 * @param {Object[]} commands those about this entity, in the order in which they were made
 * @param {string} entity its id, to which the commands' ids resolve
 */
export function shownFields(row, commands, entity) {
  const start = row && !row.deleted ? flat(types.get(row.type), row.fields) : null
  return commands.reduce((shown, command) => applied(shown, command, { hasRow: Boolean(row), entity }), start)
}

/** One more command on top of what is shown. */
export const withCommand = (shown, command, entity) => applied(shown, command, { hasRow: false, entity })

/** Follows an id through the replaced ones. A broken map can't hold us up. */
export function resolve(replaced, id) {
  let found = id
  for (let count = 0; count < 50 && replaced.has(found); count += 1) found = replaced.get(found)
  return found
}

/**
 * An entity as a screen gets it: ids resolved, links to what isn't there left out. Null where a required reference isn't shown: it
 * may come with the next page, or be deleted here already.
 * @param {{id, type, fields, waiting}} kept from the cached view
 * @param {Map<string, string>} replaced
 * @param {(id: string, type: string) => boolean} isShown
 * @param {boolean} [hasGate] false only in a simulation
 */
export function gated({ id, type: typeName, fields: kept, waiting }, replaced, isShown, hasGate = true) {
  const type = types.get(typeName)
  const fields = { ...kept }
  for (const { name, to } of requiredReferences(type)) {
    fields[name] = resolve(replaced, fields[name])
    if (hasGate && !isShown(fields[name], to)) return null
  }
  for (const { name, to } of setReferences(type)) {
    fields[name] = [...new Set((fields[name] ?? []).map((each) => resolve(replaced, each)))].filter((each) => isShown(each, to)).sort()
  }
  return { id, type: typeName, fields: nested(type, fields), waiting }
}
