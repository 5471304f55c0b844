// The types of entities that this phone knows, and the rules of their values. A phone checks them before it stores a local write,
// the server before it performs a command.

import { canonicalJSON, isSeen, isText } from '../core/canonical-json.js'
import { parseUUID } from '../core/measurement.js'
import { parseTimestamp } from '../core/timestamp.js'
import { fieldOf, isFieldName, isKey, keyOf, nested } from './fields.js'

/**
 * A field of a type.
 * @typedef {Object} Field
 * @property {string} name
 * @property {'value'|'set'|'map'} kind how two phones' edits merge: as a whole, by element, by key
 * @property {'line'|'text'|'time'|'positive'|'reference'|'answer'|'anything'} content
 * @property {boolean} isRequired
 * @property {string} [to] the type that a reference names
 */

const field = (name, content, { kind = 'value', isRequired = false, to } = {}) => ({ name, content, kind, isRequired, ...(to && { to }) })
const required = { isRequired: true }
const name = field('name', 'line', required)
const colour = field('colour', 'line')
const body = field('body', 'text')
const tags = field('tags', 'reference', { kind: 'set', to: 'tag' })

/** In the order of their references: a type comes after those that it refers to. `words`: what a person calls one, and several. */
export const builtInTypes = [
  { name: 'group', words: ['group', 'groups'], fields: [name, colour], hasUniqueName: true },
  { name: 'tag', words: ['tag', 'tags'], fields: [name, colour], hasUniqueName: true },
  { name: 'note', words: ['note', 'notes'], fields: [field('title', 'line', required), body, tags] },
  {
    name: 'workout', words: ['workout', 'workouts'], isMatchedByLikeness: true,
    fields: [
      field('start', 'time', required), field('minutes', 'positive', required), field('note', 'text'),
      // What a watch or an app recorded: kilocalories, kilometres, beats per minute.
      field('end', 'time'), field('activity', 'line'),
      ...['energy', 'distance', 'heartRate', 'heartRateMinimum', 'heartRateMaximum']
        .map((each) => field(each, 'positive')),
      field('source', 'line'), field('device', 'line'),
    ],
  },
  {
    name: 'reminder', words: ['reminder', 'reminders'],
    fields: [
      field('title', 'line', required), body, field('group', 'reference', { isRequired: true, to: 'group' }), tags,
      // Of the schedule, a server checks only that they're lines: calendars are a phone's matter.
      ...['start', 'time', 'zone', 'rule', 'measurement', 'repeat'].map((each) => field(each, 'line')),
      field('occurrences', 'answer', { kind: 'map' }),
    ],
  },
  {
    name: 'goal', words: ['goal', 'goals'],
    fields: [
      // What is measured, in its canonical unit. A server checks neither kind nor bounds, so that others can follow.
      field('kind', 'line', required), field('value', 'positive', required), field('by', 'line'),
      // When it was set, and the value from which it's reached.
      field('start', 'time'), field('startValue', 'positive'),
    ],
  },
]

export const types = new Map(builtInTypes.map((type) => [type.name, type]))

/** The declaration of a field, or of the map that a key such as `occurrences.2026-05-06` belongs to; undefined for unknown ones. */
export const declared = (type, fieldName) => type?.fields.find((each) => each.name === fieldName || (each.kind === 'map' && each.name === fieldOf(fieldName)))

/** The references that an entity of this type can't be shown without. */
export const requiredReferences = (type) => type.fields.filter(({ isRequired, content, kind }) => isRequired && content === 'reference' && kind === 'value')

export const setReferences = (type) => type.fields.filter(({ content, kind }) => content === 'reference' && kind === 'set')

export const limits = { lineLength: 200, textBytes: 32_768, setCount: 500, mapCount: 4_000, fieldCount: 64, entityBytes: 256 * 1024 }

/** The reason why a local write stores nothing. `path` names the place as the server would, such as `fields.title`. */
export class InvalidEntity extends Error {
  name = 'InvalidEntity'
  code = 'invalid'

  constructor(path, message, code = 'invalid') {
    super(message)
    Object.assign(this, { path, code, field: path.replace(/^fields\.?/, '') })
  }
}

const sizeBytes = (text) => new TextEncoder().encode(text).length

