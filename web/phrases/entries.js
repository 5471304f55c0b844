// What a server understood of a sentence: entries, each of which a person confirms before it is stored. A server's answer
// may have been written by a language model, and a model may have been talked into anything.

import { checkedRecord, newUUID } from '../core/measurement.js'
import { parseTimestamp } from '../core/timestamp.js'
import { withDraftLabel } from './label.js'

/** The most entries that one sentence can have. */
export const maximumCount = 20

/**
 * Reads one entry. Members beyond those of an entry are left out; it is null where one is missing or of another type.
 * @returns {{kind: string, value: number, unit: string, recordedAt: number, label?: string}|null}
 */
export function readEntry(json) {
  const { kind, value, unit, recordedAt: time, label = null } = json ?? {}
  const areTexts = [kind, unit, time, label ?? ''].every((text) => typeof text === 'string')
  const recordedAt = areTexts && Number.isFinite(value) ? parseTimestamp(time) : null
  return recordedAt === null ? null : { kind, value, unit, recordedAt, ...(label !== null && { label }) }
}

/**
 * An entry as a new record, in the canonical unit, with its label. Throws `InvalidMeasurement` where an entry by hand would
 * be refused, too.
 */
export const toMeasurement = ({ id = newUUID(), kind, value, unit, recordedAt, label }, now) => (
  checkedRecord(withDraftLabel({ id, kind, value, unit, recordedAt, updatedAt: now, version: 1 }, { label })))

/** True for an entry that could be stored. */
function isStorable(entry, now) {
  try {
    return entry.recordedAt <= now && Boolean(toMeasurement(entry, now))
  } catch {
    return false
  }
}

/** The first entries of `{"entries": […]}` that can be stored, at most `maximumCount`. None was measured after `now`. */
export function readEntries(json, now) {
  const found = []
  for (const element of Array.isArray(json?.entries) ? json.entries : []) {
    if (found.length === maximumCount) break
    const entry = readEntry(element)
    if (entry && isStorable(entry, now)) found.push(entry)
  }
  return found
}
