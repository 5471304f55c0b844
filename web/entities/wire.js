// Reads the server's responses. What a row or a result lacks costs no other one: it's left out and counted.

import { isText } from '../core/canonical-json.js'
import { parseUUID } from '../core/measurement.js'
import { fieldOf } from './fields.js'
import { declared, types } from './types.js'

const isNumber = (value, from) => Number.isSafeInteger(value) && value >= from
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

function check(isAsExpected, what) {
  if (!isAsExpected) throw new TypeError(`not what the protocol says: ${what}`)
}

/** True for a value that a screen of this type can show. It may break a limit: another version may have others. */
function isShowable(field, value) {
  if (value === null || !field) return true
  if (field.kind === 'map') return isObject(value)
  if (field.kind === 'set') return Array.isArray(value) && value.every((each) => (field.content === 'reference' ? parseUUID(each) : isText(each)))
  if (field.content === 'reference') return Boolean(parseUUID(value))
  return field.content === 'positive' ? Number.isFinite(value) : isText(value)
}

/** A row as it is kept: exactly as the server gave it, but for its id in lower case. Throws for one that can't be shown. */
export function readRow(json) {
  const id = parseUUID(json?.id)
  check(id && types.has(json.type) && isNumber(json.version, 1) && isNumber(json.seq, 0), 'row')
  if (json.deleted === true) return { ...json, id }
  const type = types.get(json.type)
  check(isObject(json.fields), 'fields')
  for (const [name, value] of Object.entries(json.fields)) check(isShowable(declared(type, fieldOf(name) ?? name), value), name)
  for (const { name, isRequired, content } of type.fields) check(!isRequired || content !== 'reference' || json.fields[name], name)
  return { ...json, id, stamps: isObject(json.stamps) ? json.stamps : {} }
}

/** @returns {{rows: Object[], unreadable: {id, type, seq}[]}} */
function readRows(list) {
  check(Array.isArray(list), 'entities')
  const [rows, unreadable] = [[], []]
  for (const json of list) {
    try {
      rows.push(readRow(json))
    } catch {
      const { id, type, seq } = json ?? {}
      unreadable.push({ id: parseUUID(id), type: typeof type === 'string' ? type.slice(0, 64) : null, seq: isNumber(seq, 0) ? seq : null })
    }
  }
  return { rows, unreadable }
}

/** `group:57,tag:57` as an object. */
export function readCursors(text) {
  check(typeof text === 'string', 'cursor')
  return Object.fromEntries(text.split(',').map((part) => {
    const [, type, number] = /^([\w-]{1,64}):(\d{1,16})$/.exec(part) ?? []
    check(type && isNumber(Number(number), 0), 'cursor')
    return [type, Number(number)]
  }))
}

/** @returns {{rows, unreadable, cursors, more: boolean}} */
export function readPage(json) {
  check(typeof json?.more === 'boolean', 'more')
  return { ...readRows(json.entities), cursors: readCursors(json.cursor), more: json.more }
}

/** The row of a result; null where there's none that can be read. A pull brings it. */
function readShown(json) {
  try {
    return readRow(json)
  } catch {
    return null
  }
}

const statuses = ['applied', 'conflict', 'rejected']

function readResult(json) {
  const { requestId, status, code = null, seq, fields, path = null, detail = null } = json
  const id = parseUUID(json.id)
  check(typeof requestId === 'string' && statuses.includes(status) && id && isNumber(seq, 0), 'result')
  check(fields === undefined || Array.isArray(fields) && fields.every((each) => typeof each === 'string'), 'fields')
  const line = (value) => (typeof value === 'string' ? value.slice(0, 500).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD') : null)
  return {
    requestId, status, code: line(code), id, seq, fields: fields ?? null, path: line(path), detail: line(detail),
    entity: readShown(json.entity),
  }
}

/** 3 for a path of `commands[3]` or `commands[3].op`; null for any other. */
export function readCommandIndex(path) {
  const digits = /^commands\[(\d{1,6})\]/.exec(path)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The results that can be read; a command without one stays in the outbox. */
export function readResults(json) {
  check(Array.isArray(json?.results), 'results')
  return { results: json.results.flatMap((each) => {
    try {
      return [readResult(each)]
    } catch {
      return []
    }
  }) }
}

/** @returns {{replaced: [string, Object][], unplaced: string[]}} */
export function readRestated(json) {
  const { replaced = {}, unplaced = [] } = json ?? {}
  check(isObject(replaced) && Array.isArray(unplaced), 'restated')
  return {
    replaced: Object.entries(replaced).map(([id, row]) => {
      check(parseUUID(id), 'replaced')
      return [parseUUID(id), readRow(row)]
    }),
    // Ids, or the rows themselves.
    unplaced: unplaced.map((each) => parseUUID(typeof each === 'string' ? each : each?.id)).filter(Boolean),
  }
}

/** The types that a server announces; null without a header that can be read. */
export function readAnnounced(headers) {
  const text = headers.get('Vitals-Entity-Types')
  return text !== null && /^[\w-]{1,64}(,\s*[\w-]{1,64}){0,99}$/.test(text) ? text.split(',').map((each) => each.trim()) : null
}
