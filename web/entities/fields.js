// Fields as they are in memory and on the wire. A key of a map is a field of its own: in memory it's called `occurrences.2026-05-06`,
// on the wire it's nested. Also the merge of sets, the folding of names, and the hash of a command.

import { canonicalJSON } from '../core/canonical-json.js'
import { sha256 } from '../core/sha256.js'

/** What a map's key belongs to: the part before the first dot. Undefined for a name without one. */
export const fieldOf = (name) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined)

/** The key in the name of a map's field; undefined where there is none. */
export const keyOf = (name) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : undefined)

/** What a server takes for a field's name and for a key. */
export const isFieldName = (name) => /^[\w-]{1,64}$/.test(name)
export const isKey = (key) => /^[\x21-\x7e]{1,100}$/.test(key)

const isMap = (type, name) => type?.fields.some((field) => field.name === name && field.kind === 'map') ?? false

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

/** A member's value, and null where there is none; also for a key called `__proto__`. */
const own = (object, key) => (Object.hasOwn(object, key) ? object[key] ?? null : null)

/** Fields by flat names. A value that is an object is a map only if its type says so. */
export const flat = (type, fields) => Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (
  isMap(type, name) && isObject(value) ? Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]) : [[name, value]])))

/** The reverse of `flat`. Fields without a value are left out. */
export function nested(type, fields) {
  const [plain, maps] = [[], new Map()]
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    const map = fieldOf(name)
    if (map === undefined || !isMap(type, map)) plain.push([name, value])
    else maps.set(map, [...maps.get(map) ?? [], [keyOf(name), value]])
  }
  return Object.fromEntries([...plain, ...[...maps].map(([name, entries]) => [name, Object.fromEntries(entries)])])
}

/** The changes of a command by flat names, each `{ base, to }`. What is absent is null. */
export function changesOf(type, fields) {
  const changes = []
  for (const [name, { base = null, to = null }] of Object.entries(fields)) {
    if (!isMap(type, name)) {
      changes.push([name, { base, to }])
      continue
    }
    const [before, after] = [isObject(base) ? base : {}, isObject(to) ? to : {}]
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      changes.push([`${name}.${key}`, { base: own(before, key), to: own(after, key) }])
    }
  }
  return Object.fromEntries(changes)
}

/** The fields of a command on the wire, from changes by flat names. A create says nothing of a base. */
export function commandFields(type, changes, isCreate) {
  const [plain, maps] = [[], new Map()]
  for (const [name, { base = null, to }] of Object.entries(changes)) {
    const map = fieldOf(name)
    if (map === undefined || !isMap(type, map)) {
      plain.push([name, { ...(!isCreate && base !== null && { base }), to }])
    } else {
      const sides = maps.get(map) ?? { base: [], to: [] }
      sides.base.push([keyOf(name), isCreate ? null : base])
      sides.to.push([keyOf(name), to])
      maps.set(map, sides)
    }
  }
  return Object.fromEntries([...plain, ...[...maps].map(([name, { base, to }]) => (
    [name, { base: Object.fromEntries(base), to: Object.fromEntries(to) }]))])
}

/** Names a command's content: the server refuses a `requestId` that comes back with another one. */
export const payloadHash = ({ op, type, id, fields }) => sha256(canonicalJSON([op, type, id, fields])).slice(0, 16)

/** By UTF-8 bytes, which is the order of the code points and not that of UTF-16. */
function compareBytes(one, other) {
  const [left, right] = [[...one], [...other]]
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = left[index].codePointAt(0) - right[index].codePointAt(0)
    if (order) return order
  }
  return left.length - right.length
}

/** A set as it's sent: each element once, sorted by its bytes. */
export const sortedSet = (elements) => [...new Set(elements)].sort(compareBytes)

/** The set with what an edit added and without what it removed. */
export function mergedSet(current, base, to) {
  const [before, after] = [new Set(base), new Set(to)]
  const added = [...after].filter((each) => !before.has(each))
  return sortedSet([...current, ...added].filter((each) => after.has(each) || !before.has(each)))
}

/** The spelling by which names are compared: "Morning" and " MORNING" are one. */
export const foldedName = (name) => name.normalize('NFC').split(/[\s\x85]+/).filter(Boolean).join(' ').toLowerCase().normalize('NFC')

export const isSameValue = (one, other) => canonicalJSON(one ?? null) === canonicalJSON(other ?? null)
