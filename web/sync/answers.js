// The bodies of a 200, read strictly where the engine depends on them; members that we do not know are left alone.

import { parseUUID, recordFromWire } from '../core/measurement.js'
import { maximumVersion } from '../core/units.js'

/** The elements of an array; none where there is no such member, or a null, as some servers write an empty list. */
function elements(json, name) {
  const value = json?.[name] ?? []
  if (!Array.isArray(value)) throw new TypeError(`${name} is no array`)
  return value
}

function ids(json, name) {
  const parsed = elements(json, name).map(parseUUID)
  if (parsed.includes(null)) throw new TypeError(`${name} has an element that is no UUID`)
  return parsed
}

/** Records that this build cannot read are left out: one must not make the others useless. */
const records = (json, name) => elements(json, name).flatMap((element) => {
  try {
    return [recordFromWire(element)]
  } catch {
    return []
  }
})

function rejection(json) {
  const id = parseUUID(json?.id)
  if (id === null) throw new TypeError('rejected has an element without a UUID')
  return {
    id, code: typeof json.code === 'string' ? json.code : 'rejected',
    detail: lineForPeople(json.detail ?? 'The server refused it and does not say why.'),
  }
}

/** @throws {TypeError} */
export function readPushed(json) {
  if (!Array.isArray(json?.acceptedIds)) throw new TypeError('acceptedIds is missing')
  return {
    acceptedIds: ids(json, 'acceptedIds'), unchanged: ids(json, 'unchanged'), stale: records(json, 'stale'),
    rejected: elements(json, 'rejected').map(rejection),
  }
}

/** @throws {TypeError} */
export function readPulled(json) {
  if (!Array.isArray(json?.records)) throw new TypeError('records is missing')
  const { nextCursor } = json
  // Beyond 2^53-1 the number has been rounded on its way, and some record would be skipped.
  if (!Number.isInteger(nextCursor) || nextCursor < 0 || nextCursor > maximumVersion) {
    throw new TypeError('nextCursor is no whole number from 0 to 2^53-1')
  }
  const readable = records(json, 'records')
  return { records: readable, nextCursor, unreadable: json.records.length - readable.length }
}

// What it means that a request brought no 200.

/**
 * @typedef {Object} Failure
 * @property {'offline'|'timedOut'|'unavailable'|'unauthorized'|'wrongAccount'|'historyLost'|'refused'|'unexpected'} category
 *   `unavailable`: 5xx or 429. `refused`: 400 or 413
 * @property {number} status 0 where no answer came
 * @property {boolean} isTemporary whether it may pass by itself
 * @property {string} detail one line for a person
 * @property {string|null} account whose answer it is
 * @property {string} code a stable name
 * @property {number|null} index of the record that a 400 names
 * @property {number|null} retryAfterSeconds the server's own wish
 */

/** No server means more than that; a greater number is a slip or an attack. */
const aYearSeconds = 31_536_000

const failure = (category, facts) => ({
  category, status: 0, isTemporary: ['offline', 'timedOut', 'unavailable'].includes(category), detail: '', account: null,
  code: 'bad_record', index: null, retryAfterSeconds: null, ...facts,
})

export const noAnswer = (category, detail = '') => failure(category, { detail })

/** A 200 whose body is not what the protocol says, or an answer that is no answer of a Vitals server. */
export const unexpectedAnswer = (status, detail) => failure('unexpected', { status, detail })

/**
 * What an answer other than 200 means.
 * @param {Headers} headers
 * @param {*} problem the body, where it was JSON; a proxy's page of HTML is not
 * @param {number} now milliseconds since 1970
 * @returns {Failure}
 */
export function failureOf(status, headers, problem, now) {
  const index = /^records\[(\d+)\]/.exec(problem?.path)?.[1]
  const code = typeof problem?.code === 'string' ? problem.code : undefined
  return failure(categoryOf(status, code), {
    status,
    detail: lineForPeople(problem?.detail ?? problem?.title ?? 'no reason given'),
    account: headers.get('Vitals-Account') || null,
    ...(code !== undefined && { code }),
    index: status === 400 && index !== undefined ? Number(index) : null,
    retryAfterSeconds: retryAfterSeconds(headers.get('Retry-After'), now),
  })
}

function categoryOf(status, code) {
  switch (status) {
    case 400: case 413: return 'refused'
    case 401: return 'unauthorized'
    case 408: return 'timedOut'
    case 409: return { wrong_account: 'wrongAccount', history_lost: 'historyLost' }[code] ?? 'unexpected'
    default: return status === 429 || status >= 500 ? 'unavailable' : 'unexpected'
  }
}

/** One line without control characters, cut short: a text that came from outside. */
const lineForPeople = (text) => String(text).slice(0, 500).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/** Seconds, or an HTTP date in any of its three forms; null where there is none that can be read. */
function retryAfterSeconds(text, now) {
  if (!text) return null
  const moment = /^\d+$/.test(text) ? Number(text) * 1000 + now : Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(moment) ? null : Math.min(Math.max((moment - now) / 1000, 0), aYearSeconds)
}
