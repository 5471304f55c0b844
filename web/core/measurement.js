// The record. On the wire it has seven members plus any members that this build doesn't know. Here it is a frozen
// object of eight fields, with times in milliseconds and the unknown members as one canonical text in `extra`.

import { canonicalJSON, isText } from './canonical-json.js'
import { formatTimestamp, isMoment, lastMoment, parseTimestamp } from './timestamp.js'
import { canonical, InvalidMeasurement, maximumVersion, validate } from './units.js'

/** The id in lower case; null where the text isn't a UUID. */
export function parseUUID(text) {
  const isUUID = typeof text === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
  return isUUID ? text.toLowerCase() : null
}

/** A new random UUID. `crypto.randomUUID` isn't available over plain HTTP. */
export function newUUID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Creates a record with these fields and no others. -0 becomes 0, because the two print alike in SQL but differ in
 * bits.
 */
export function makeRecord({ id, kind, value, unit, recordedAt, updatedAt, version, extra = '' }) {
  return Object.freeze({ id, kind, value: value + 0, unit, recordedAt, updatedAt, version, extra })
}

/** True for a deleted record: a version like any other that says `deleted` and holds nothing that was measured. */
export const isDeleted = ({ extra }) => Boolean(extra) && JSON.parse(extra).deleted === true

const readers = {
  id: parseUUID,
  kind: (value) => (isText(value) ? value : null),
  value: (value) => (Number.isFinite(value) ? value : null),
  unit: (value) => (isText(value) ? value : null),
  recordedAt: (value) => (typeof value === 'string' ? parseTimestamp(value) : null),
  updatedAt: (value) => (typeof value === 'string' ? parseTimestamp(value) : null),
  version: (value) => (Number.isInteger(value) && value >= 1 && value <= maximumVersion ? value : null),
}

/** Reads a record from its wire form. It doesn't check the unit or the bounds of the value; `validate` does. */
export function recordFromWire(json) {
  const record = {}
  for (const [name, read] of Object.entries(readers)) {
    record[name] = Object.hasOwn(json, name) ? read(json[name]) : null
    if (record[name] === null) throw new TypeError(`${name} is missing or of the wrong shape`)
  }
  // An absent member and a null one mean the same.
  const others = Object.entries(json).filter(([name, value]) => !Object.hasOwn(readers, name) && value !== null)
  record.extra = others.length ? canonicalJSON(Object.fromEntries(others)) : ''
  return makeRecord(record)
}

/** The JSON text of a record: the seven members in the protocol's order, then those of `extra`. */
export function recordToWire({ extra, ...base }) {
  const text = JSON.stringify({
    ...base, recordedAt: formatTimestamp(base.recordedAt), updatedAt: formatTimestamp(base.updatedAt),
  })
  return extra ? `${text.slice(0, -1)},${extra.slice(1)}` : text
}

/** Turns a draft's record into its canonical unit and validates it. */
export function checkedRecord(record) {
  const checked = makeRecord(canonical(record))
  validate(checked)
  return checked
}

/**
 * The record as the version after all of `competingVersions`, written at `now`. The version grows by one and
 * `updatedAt` by at least a millisecond, even if the clock went back. At 2^53-1 only `updatedAt` moves. If the last of
 * them has the last possible millisecond, it throws `InvalidMeasurement` with `end_of_time`: the years end with 9999.
 */
export function nextVersion(record, competingVersions, now) {
  // @write 15 web-next-version
  const afterAll = Math.max(...competingVersions.map((rival) => rival.updatedAt)) + 1
  if (!isMoment(afterAll)) {
    throw new InvalidMeasurement('end_of_time', 'record', 'This was written in 9999, and cannot be edited any more.')
  }
  return makeRecord({
    ...record,
    version: Math.min(Math.max(...competingVersions.map((rival) => rival.version)) + 1, maximumVersion),
    updatedAt: Math.min(Math.max(now, afterAll), lastMoment),
  })
  // @starter
  //| throw new Error('@@todo 15 make the version after all of these')
  // @end
}