const contents = {
  line(value, path, { isRequired }) {
    if (!isText(value)) throw new InvalidEntity(path, 'Enter a text.')
    // A text has at most as many characters as code units, so one of a megabyte needn't be split.
    if (value.length > 2 * limits.lineLength || [...value].length > limits.lineLength) {
      throw new InvalidEntity(path, `Use at most ${limits.lineLength} characters.`)
    }
    if (isRequired && !/[^\s\x85]/.test(value)) throw new InvalidEntity(path, 'Enter something. It can’t be empty.')
  },
  text(value, path) {
    if (!isText(value)) throw new InvalidEntity(path, 'Enter a text.')
    if (value.length > limits.textBytes || sizeBytes(value) > limits.textBytes) throw new InvalidEntity(path, 'This text is too long. Shorten it.')
  },
  time(value, path) {
    if (typeof value !== 'string' || parseTimestamp(value) === null) throw new InvalidEntity(path, 'Enter a date and a time.')
  },
  positive(value, path) {
    if (!(Number.isFinite(value) && value > 0)) throw new InvalidEntity(path, 'Enter a number above 0.')
  },
  reference(value, path, { to }) {
    if (!parseUUID(value)) throw new InvalidEntity(path, `Choose a ${types.get(to).words[0]}.`)
  },
  anything(value, path) {
    try {
      canonicalJSON(value)
    } catch {
      throw new InvalidEntity(path, 'This value can’t be stored.')
    }
  },
  /** A person's answer to an occurrence. Any value is one, but two phones' answers merge by a rule of their own. */
  answer(value, path) {
    contents.anything(value, path)
  },
}

/** The reason why a name or title that a person typed isn't stored, in a sentence; undefined if it is. What comes by a sync is shown as it is. */
export function typedFault(text, fieldName, word) {
  if (!isSeen(text)) return `A ${word} needs a ${fieldName}.`
  if (/\p{Cc}/u.test(text)) return `The ${fieldName} has characters that can’t be shown, such as the end of a line.`
  return undefined
}

/**
 * Checks the names and titles among fields that a person typed.
 * @throws {InvalidEntity} for the first one that has nothing to see, or more than one line
 */
export function validateTyped(type, typed) {
  for (const { name: fieldName, content, isRequired } of type.fields) {
    const text = typed[fieldName]
    // One that is too long is refused below.
    if (!isRequired || content !== 'line' || typeof text !== 'string' || text.length > 2 * limits.lineLength) continue
    const fault = typedFault(text, fieldName, type.words[0])
    if (fault) throw new InvalidEntity(`fields.${fieldName}`, fault)
  }
}

/** True if a text within has U+0000. */
const hasNull = (value) => (typeof value === 'string' ? value.includes('\0') : value !== null && typeof value === 'object' && Object.entries(value).flat().some(hasNull))

function validateValue(type, fieldName, value) {
  const path = `fields.${fieldName}`
  if (hasNull(value)) throw new InvalidEntity(path, 'A text can’t contain the character U+0000.')
  const known = declared(type, fieldName)
  if (!known) {
    if (!isFieldName(fieldName)) throw new InvalidEntity('fields', 'The name of a field isn’t valid.')
    return contents.anything(value, path)
  }
  if (known.kind === 'map' && !isKey(keyOf(fieldName) ?? '')) throw new InvalidEntity(`fields.${known.name}`, 'A key of a map isn’t valid.')
  if (value === null) {
    if (known.isRequired) throw new InvalidEntity(path, `A ${type.words[0]} needs a ${known.name}.`)
    return undefined
  }
  if (known.kind !== 'set') return contents[known.content](value, path, known)
  if (!Array.isArray(value)) throw new InvalidEntity(path, 'Expected a list.')
  if (value.length > limits.setCount) throw new InvalidEntity(path, `Use at most ${limits.setCount} ${known.name}.`)
  for (const element of value) contents[known.content](element, path, known)
  return undefined
}

/**
 * Checks the fields that a local write sets, by their flat names.
 * @param {Object} type
 * @param {Object<string, any>} changes null removes a value
 * @param {Object<string, any>} whole the entity as it will be shown, by flat names
 * @throws {InvalidEntity} for the first one that breaks a rule
 */
export function validate(type, changes, whole) {
  for (const [fieldName, value] of Object.entries(changes)) validateValue(type, fieldName, value)
  for (const { name: fieldName, isRequired } of type.fields) {
    if (isRequired && (whole[fieldName] ?? null) === null) throw new InvalidEntity(`fields.${fieldName}`, `A ${type.words[0]} needs a ${fieldName}.`)
  }
  const values = nested(type, whole)
  if (Object.keys(values).length > limits.fieldCount) throw new InvalidEntity('fields', `A ${type.words[0]} has at most ${limits.fieldCount} fields.`)
  for (const { name: map, kind } of type.fields) {
    if (kind === 'map' && Object.keys(values[map] ?? {}).length > limits.mapCount) {
      throw new InvalidEntity(`fields.${map}`, `It has more than ${limits.mapCount} keys.`)
    }
  }
  if (sizeBytes(canonicalJSON(values)) > limits.entityBytes) throw new InvalidEntity('fields', `This ${type.words[0]} is too large. Shorten it.`)
}
